import Yams

/// Gives the second and later ones of equal keys a name of their own in a copy of the text, since the parser refuses
/// a mapping with equal keys. Only keys that stand in one column under each other are found, which is how people
/// write them.
struct DuplicateKeyRepair {
  private(set) var renamed = 0
  private let positions: YAMLPositions
  /// Byte offsets in the original text at which a marker is inserted, ascending.
  private var insertions: [Int] = []

  /// A private-use character that begins a renamed key.
  private static let marker: Unicode.Scalar = "\u{F8FF}"

  init(positions: YAMLPositions) {
    self.positions = positions
  }

  static func isRenamed(_ key: String) -> Bool {
    key.unicodeScalars.first == marker
  }

  var text: String {
    var result: [UInt8] = []
    var start = 0
    for (number, offset) in insertions.enumerated() {
      result.append(contentsOf: positions.bytes[start..<offset])
      result.append(contentsOf: "\(Self.marker)\(number)\(Self.marker)".utf8)
      start = offset
    }
    result.append(contentsOf: positions.bytes[start...])
    return String(decoding: result, as: UTF8.self)
  }

  /// Where the later keys stand that equal the one at `mark`; empty when none could be told.
  mutating func rename(names: [String], firstAt mark: Mark) -> [SourceLocation] {
    let bytes = positions.bytes
    let first = positions.offset(of: mark)
    guard let name = key(at: first)?.name, names.contains(name), mark.line >= 1 else { return [] }
    var found: [SourceLocation] = []
    for line in positions.lines.dropFirst(mark.line) {
      var start = line.offset
      while start < bytes.count, bytes[start] == 0x20 { start += 1 }
      guard start < bytes.count, !isIgnored(bytes[start]) else { continue }
      let column = start - line.offset + 1
      if column < mark.column { break }
      guard column == mark.column, let key = key(at: start), key.name == name, !insertions.contains(key.offset)
      else { continue }
      insertions.append(key.offset)
      found.append(positions.location(at: start))
    }
    insertions.sort()
    renamed = insertions.count
    return found
  }

  /// Returns true when a line that begins so is blank or a comment.
  private func isIgnored(_ c: UInt8) -> Bool {
    c == 0x0A || c == 0x0D || c == UInt8(ascii: "#")
  }

  /// The key that begins at `start`, and where its text does.
  private func key(at start: Int) -> (name: String, offset: Int)? {
    let bytes = positions.bytes
    guard start < bytes.count else { return nil }
    let quote = bytes[start]
    var i = start
    if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
      i += 1
      while i < bytes.count, bytes[i] != quote {
        guard bytes[i] != UInt8(ascii: "\\"), bytes[i] != 0x0A else { return nil }
        i += 1
      }
      guard i < bytes.count else { return nil }
      return (String(decoding: bytes[(start + 1)..<i], as: UTF8.self), start + 1)
    }
    while i < bytes.count, bytes[i] != 0x0A {
      if bytes[i] == UInt8(ascii: ":"), i + 1 == bytes.count || bytes[i + 1].isSpaceOrLineBreak {
        var end = i
        while end > start, bytes[end - 1].isSpaceOrLineBreak { end -= 1 }
        return (String(decoding: bytes[start..<end], as: UTF8.self), start)
      }
      i += 1
    }
    return nil
  }
}
