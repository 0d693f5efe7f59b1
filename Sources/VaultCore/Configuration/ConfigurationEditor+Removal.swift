extension ConfigurationEditor {
  /// Takes a setting's lines away, so that its default holds. The same text where it is not set.
  package static func removing(_ name: String, in text: String) throws(ConfigurationEditError) -> String {
    guard let key = ConfigurationKey.named(name) else { throw .unknownKey(name) }
    var source = text
    let (properties, problems) = source.withUTF8 { bytes in
      let start = FrontMatterFence.startsWithByteOrderMark(bytes) ? 3 : 0
      return YAMLReader.read(UnsafeBufferPointer(rebasing: bytes[start...]), subject: .configuration)
    }
    if let problem = problems.first { throw .unreadable(problem) }
    let entries = ConfigurationEntry.flatten(properties)
    let places = entries.indices.filter { entries[$0].name.caseInsensitiveEquals(key.name) }
    guard let first = places.first else { return text }

    var lines = linesWithEnds(of: text)
    for place in places.reversed() {
      var start = place
      // A section that holds nothing else goes as well: empty, it would be a value of its own.
      if let section = section(of: place, in: entries), isOnlyChild(place, of: section, in: entries) { start = section }
      let from = entries[start].location.line - 1
      var to = place + 1 < entries.count ? entries[place + 1].location.line - 1 : lines.count
      guard lines.indices.contains(from), to <= lines.count else { continue }
      // Comments and blank lines before the next entry are its own.
      while to - 1 > entries[place].location.line - 1, isRemark(lines[to - 1]) { to -= 1 }
      if from < to { lines.removeSubrange(from..<to) }
    }
    let result = String(decoding: lines.joined(), as: UTF8.self)

    let before = ConfigurationParser.parse(text)
    let after = ConfigurationParser.parse(result)
    let isRight = ConfigurationKey.all.allSatisfy {
      $0.value(after.configuration) == $0.value($0.name == key.name ? .default : before.configuration)
    }
    guard isRight, after.diagnostics.count <= before.diagnostics.count else {
      throw .byHand(key: key.name, line: entries[first].location.line)
    }
    return result
  }

  /// The names of the settings that the text holds, as the table spells them, in its order.
  package static func settings(in text: String) -> [String] {
    var source = text
    let properties = source.withUTF8 { bytes in
      let start = FrontMatterFence.startsWithByteOrderMark(bytes) ? 3 : 0
      return YAMLReader.read(UnsafeBufferPointer(rebasing: bytes[start...]), subject: .configuration).0
    }
    let entries = ConfigurationEntry.flatten(properties)
    return ConfigurationKey.all.map(\.name).filter { name in
      entries.contains { $0.name.caseInsensitiveEquals(name) }
    }
  }

  private static func section(of place: Int, in entries: [ConfigurationEntry]) -> Int? {
    entries[..<place].lastIndex { entry in
      entry.isSection && entries[place].name.utf8.starts(with: Array((entry.name + ".").utf8))
    }
  }

  private static func isOnlyChild(_ place: Int, of section: Int, in entries: [ConfigurationEntry]) -> Bool {
    let prefix = Array((entries[section].name + ".").utf8)
    return entries.indices.allSatisfy { $0 == place || !entries[$0].name.utf8.starts(with: prefix) }
  }

  private static func isRemark(_ line: [UInt8]) -> Bool {
    let first = line.first { $0 != 0x20 && $0 != 0x09 }
    return first == nil || first == 0x0A || first == 0x0D || first == UInt8(ascii: "#")
  }

  private static func linesWithEnds(of text: String) -> [[UInt8]] {
    var lines: [[UInt8]] = []
    var line: [UInt8] = []
    for c in text.utf8 {
      line.append(c)
      if c == 0x0A {
        lines.append(line)
        line = []
      }
    }
    if !line.isEmpty { lines.append(line) }
    return lines
  }
}
