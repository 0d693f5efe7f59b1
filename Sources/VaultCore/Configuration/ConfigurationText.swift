/// The lines of a `config.yaml`, and where each setting stands in them.
struct ConfigurationText {
  var lines: [[UInt8]]
  let lineEnd: [UInt8]
  let entries: [ConfigurationEntry]
  /// Why the text cannot be read at all; what is wrong with single settings does not count.
  let diagnostics: [Diagnostic]

  init(_ text: String) {
    var text = text
    (entries, diagnostics) = text.withUTF8 { ConfigurationEntry.read($0) }
    lineEnd = text.utf8.contains(0x0D) ? [0x0D, 0x0A] : [0x0A]
    let parts = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
    lines = parts.dropLast().map { Array($0) + [0x0A] }
    if let last = parts.last, !last.isEmpty { lines.append(Array(last)) }
  }

  var text: String { String(decoding: lines.joined(), as: UTF8.self) }

  func holds(_ name: String) -> Bool { entries.contains { $0.name.caseInsensitiveEquals(name) } }

  /// Writes the setting where it stands, else where it belongs. The result is the line, counted from 1, that it was
  /// written to; the caller looks whether all is as it should be.
  mutating func set(_ name: String, to value: String) -> Int {
    if let index = entries.lastIndex(where: { $0.name.caseInsensitiveEquals(name) }) {
      return replace(at: index, with: value)
    }
    guard let dot = name.firstIndex(of: ".") else { return append(["\(name): \(value)"]) }
    let section = String(name[..<dot])
    let key = String(name[name.index(after: dot)...])
    guard let parent = entries.firstIndex(where: { $0.isSection && $0.name.caseInsensitiveEquals(section) })
    else { return append(["\(section):", "  \(key): \(value)"]) }
    let end = endOfEntry(parent)
    let hasChild = parent + 1 < entries.count && isBelow(entries[parent + 1], entries[parent])
    let column = hasChild ? entries[parent + 1].location.column : entries[parent].location.column + 2
    closeLine(end - 1)
    lines.insert(Array(repeating: 0x20, count: column - 1) + Array("\(key): \(value)".utf8) + lineEnd, at: end)
    return end + 1
  }

  /// Takes the setting's lines away, wherever it stands. The result is the line of the first place, nil without one.
  mutating func remove(_ name: String) -> Int? {
    let places = entries.indices.filter { entries[$0].name.caseInsensitiveEquals(name) }
    // From the end, so that the lines of the places before stay where they are.
    for place in places.reversed() {
      var start = place
      // A section that holds nothing else goes as well: empty, it would be a value of its own.
      if let section = section(of: place), isOnlyChild(place, of: section) { start = section }
      let from = entries[start].location.line - 1
      let to = place + 1 < entries.count ? entries[place + 1].location.line - 1 : lines.count
      guard lines.indices.contains(from), to <= lines.count else { continue }
      let end = withoutRemarks(before: to, behind: entries[place].location.line)
      if from < end { lines.removeSubrange(from..<end) }
    }
    return places.first.map { entries[$0].location.line }
  }

  private func section(of place: Int) -> Int? {
    entries[..<place].lastIndex { $0.isSection && isBelow(entries[place], $0) }
  }

  private func isOnlyChild(_ place: Int, of section: Int) -> Bool {
    entries.indices.allSatisfy { $0 == place || !isBelow(entries[$0], entries[section]) }
  }

  private func isBelow(_ entry: ConfigurationEntry, _ section: ConfigurationEntry) -> Bool {
    entry.name.utf8.starts(with: Array((section.name + ".").utf8))
  }

  private mutating func append(_ new: [String]) -> Int {
    closeLine(lines.count - 1)
    lines += new.map { Array($0.utf8) + lineEnd }
    return lines.count
  }

  /// Ends the line if the file does without a line ending.
  mutating func closeLine(_ index: Int) {
    guard lines.indices.contains(index), lines[index].last != 0x0A else { return }
    lines[index] += lineEnd
  }

