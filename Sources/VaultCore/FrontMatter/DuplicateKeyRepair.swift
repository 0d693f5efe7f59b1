import Yams

/// Gives the second and later ones of equal keys a name of their own in a copy of the text, since the parser refuses
/// a mapping with equal keys. Only keys that stand in one column under each other are found, which is how people
/// write them.
struct DuplicateKeyRepair {
  private(set) var renamed = 0
  private let yaml: YAMLText
  /// Byte offsets in the original text at which a marker is inserted, ascending.
  private var insertions: [Int] = []

  /// A private-use character that begins a renamed key.
  private static let marker: Unicode.Scalar = "\u{F8FF}"

  init(_ yaml: YAMLText) {
    self.yaml = yaml
  }

  static func isRenamed(_ key: String) -> Bool {
    key.unicodeScalars.first == marker
  }

  var text: String {
    var result: [UInt8] = []
    var start = 0
    for (number, offset) in insertions.enumerated() {
      result.append(contentsOf: yaml.bytes[start..<offset])
      result.append(contentsOf: "\(Self.marker)\(number)\(Self.marker)".utf8)
      start = offset
    }
    result.append(contentsOf: yaml.bytes[start...])
    return String(decoding: result, as: UTF8.self)
  }

  /// Where the later keys stand that equal the one at `mark`; empty when none could be told.
  mutating func rename(names: [String], firstAt mark: Mark) -> [SourceLocation] {
    guard let name = key(at: yaml.offset(of: mark))?.name, names.contains(name), mark.line >= 1 else { return [] }
    var found: [SourceLocation] = []
    for line in yaml.lines.dropFirst(mark.line) {
      guard let start = yaml.firstContent(from: line.offset, to: yaml.lineEnd(of: line.offset)) else { continue }
      let column = start - line.offset + 1
      if column < mark.column { break }
      guard column == mark.column, let key = key(at: start), key.name == name, !insertions.contains(key.offset)
      else { continue }
      insertions.append(key.offset)
      found.append(yaml.location(at: start))
    }
    insertions.sort()
    renamed = insertions.count
    return found
  }

  /// The key that begins at `start`, and where its text does.
  private func key(at start: Int) -> (name: String, offset: Int)? {
    guard let (end, _) = yaml.blockKey(from: start) else { return nil }
    let quotes = yaml.bytes[start] == UInt8(ascii: "\"") || yaml.bytes[start] == UInt8(ascii: "'") ? 1 : 0
    return (String(decoding: yaml.bytes[(start + quotes)..<(end - quotes)], as: UTF8.self), start + quotes)
  }
}
