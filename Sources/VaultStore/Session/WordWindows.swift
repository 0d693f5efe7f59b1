import VaultCore

/// The runs of words around a place of a text, the longest first: what may be a name there.
struct WordWindows {
  /// Folded as `NameMatcher` compares names.
  let texts: [[UInt8]]

  /// No name has more words.
  private static let most = 12
  /// So far before and behind the place, in bytes: a line may be megabytes.
  private static let reach = 400

  /// - Parameter offset: in the bytes.
  init(around offset: Int, in bytes: [UInt8]) {
    func isEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }
    let offset = min(max(offset, 0), bytes.count)
    let start = bytes[max(0, offset - Self.reach)..<offset].lastIndex(where: isEnd).map { $0 + 1 }
    var line =
      (start ?? max(0, offset - Self.reach))..<(bytes[offset...].prefix(Self.reach).prefix { !isEnd($0) }.endIndex)
    // No character is cut.
    while line.lowerBound < offset, bytes[line.lowerBound] & 0xC0 == 0x80 {
      line = line.lowerBound + 1..<line.upperBound
    }
    let words = Self.words(bytes, line)
    guard let here = words.firstIndex(where: { $0.lowerBound <= offset && offset <= $0.upperBound }) else {
      texts = []
      return
    }
    var folding = NameFolding()
    var windows: [SourceRange] = []
    for first in max(0, here - Self.most + 1)...here {
      for last in here..<min(words.count, first + Self.most) {
        windows.append(words[first].lowerBound..<words[last].upperBound)
      }
    }
    texts = windows.sorted { $0.count > $1.count }.map { folding.folded(String(decoding: bytes[$0], as: UTF8.self)) }
  }

  /// Letters and digits without anything between them.
  private static func words(_ bytes: [UInt8], _ line: SourceRange) -> [SourceRange] {
    var words: [SourceRange] = []
    var (place, start) = (line.lowerBound, Int?.none)
    for character in String(decoding: bytes[line], as: UTF8.self) {
      if character.isLetter || character.isNumber {
        if start == nil { start = place }
      } else if let first = start {
        words.append(first..<place)
        start = nil
      }
      place += character.utf8.count
    }
    if let start { words.append(start..<min(place, line.upperBound)) }
    return words
  }
}
