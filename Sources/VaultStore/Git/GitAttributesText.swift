import VaultCore

/// The text of a file of git's attributes, with the lines that give notes to a merge driver.
struct GitAttributesText {
  /// The drivers' names, as attributes and git's configuration have them.
  static let driver = "vault"
  static let appendingDriver = "vault-log"

  private(set) var bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  private struct Line {
    /// With its ending.
    var range: Range<Int>
    /// As it is written, quotes included.
    var pattern: String
    var attributes: [String]

    var driver: String? {
      guard let last = attributes.last(where: { $0.hasPrefix("merge=") }) else { return nil }
      let name = String(last.dropFirst("merge=".count))
      return [GitAttributesText.driver, GitAttributesText.appendingDriver].contains(name) ? name : nil
    }
  }

  private var lines: [Line] {
    var lines: [Line] = []
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count
      let text = String(decoding: bytes[start..<end], as: UTF8.self).trimmingWhitespace
      let pattern = Self.pattern(of: text)
      let rest = text.dropFirst(pattern.count).split { $0 == " " || $0 == "\t" }.map(String.init)
      lines.append(
        Line(range: start..<end, pattern: pattern, attributes: pattern.hasPrefix("#") ? [] : rest))
      start = end
    }
    return lines
  }

  /// Up to the first blank, or to the quote that closes.
  private static func pattern(of line: String) -> String {
    guard line.hasPrefix("\"") else { return String(line.prefix { $0 != " " && $0 != "\t" }) }
    var isEscaped = false
    var pattern = "\""
    for character in line.dropFirst() {
      pattern.append(character)
      if character == "\"", !isEscaped { break }
      isEscaped = character == "\\" && !isEscaped
    }
    return pattern
  }

  /// The first line that names a driver, counted from 1, and that driver.
  var firstDriver: (line: Int, name: String)? {
    for (index, line) in lines.enumerated() { if let driver = line.driver { return (index + 1, driver) } }
    return nil
  }

  // MARK: Edits

  /// Puts in the lines that are missing, and changes no other. Of several that fit a note, git takes the last. A text whose
  /// last line has no ending keeps that: so it can be taken back to the byte.
  mutating func add(notes: String, appending: [String]) {
    let isKnown = { (lines: [Line], pattern: String, driver: String) in
      lines.contains { $0.pattern == pattern && $0.attributes == ["merge=\(driver)"] }
    }
    if !isKnown(lines, notes, Self.driver) {
      insert("\(notes) merge=\(Self.driver)", at: lines.first { $0.driver == Self.appendingDriver }?.range.lowerBound)
    }
    for pattern in appending where !isKnown(lines, pattern, Self.appendingDriver) {
      insert("\(pattern) merge=\(Self.appendingDriver)", at: nil)
    }
  }

  /// `place`: nil for the end.
  private mutating func insert(_ line: String, at place: Int?) {
    let ending = LineEnding(of: bytes).bytes
    let isEnded = bytes.isEmpty || bytes.last == 0x0A
    switch place {
    case let place?: bytes.insert(contentsOf: Array(line.utf8) + ending, at: place)
    case nil where isEnded: bytes += Array(line.utf8) + ending
    case nil: bytes += ending + Array(line.utf8)
    }
  }

  /// Takes out the lines that say nothing but which of the two drivers merges.
  mutating func remove() {
    for line in lines.reversed() where line.attributes.count == 1 && line.driver != nil {
      let isUnended = line.range.upperBound >= bytes.count && bytes.last != 0x0A
      bytes.removeSubrange(line.range.lowerBound..<min(line.range.upperBound, bytes.count))
      // Then the line before it had no ending, either, before this one came.
      guard isUnended, bytes.last == 0x0A else { continue }
      bytes.removeLast()
      if bytes.last == 0x0D { bytes.removeLast() }
    }
  }
}
