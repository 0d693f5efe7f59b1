import VaultCore

/// What the links of other notes call the notes that a query found, as far as it has words of the query.
struct LinkTexts {
  /// By note; each text once, however many links have it.
  private var texts: [Int: Set<String>] = [:]
  private let patterns: [WordPattern?]

  /// A word that so many notes have does not tell which of them is meant, and it would take long to look at all links.
  private static let mostNotes = 2_000
  /// So many notes are looked at for one word, since each takes as long as a search for a rare word.
  private static let mostSources = 200

  /// The most links of one note that are looked at.
  private static let mostLinks = 10_000

  /// - Parameters:
  ///   - patterns: Nil for what is no words.
  ///   - frequencies: In how many notes each of them occurs.
  init(_ patterns: [WordPattern?], frequencies: [Int], heads: [NoteHead], _ reader: VaultReader) throws {
    self.patterns = patterns.map { $0.flatMap { Self.isAsked($0) ? $0 : nil } }
    let snapshot = try reader.snapshot
    guard self.patterns.contains(where: { $0 != nil }) else { return }
    var sources = IDSet()
    for (pattern, frequency) in zip(self.patterns, frequencies) {
      // Where not all notes are at hand, links are not either.
      guard let pattern, frequency <= Self.mostNotes, snapshot.knownCount(of: pattern) == nil else { continue }
      let notes = try snapshot.notes(with: pattern.looking(in: .link))
      if notes.count <= Self.mostSources { sources.formUnion(notes) }
    }
    guard !sources.isEmpty else { return }
    let links = try ResolvedLinks(reader, heads: heads)
    let found = Set(heads.map(\.id))
    var words = LinkWords(self.patterns)
    for source in try snapshot.heads(of: sources) {
      try reader.cancellation?.check()
      var looked = 0
      try links.forEachLink(
        of: source.id, at: source.path,
        where: {
          looked += 1
          return looked <= Self.mostLinks && $0.callsItsTarget && words.isFound(in: $0.text)
        },
        { link, target in if found.contains(target) { texts[target, default: []].insert(link.text) } })
    }
  }

  /// Words in a row, and those that are asked for in one field or anywhere in a word, are not asked of links.
  private static func isAsked(_ pattern: WordPattern) -> Bool {
    pattern.field == nil && !pattern.isInside && pattern.wordCount == 1
  }

  /// What will be looked for in links: a pattern for each that is asked of them.
  static func patterns(for patterns: [WordPattern]) -> [WordPattern] {
    patterns.filter(isAsked).map { $0.looking(in: .link) }
  }

  /// In no particular order.
  func texts(for note: Int) -> Set<String> { texts[note] ?? [] }

  /// How many of them have each pattern; empty where there is none.
  func occurrences(for note: Int) -> [Int] {
    guard let texts = texts[note] else { return [] }
    var words = LinkWords(patterns)
    return texts.reduce(into: [Int](repeating: 0, count: patterns.count)) { counts, text in
      for (index, isFound) in words.found(in: text).enumerated() where isFound { counts[index] += 1 }
    }
  }
}

/// Tells which patterns occur in texts of links. Keeps its memory from text to text.
private struct LinkWords {
  private let patterns: [WordPattern?]
  private var scanner = WordScanner()
  private var words: [UInt8] = []

  init(_ patterns: [WordPattern?]) { self.patterns = patterns }

  mutating func found(in text: String) -> [Bool] {
    words = [0x20]
    scanner.append(link: text, to: &words)
    return patterns.map { $0.map { $0.occurrences(in: words).begun > 0 } ?? false }
  }

  mutating func isFound(in text: String) -> Bool { found(in: text).contains(true) }
}
