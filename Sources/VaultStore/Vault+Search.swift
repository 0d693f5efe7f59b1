import VaultCore

/// A note that a search found.
package struct SearchHit: Sendable {
  package var record: NoteRecord
  /// Greater is better; 0 where the query has no words to rank by.
  package var score: Double
  /// The lines that match, in the order of the note.
  package var matches: [LineMatch]
}

package struct SearchResult: Sendable {
  package var hits: [SearchHit]
  /// How many notes match, whatever the limit.
  package var total: Int
}

package struct SearchOptions: Sendable {
  /// At most so many hits; all without one.
  package var limit: Int?
  /// At most so many lines of each hit; nil for all, 0 for none, which saves reading the notes.
  package var linesPerHit: Int?
  /// Overrides the order of relevance and `sort:`.
  package var sort: [Query.SortKey]

  package init(limit: Int? = nil, linesPerHit: Int? = 3, sort: [Query.SortKey] = []) {
    self.limit = limit
    self.linesPerHit = linesPerHit
    self.sort = sort
  }
}

extension Vault {
  /// The notes that match, best first; by path where they are equally good. A query without words is answered newest
  /// first.
  package func search(_ query: Query, options: SearchOptions = SearchOptions()) throws -> SearchResult {
    let patterns = patterns(of: query)
    var lines: LineReader? = options.linesPerHit == 0 ? nil : LineReader(self, patterns.positive)
    return try withSnapshot(patterns: patterns.all) { snapshot in
      let found = try select(patterns.root, patterns, in: snapshot)
      let heads = try snapshot.heads(of: found.notes)
      let scores = try scores(of: heads, found, patterns, in: snapshot)
      let sort = options.sort.isEmpty ? query.sort : options.sort
      let ordered = ordered(heads, scores, by: sort.isEmpty ? defaultOrder(patterns) : sort)
      let limit = [options.limit, query.limit].compactMap { $0 }.min()
      let chosen = limit.map { Array(ordered.prefix(max($0, 0))) } ?? ordered
      let records = try snapshot.records(of: chosen.map { heads[$0].id })
      var hits: [SearchHit] = []
      hits.reserveCapacity(chosen.count)
      for (index, record) in zip(chosen, records) {
        hits.append(
          SearchHit(
            record: record, score: scores[index],
            matches: lines?.matches(in: record.path, limit: options.linesPerHit) ?? []))
      }
      return SearchResult(hits: hits, total: heads.count)
    }
  }

  /// How many notes match.
  package func count(_ query: Query) throws -> Int {
    let patterns = patterns(of: query)
    return try withSnapshot(patterns: patterns.all) { try select(patterns.root, patterns, in: $0).notes.count }
  }

  // MARK: Selecting

  /// The words that a query asks for; says which of its texts can find nothing.
  func patterns(of query: Query) -> QueryPatterns {
    let patterns = QueryPatterns(query.root)
    for text in patterns.unsearchable {
      notice(VaultNotice("\"\(text)\" holds no letter, digit or symbol that is indexed, and is left out of the query"))
    }
    return patterns
  }

  struct Selection {
    var notes: IDSet
    /// The notes that each pattern occurs in.
    var byPattern: [WordPattern: IDSet]
  }

  func select(_ root: Query.Expression?, _ patterns: QueryPatterns, in snapshot: any VaultSnapshot) throws -> Selection
  {
    let universe = try snapshot.universe
    guard let root else { return Selection(notes: universe, byPattern: [:]) }
    var byPattern: [WordPattern: IDSet] = [:]
    let evaluation = QueryEvaluation(
      universe: universe,
      notes: { predicate in
        guard predicate.isText else { return try snapshot.notes(where: predicate, dayOf: self.day) }
        guard let pattern = patterns[predicate] else { return IDSet() }
        if let known = byPattern[pattern] { return known }
        let found = try snapshot.notes(with: pattern)
        byPattern[pattern] = found
        return found
      },
      notesWithTask: { try self.notes(withTask: $0, in: snapshot) })
    let notes = try evaluation.evaluate(root)
    return Selection(notes: notes, byPattern: byPattern)
  }

  private func notes(withTask expression: Query.Expression, in snapshot: any VaultSnapshot) throws -> IDSet {
    var query = try taskQuery(expression, in: snapshot)
    var found = IDSet()
    try snapshot.forEachTask(openOnly: false) { note, task in
      if !found.contains(note), query.matches(task, note: note) { found.insert(note) }
    }
    return found
  }

  // MARK: Ranking

