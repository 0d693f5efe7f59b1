/// A paragraph, list, table, quote or fenced block of a real note, its wikilinks taken out.
struct TextBlock: Sendable {
  enum Piece: Sendable {
    case text([UInt8])
    /// Where a wikilink stood: what to print when no link goes here.
    case slot([UInt8])
  }

  let pieces: [Piece]
  /// Begins with a letter and is no code: a sentence can follow its end.
  let isProse: Bool
  let isTable: Bool

  /// `bytes`: whole lines without the last newline. Returns nil where the block, put between others, could change
  /// what they are (open HTML, comments, front matter marks) or would add tasks, which are counted exactly.
  init?(_ bytes: [UInt8]) {
    guard let first = bytes.first, first != Byte.blank, first != Byte.tab, first != UInt8(ascii: "<") else {
      return nil
    }
    guard !bytes.contains(where: { ($0 < 0x20 && $0 != Byte.newline && $0 != Byte.tab) || $0 == 0x7F }) else {
      return nil
    }
    guard Self.hazards.allSatisfy({ bytes.firstPosition(of: $0) == nil }) else { return nil }
    guard !bytes.starts(with: "---"), !bytes.starts(with: "+++"), !bytes.starts(with: "===") else { return nil }
    let isFence = bytes.starts(with: "```") || bytes.starts(with: "~~~")
    guard isFence || (bytes.firstPosition(of: "```") == nil && bytes.firstPosition(of: "~~~") == nil) else {
      return nil
    }
    guard !bytes.split(separator: Byte.newline).contains(where: Self.isTask) else { return nil }
    pieces = isFence ? [.text(bytes)] : Self.cut(bytes)
    isProse = first.isLetter && !bytes.contains(Byte.newline)
    isTable = first == UInt8(ascii: "|")
  }

  private static let hazards = [
    "%%", "<!", "<?", "<pre", "<script", "<style", "<textarea", "<PRE", "<SCRIPT", "<STYLE", "<TEXTAREA",
  ]

  private static func isTask(_ line: ArraySlice<UInt8>) -> Bool {
    var rest = line.drop { $0 == Byte.blank || $0 == Byte.tab || $0 == UInt8(ascii: ">") }
    guard let marker = rest.first else { return false }
    if marker.isDigit {
      rest = rest.drop(while: \.isDigit)
      guard rest.first == UInt8(ascii: ".") || rest.first == UInt8(ascii: ")") else { return false }
    } else if ![UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "+")].contains(marker) {
      return false
    }
    rest = rest.dropFirst().drop { $0 == Byte.blank || $0 == Byte.tab }
    guard rest.first == UInt8(ascii: "[") else { return false }
    return rest.dropFirst().prefix(5).contains(UInt8(ascii: "]"))
  }

  /// `[[Folder/Name#Part|shown]]` becomes a slot that says `shown`, or `Name`.
  private static func cut(_ bytes: [UInt8]) -> [Piece] {
    var pieces: [Piece] = []
    var done = 0
    while let open = bytes.firstPosition(of: "[[", from: done) {
      guard let close = bytes.firstPosition(of: "]]", from: open + 2) else { break }
      let inner = bytes[open + 2..<close]
      let shown = fallback(inner)
      guard !shown.isEmpty, !inner.contains(Byte.newline), !inner.contains(UInt8(ascii: "[")) else {
        pieces.append(.text(Array(bytes[done..<open + 2])))
        done = open + 2
        continue
      }
      let isEmbed = open > done && bytes[open - 1] == UInt8(ascii: "!")
      pieces.append(.text(Array(bytes[done..<(isEmbed ? open - 1 : open)])))
      pieces.append(.slot(shown))
      done = close + 2
    }
    pieces.append(.text(Array(bytes[done...])))
    return pieces
  }

  private static func fallback(_ inner: ArraySlice<UInt8>) -> [UInt8] {
    if let bar = inner.lastIndex(of: UInt8(ascii: "|")) { return Array(inner[(bar + 1)...]) }
    let target = inner.prefix { $0 != UInt8(ascii: "#") }
    let name = target.lastIndex(of: UInt8(ascii: "/")).map { target[($0 + 1)...] } ?? target
    return Array(name)
  }
}