  private mutating func replace(at index: Int, with value: String) -> Int {
    let entry = entries[index]
    let first = entry.location.line - 1
    let end = endOfEntry(index)
    guard lines.indices.contains(first), end > first, let colon = colon(of: entry) else { return entry.location.line }
    replace(first..<end, behind: colon, with: value)
    return entry.location.line
  }

  /// Puts a value, on one line, in the place of what stands behind the offset in the first of the lines; a comment in that
  /// line stays.
  mutating func replace(_ range: Range<Int>, behind offset: Int, with value: String) {
    let line = lines[range.lowerBound]
    var rest = comment(in: line, from: offset)
    if range.count > 1, rest.isEmpty { rest = lineEnding(of: line) }
    if rest.first == UInt8(ascii: "#") { rest.insert(0x20, at: 0) }
    lines.replaceSubrange(range, with: [line[...offset] + [0x20] + Array(value.utf8) + rest])
  }

  /// The index of the line behind the entry and all it holds; comments and blank lines before the next entry are not
  /// part of it.
  func endOfEntry(_ index: Int) -> Int {
    let entry = entries[index]
    let next = entries[(index + 1)...].first { !(entry.isSection && isBelow($0, entry)) }
    return withoutRemarks(
      before: min(next.map { $0.location.line - 1 } ?? lines.count, lines.count), behind: entry.location.line)
  }

  /// Comments and blank lines before the next entry are its own.
  func withoutRemarks(before end: Int, behind line: Int) -> Int {
    var end = end
    while end > line {
      let start = lines[end - 1].first { !$0.isSpaceOrTab }
      guard start == nil || start == 0x0A || start == 0x0D || start == UInt8(ascii: "#") else { break }
      end -= 1
    }
    return end
  }

  /// The offset in its line of the colon behind the entry's key.
  func colon(of entry: ConfigurationEntry) -> Int? {
    let line = lines[entry.location.line - 1]
    let bom = entry.location.line == 1 && line.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    var i = entry.location.column - 1 + bom
    guard i < line.count else { return nil }
    if line[i] == UInt8(ascii: "\"") || line[i] == UInt8(ascii: "'") {
      guard let close = line[(i + 1)...].firstIndex(of: line[i]) else { return nil }
      i = close
    }
    return line[i...].firstIndex(of: UInt8(ascii: ":"))
  }

  /// What follows the value on its line: blanks and a comment, if any, and the line's end.
  func comment(in line: [UInt8], from colon: Int) -> [UInt8] {
    var quote: UInt8?
    var i = colon + 1
    while i < line.count {
      let c = line[i]
      let afterWhitespace = line[i - 1] == 0x20 || line[i - 1] == 0x09
      if let open = quote {
        if c == UInt8(ascii: "\\"), open == UInt8(ascii: "\"") {
          i += 1
        } else if c == open {
          quote = nil
        }
      } else if c == UInt8(ascii: "\"") || c == UInt8(ascii: "'"), afterWhitespace || ",[{".utf8.contains(line[i - 1]) {
        quote = c
      } else if c == UInt8(ascii: "#"), afterWhitespace {
        break
      }
      i += 1
    }
    guard i < line.count else { return lineEnding(of: line) }
    while i > colon + 1, line[i - 1] == 0x20 || line[i - 1] == 0x09 { i -= 1 }
    return Array(line[i...])
  }

  private func lineEnding(of line: [UInt8]) -> [UInt8] {
    Array(line.suffix { $0 == 0x0A || $0 == 0x0D })
  }
}

extension Array {
  /// The longest end whose elements all are as asked.
  fileprivate func suffix(_ predicate: (Element) -> Bool) -> ArraySlice<Element> {
    self[(lastIndex { !predicate($0) }.map { $0 + 1 } ?? startIndex)...]
  }
}