  private func scores(
    of heads: [NoteHead], _ found: Selection, _ patterns: QueryPatterns, in snapshot: any VaultSnapshot
  ) throws -> [Double] {
    guard !patterns.positive.isEmpty, !heads.isEmpty else { return [Double](repeating: 0, count: heads.count) }
    let counts = try snapshot.counts(of: patterns.positive, in: found.notes)
    let frequencies = try patterns.positive.map { pattern in
      try (found.byPattern[pattern] ?? snapshot.notes(with: pattern)).count
    }
    let ranking = Ranking(
      noteCount: try snapshot.noteCount, bodyBytes: try snapshot.bodyBytes, frequencies: frequencies)
    let none = [PatternCounts](repeating: PatternCounts(), count: patterns.positive.count)
    var titles = TitleComparison(patterns.positive)
    return heads.map { head in
      ranking.score(
        counts[head.id] ?? none, bodyBytes: head.bodyBytes, titleIsQuery: titles.isQuery(head.title))
    }
  }

  private func defaultOrder(_ patterns: QueryPatterns) -> [Query.SortKey] {
    patterns.positive.isEmpty
      ? [Query.SortKey(.updated, isReversed: true)] : [Query.SortKey(.relevance)]
  }
}

/// The words of a query, as patterns.
struct QueryPatterns {
  private var byPredicate: [Query.Predicate: WordPattern] = [:]
  /// Every pattern, once.
  private(set) var all: [WordPattern] = []
  /// Those that make a note a hit, in the order written: what is ranked by and highlighted.
  private(set) var positive: [WordPattern] = []
  /// The query without the texts that hold nothing that is indexed: they say nothing about a note.
  private(set) var root: Query.Expression?
  /// Those texts.
  private(set) var unsearchable: [String] = []

  init(_ written: Query.Expression?) {
    guard let written else { return }
    let root = written
    var scanner = WordScanner()
    for term in root.terms where term.predicate.isText {
      guard byPredicate[term.predicate] == nil, let (field, match) = term.predicate.textMatch else { continue }
      if let pattern = WordPattern(match, field: field, scanner: &scanner) {
        byPredicate[term.predicate] = pattern
        if !all.contains(pattern) { all.append(pattern) }
      } else {
        unsearchable.append(match.text)
      }
    }
    self.root = root.pruned { byPredicate[$0] == nil && $0.isText }
    for (field, match) in root.positiveTexts {
      let predicate: Query.Predicate = field.map { .text($0, match) } ?? .words(match)
      if let pattern = byPredicate[predicate], !positive.contains(pattern) { positive.append(pattern) }
    }
  }

  subscript(predicate: Query.Predicate) -> WordPattern? { byPredicate[predicate] }
}

extension Query.Predicate {
  var isText: Bool { textMatch != nil }

  var textMatch: (field: SearchableText.Field?, match: Query.TextMatch)? {
    switch self {
    case .words(let match): (nil, match)
    case .text(let field, let match):
      switch field {
      case .title: (.title, match)
      case .heading: (.heading, match)
      case .alias: (.alias, match)
      case .content: (.body, match)
      }
    default: nil
    }
  }
}

/// Whether a title consists of just the words asked for.
struct TitleComparison {
  private let wanted: [UInt8]
  private var scanner = WordScanner()
  private var words: [UInt8] = []
  private var parts: [UInt8] = []

  init(_ patterns: [WordPattern]) {
    wanted = patterns.flatMap(\.bytes) + [0x20]
  }

  mutating func isQuery(_ title: String) -> Bool {
    var title = title
    // A title is about as long as its words.
    guard title.utf8.count <= 3 * wanted.count, wanted.count <= 3 * title.utf8.count + 8 else { return false }
    words.removeAll(keepingCapacity: true)
    parts.removeAll(keepingCapacity: true)
    words.append(0x20)
    title.withUTF8 { _ = scanner.append($0, to: &words, parts: &parts) }
    if scanner.lastRunLength >= 2, let blank = words.dropLast().lastIndex(of: 0x20) {
      words.removeSubrange((blank + 1)...)
    }
    return words == wanted
  }
}

/// Reads notes once more for the lines that match.
struct LineReader {
  private let reader: NoteReader
  private var matcher: LineMatcher

  init(_ vault: Vault, _ patterns: [WordPattern]) {
    reader = NoteReader(vault.pipeline)
    matcher = LineMatcher(patterns: patterns)
  }

  /// None for a note that has become unreadable meanwhile.
  mutating func matches(in path: NotePath, limit lines: Int?) -> [LineMatch] {
    guard case .bytes(let bytes) = reader.read(path).content else { return [] }
    return bytes.withUnsafeBufferPointer { bytes in
      matcher.matches(in: bytes, document: MarkdownDocument(bytes), limit: lines)
    }
  }
}
