import Foundation

/// Splits a note into words with no rules but the plainest, so that of the words it calls plain everybody can say in
/// which notes they stand: ASCII letters alone, `like`, `Like` or `LIKE` this, with blanks, marks or ends around them.
struct NoteWords {
  enum Piece: Equatable {
    /// In small letters.
    case plain(String)
    /// Part of something that programs may split or fold in one way or another: `fooBar`, `foo_1`, `café`.
    case unclear(String)
    /// As plain, but too short to be chosen.
    case short(String)
    /// A word that is too long to be chosen, or has other signs than ASCII letters.
    case other
    /// What some programs skip and others take for a word: emoji, scripts without capitals, underscores.
    case gap
  }

  struct Token: Equatable {
    let piece: Piece
    /// True where one blank and nothing else is between this and the token before.
    let followsBlank: Bool
    /// True where the note's front matter, which programs may read as data, holds it.
    let isInFrontMatter: Bool
  }

  /// Of words that are chosen.
  static let lengths = 4...15

  private let bytes: [UInt8]
  private let bodyStart: Int
  /// True where all words of the note are unclear: it is not text as ripgrep knows it.
  let isOdd: Bool

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    bodyStart = Self.bodyStart(bytes) ?? bytes.count
    isOdd = bytes.contains(0) || String(validating: bytes, as: UTF8.self) == nil
  }

  /// Behind the front matter; nil where that has no end.
  static func bodyStart(_ bytes: [UInt8]) -> Int? {
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let firstLine = line(of: bytes, from: start)
    guard let fence = ["---", "+++"].first(where: { bytes[firstLine].starts(with: $0.utf8) }) else { return start }
    var next = firstLine.upperBound + 1
    while next < bytes.count {
      let line = line(of: bytes, from: next)
      let text = String(decoding: bytes[line], as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
      if text == fence { return line.upperBound }
      next = line.upperBound + 1
    }
    return nil
  }

  private static func line(of bytes: [UInt8], from start: Int) -> Range<Int> {
    start..<(bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count)
  }

  func scan(_ body: (Token) -> Void) {
    var at = 0
    var lastEnd: Int?
    while at < bytes.count {
      let separator = Self.separatorLength(bytes, at)
      if separator > 0 {
        at += separator
        continue
      }
      let start = at
      var kinds: RunKinds = []
      while at < bytes.count, Self.separatorLength(bytes, at) == 0 {
        kinds.insert(RunKinds(bytes[at]))
        at += 1
      }
      let followsBlank = lastEnd.map { $0 == start - 1 && bytes[$0] == UInt8(ascii: " ") } ?? false
      lastEnd = at
      let isInFrontMatter = start < bodyStart
      func token(_ piece: Piece, _ followsBlank: Bool = false) -> Token {
        Token(piece: piece, followsBlank: followsBlank, isInFrontMatter: isInFrontMatter)
      }
      let run = bytes[start..<at]
      if kinds.isSubset(of: [.small, .capital]), Self.isOrdinary(run, kinds) {
        if run.count > Self.lengths.upperBound { body(token(.unclear(Self.beginning(of: run)))) }
        body(token(Self.piece(of: run), followsBlank))
      } else {
        for piece in Self.pieces(of: run, kinds) { body(token(.unclear(piece))) }
        let isWord = run.contains { $0 < 0x80 && $0 != UInt8(ascii: "_") }
        body(token(isWord ? .other : .gap))
      }
    }
  }

  /// What stands in a run of characters.
  private struct RunKinds: OptionSet {
    let rawValue: UInt8

    static let small = RunKinds(rawValue: 1)
    static let capital = RunKinds(rawValue: 2)
    static let digit = RunKinds(rawValue: 4)
    static let beyondASCII = RunKinds(rawValue: 8)

    init(rawValue: UInt8) { self.rawValue = rawValue }

    init(_ byte: UInt8) {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"): self = .small
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): self = .capital
      case 0x80...: self = .beyondASCII
      default: self = .digit
      }
    }
  }

  /// 0 where a letter, a digit, an underscore or anything beyond ASCII stands, but for the quotation marks, dashes and
  /// blanks that prose has beside its words.
  private static func separatorLength(_ bytes: [UInt8], _ at: Int) -> Int {
    switch bytes[at] {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
      return 0
    case ..<0x80: return 1
    case 0xC2 where at + 1 < bytes.count: return [0xA0, 0xAB, 0xBB].contains(bytes[at + 1]) ? 2 : 0
    // U+2010 to U+2027, without the apostrophe.
    case 0xE2 where at + 2 < bytes.count && bytes[at + 1] == 0x80:
      return (0x90...0xA7).contains(bytes[at + 2]) && bytes[at + 2] != 0x99 ? 3 : 0
    default: return 0
    }
  }

  private static func isOrdinary(_ run: ArraySlice<UInt8>, _ kinds: RunKinds) -> Bool {
    kinds != [.small, .capital] || !run.dropFirst().contains { $0 < UInt8(ascii: "a") }
  }

  private static func piece(of run: ArraySlice<UInt8>) -> Piece {
    if lengths.contains(run.count) { return .plain(folded(run)) }
    return run.count < lengths.lowerBound ? .short(folded(run)) : .other
  }

  /// What stands for a word that is too long to be chosen: some that are chosen may begin it.
  private static func beginning(of run: ArraySlice<UInt8>) -> String { folded(run.prefix(lengths.upperBound + 1)) }

  private static func folded(_ run: ArraySlice<UInt8>) -> String {
    String(decoding: run.lazy.map { $0 | 0x20 }, as: UTF8.self)
  }

  /// Every word that a program might see in the run.
  private static func pieces(of run: ArraySlice<UInt8>, _ kinds: RunKinds) -> Set<String> {
    var pieces: Set<String> = []
    var texts = [Array(run)]
    if kinds.contains(.beyondASCII) {
      let folded = String(decoding: run, as: UTF8.self).folding(
        options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
      texts.append(Array(folded.utf8))
    }
    for text in texts {
      for letters in text.split(whereSeparator: { RunKinds($0).isSubset(of: [.digit, .beyondASCII]) }) {
        for start in letters.indices where start == letters.startIndex || isHump(letters, start) {
          let (near, far) = (start + lengths.lowerBound, min(start + lengths.upperBound, letters.endIndex))
          guard near <= far else { continue }
          if far < letters.endIndex { pieces.insert(beginning(of: letters[start...])) }
          for end in near...far where end == letters.endIndex || isHump(letters, end) {
            pieces.insert(folded(letters[start..<end]))
          }
        }
      }
    }
    return pieces
  }

  /// Returns true where a part of a word like `fooBarBAZ` may begin there.
  private static func isHump(_ letters: ArraySlice<UInt8>, _ at: Int) -> Bool {
    let isCapital = letters[at] < UInt8(ascii: "a")
    guard at > letters.startIndex, isCapital else { return at == letters.startIndex }
    return letters[at - 1] >= UInt8(ascii: "a") || (at + 1 < letters.endIndex && letters[at + 1] >= UInt8(ascii: "a"))
  }
}
