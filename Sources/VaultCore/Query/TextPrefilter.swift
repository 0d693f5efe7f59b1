/// Rules notes out by their bytes alone, before they are parsed: what a query's words have to hold, wherever it stands.
///
/// A note that it lets through need not match; one that it does not let through cannot.
package struct TextPrefilter: Sendable {
  private struct Piece: Sendable {
    var search: ByteSearch
    /// Whether no note without it matches.
    var isRequired: Bool
    /// The pattern that it belongs to, by its place in `patterns`; nil for one of a check.
    var pattern: Int?
  }

  /// What is ranked by.
  package let patterns: [WordPattern]
  private var pieces: [Piece] = []

  /// Nil where nothing can be ruled out, or where an answer takes more than the notes that are left.
  package init?(_ texts: QueryTexts) {
    patterns = texts.positivePatterns
    guard let root = texts.root, !root.terms.contains(where: { $0.predicate.asksAboutOtherNotes }) else { return nil }
    let required: [Query.Expression] = if case .and(let operands) = root { operands } else { [root] }
    for case .term(let term) in required {
      switch texts[term.predicate] {
      case .words(let pattern): add(Self.words(of: pattern), isRequired: true, patterns.firstIndex(of: pattern))
      case .check(let check): add(Self.words(of: check.requirement), isRequired: true, nil)
      case nil: break
      }
    }
    guard !pieces.isEmpty else { return nil }
    for (place, pattern) in patterns.enumerated() where !pieces.contains(where: { $0.pattern == place }) {
      add(Self.words(of: pattern), isRequired: false, place)
    }
  }

  private mutating func add(_ words: [[UInt8]], isRequired: Bool, _ pattern: Int?) {
    for word in words where word.count > 1 && word.allSatisfy({ $0 < 0x80 }) {
      pieces.append(Piece(search: ByteSearch(word), isRequired: isRequired, pattern: pattern))
    }
  }

  private static func words(of pattern: WordPattern) -> [[UInt8]] {
    pattern.bytes.split(separator: 0x20).map(Array.init)
  }

  private static func words(of requirement: IndexRequirement) -> [[UInt8]] {
    switch requirement {
    case .anything, .any: []
    case .words(let pattern): words(of: pattern)
    case .part(let part): [part.bytes]
    case .all(let parts): parts.flatMap { words(of: $0) }
    }
  }

  /// What is known of a note without parsing it.
  package struct Verdict: Sendable {
    package var mayMatch: Bool
    /// Whether each of `patterns` may occur in it.
    package var patterns: [Bool]
  }

  /// Keeps its memory from note to note.
  package struct Reader {
    private var scanner = WordScanner()
    private var folded: [UInt8] = []

    package init() {}

    /// `name`: the file's, which a note without a title is called by.
    package mutating func verdict(_ filter: TextPrefilter, bytes: [UInt8], name: String) -> Verdict {
      var verdict = Verdict(mayMatch: true, patterns: Array(repeating: true, count: filter.patterns.count))
      if TextPrefilter.mayHoldMoreThanItsBytes(bytes) { return verdict }
      folded.removeAll(keepingCapacity: true)
      bytes.withUnsafeBufferPointer { scanner.appendFolded($0, to: &folded) }
      folded.append(0x0A)
      var name = name
      name.withUTF8 { scanner.appendFolded($0, to: &folded) }
      folded.withUnsafeBytes { text in
        for piece in filter.pieces where piece.search.first(in: text) == nil {
          if piece.isRequired { verdict.mayMatch = false }
          if let pattern = piece.pattern { verdict.patterns[pattern] = false }
        }
      }
      return verdict
    }
  }

  /// Whether text may be written otherwise than letter by letter: an entity in a heading, or an escape in front matter.
  private static func mayHoldMoreThanItsBytes(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { hasEntityInHeading($0) || hasEscapeInFrontMatter($0) }
  }

  private static func hasEntityInHeading(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var at = 0
    while let ampersand = ampersand.first(in: bytes, from: at) {
      at = ampersand + 1
      guard isEntity(bytes, from: at) else { continue }
      var start = ampersand
      while start > 0, !isLineEnd(bytes[start - 1]), bytes[start - 1] != UInt8(ascii: "#") { start -= 1 }
      if start > 0, bytes[start - 1] == UInt8(ascii: "#") { return true }
      // Or the line below makes it one.
      var end = at
      while end < bytes.count, !isLineEnd(bytes[end]) { end += 1 }
      while end < bytes.count, bytes[end] <= 0x20 || bytes[end] == UInt8(ascii: ">") { end += 1 }
      if end < bytes.count, bytes[end] == UInt8(ascii: "=") || bytes[end] == UInt8(ascii: "-") { return true }
    }
    return false
  }

  private static func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

  /// Whether what stands behind `&` is a name or a number, and `;`.
  private static func isEntity(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Bool {
    for place in start..<min(start + 33, bytes.count) {
      let byte = bytes[place]
      if byte == UInt8(ascii: ";") { return place > start }
      let isOfName = byte == UInt8(ascii: "#") || byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26
      if !isOfName { return false }
    }
    return false
  }

  /// JSON ends with a brace of which it is not known which it is, so there all of the note counts.
  private static func hasEscapeInFrontMatter(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    guard start + 3 < bytes.count else { return false }
    let opening = bytes[start]
    let isFenced = [UInt8(ascii: "-"), UInt8(ascii: "+")].contains(opening) && bytes[start + 1] == opening
    guard isFenced || opening == UInt8(ascii: "{"), let backslash = backslash.first(in: bytes) else { return false }
    guard isFenced else { return backslash < longestFrontMatter }
    let fence = ByteSearch([0x0A, opening, opening, opening])
    return backslash < fence.first(in: bytes, from: start) ?? min(bytes.count, longestFrontMatter)
  }

  /// In bytes; longer ones are not read.
  private static let longestFrontMatter = 1 << 16
  private static let ampersand = ByteSearch([UInt8(ascii: "&")])
  private static let backslash = ByteSearch([UInt8(ascii: "\\")])
}

extension Query.Predicate {
  /// Whether other notes than the one that is asked about decide.
  fileprivate var asksAboutOtherNotes: Bool {
    switch self {
    case .link, .isNote(.orphan), .isTask(.blocked): true
    default: false
    }
  }
}
