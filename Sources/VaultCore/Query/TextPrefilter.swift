/// Rules notes out by their bytes alone, before they are parsed: what a query's words have to hold, wherever it stands.
///
/// A note that it lets through need not match; one that it does not let through cannot.
package struct TextPrefilter: Sendable {
  private struct Piece: Sendable {
    var search: CaselessSearch
    /// True when no note without it matches.
    var isRequired: Bool
    /// The pattern that it belongs to, by its place in `patterns`; nil for one of a check.
    var pattern: Int?
  }

  /// What is ranked by.
  package let patterns: [WordPattern]
  private var pieces: [Piece] = []
  /// Bytes of the longest piece.
  private var longest = 0

  /// Returns nil when nothing can be ruled out, or where an answer takes more than the notes that are left.
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
    for word in words where Self.isTelling(word) {
      longest = max(longest, word.count)
      pieces.append(Piece(search: CaselessSearch(word), isRequired: isRequired, pattern: pattern))
    }
  }

  /// One letter is nearly everywhere, and what stands for a letter beyond ASCII is for the scanner to say.
  private static func isTelling(_ word: [UInt8]) -> Bool { word.count > 1 && word.allSatisfy { $0 < 0x80 } }

  /// What each text has to hold that meets the requirement, where all of it is ASCII.
  static func pieces(of requirement: IndexRequirement) -> [CaselessSearch] {
    words(of: requirement).filter(isTelling).map(CaselessSearch.init)
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
    /// True when each of `patterns` may occur in it.
    package var patterns: [Bool]
  }

  /// Keeps its memory from note to note.
  package struct Reader {
    private var scanner = WordScanner()
    private var folded: [UInt8] = []

    package init() {}

    /// `name`: the file's, which a note without a title is called by.
    package mutating func verdict(
      _ filter: TextPrefilter, bytes: UnsafeBufferPointer<UInt8>, name: UnsafeBufferPointer<UInt8>
    ) -> Verdict {
      var verdict = Verdict(mayMatch: true, patterns: Array(repeating: true, count: filter.patterns.count))
      if TextPrefilter.mayHoldMoreThanItsBytes(bytes) { return verdict }
      folded.removeAll(keepingCapacity: true)
      scanner.appendFoldedBeyondASCII(name, reach: filter.longest, to: &folded)
      scanner.appendFoldedBeyondASCII(bytes, reach: filter.longest, to: &folded)
      folded.withUnsafeBufferPointer { folded in
        for piece in filter.pieces
        where !piece.search.isFound(in: bytes) && !piece.search.isFound(in: name) && !piece.search.isFound(in: folded) {
          if piece.isRequired { verdict.mayMatch = false }
          if let pattern = piece.pattern { verdict.patterns[pattern] = false }
        }
      }
      return verdict
    }
  }

  /// Returns true when text may be written otherwise than letter by letter: by an escape in front matter, or with markup in
  /// a heading that may be the title (`# Sour**dough**`, `# Caf&eacute;`).
  private static func mayHoldMoreThanItsBytes(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let range = FrontMatterFence.find(in: bytes).contentRange
    return backslash.first(in: UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: bytes[range]))) != nil
      || mayHaveTitleWithMarkup(bytes)
  }

  private static let backslash = ByteSearch([UInt8(ascii: "\\")])

  /// Looks at lines that begin as headings of the first level do, wherever they stand. One that is underlined with `=` is
  /// taken to have markup.
  private static func mayHaveTitleWithMarkup(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var start = 0
    while start < bytes.count {
      var i = start
      while i < bytes.count, bytes[i] == 0x20, i < start + 3 { i += 1 }
      if i < bytes.count, bytes[i] == UInt8(ascii: "=") { return true }
      if i + 1 < bytes.count, bytes[i] == UInt8(ascii: "#"), bytes[i + 1].isSpaceOrTab {
        while i < bytes.count, bytes[i] != 0x0A, bytes[i] != 0x0D {
          if titleMarkup.contains(bytes[i]) { return true }
          i += 1
        }
      }
      // A carriage return alone ends a line, too.
      guard let end = bytes.place(of: 0x0A, from: i) else { return bytes[start...].dropLast().contains(0x0D) }
      if bytes[start..<end].dropLast().contains(0x0D) { return true }
      start = end + 1
    }
    return false
  }

  private static let titleMarkup: Set<UInt8> = Set("&*_`~=<[]\\%$^".utf8)
}

extension Query.Predicate {
  /// True when other notes than the one that is asked about decide.
  fileprivate var asksAboutOtherNotes: Bool {
    switch self {
    case .link, .git, .isNote(.orphan), .isTask(.blocked): true
    default: false
    }
  }
}
