import VaultCore

/// The notes that a query selects, each with its score.
struct RankedNotes {
  private(set) var heads: [NoteHead]
  /// In the order of `heads`; 0 for all where nothing is ranked by.
  private(set) var scores: [Double]
  private let ranking: Ranking
  private let tests: [QueryTexts.Test]
  private let counts: CountedNotes
  private let traits: (NoteHead) -> Ranking.Traits

  init(
    _ found: NoteSelection, _ texts: QueryTexts, _ reader: VaultReader
  ) throws {
    let snapshot = try reader.snapshot
    let heads = try snapshot.heads(of: found.notes)
    self.heads = heads
    tests = texts.positive
    guard !tests.isEmpty, !heads.isEmpty else {
      scores = [Double](repeating: 0, count: heads.count)
      ranking = Ranking(noteCount: 0, bodyBytes: 0, frequencies: [])
      counts = CountedNotes(patternCount: 0)
      traits = { _ in Ranking.Traits(bodyBytes: 0, titleIsQuery: false) }
      return
    }
    let counts = Self.counts(
      try snapshot.counts(of: texts.positivePatterns, in: found.notes), with: found, tests, heads)
    self.counts = counts
    let frequencies = try tests.map { test in
      switch test {
      case .words(let pattern):
        try snapshot.knownCount(of: pattern) ?? (found.byPattern[pattern] ?? snapshot.notes(with: pattern)).count
      // In how many others it stands is not known; nobody wants to read all notes for that.
      case .check(let check): heads.count { found.byCheck[check]?[$0.id] != nil }
      }
    }
    ranking = Ranking(noteCount: try snapshot.noteCount, bodyBytes: try snapshot.bodyBytes, frequencies: frequencies)
    var titles = TitleComparison(texts.positivePatterns)
    let (today, zone) = (reader.environment.today, reader.environment.offset)
    traits = { head in
      Ranking.Traits(
        bodyBytes: head.bodyBytes, titleIsQuery: titles.isQuery(head.title), isPinned: head.pinned,
        ageInDays: Int(today.dayNumber) - Int(head.updated.day(in: zone).dayNumber))
    }
    var turns = CancellableTurns(reader.cancellation)
    scores = try heads.map { [ranking, traits, none = Self.none(tests)] head in
      try turns.next()
      return ranking.score(counts[head.id] ?? none, traits(head)).total
    }
  }

  /// The counts of a note that holds none of the texts, for which the index has nothing.
  private static func none(_ tests: [QueryTexts.Test]) -> NoteCounts {
    NoteCounts(patterns: [PatternCounts](repeating: PatternCounts(), count: tests.count))
  }

  /// What was found by words, and among it what was found by reading, in the order of the query.
  private static func counts(
    _ byWords: CountedNotes, with found: NoteSelection, _ tests: [QueryTexts.Test], _ heads: [NoteHead]
  ) -> CountedNotes {
    guard tests.contains(where: { if case .check = $0 { true } else { false } }) else { return byWords }
    var counts = CountedNotes(patternCount: tests.count)
    for head in heads {
      let own = byWords[head.id]
      let words = own?.patterns ?? []
      var next = 0
      let all = tests.map { test -> PatternCounts in
        switch test {
        case .words:
          defer { next += 1 }
          return next < words.count ? words[next] : PatternCounts()
        case .check(let check): return found.byCheck[check]?[head.id] ?? PatternCounts()
        }
      }
      counts.append(head.id, all, proximity: own?.proximity)
    }
    return counts
  }

  var defaultOrder: [Query.SortKey] {
    tests.isEmpty ? [Query.SortKey(.updated, isReversed: true)] : [Query.SortKey(.relevance)]
  }

  /// `first`: the place in `heads` of the hit that is shown first.
  func explanation(_ found: NoteSelection, _ texts: QueryTexts, first: Int?) -> SearchExplanation {
    var explanation = SearchExplanation(steps: found.steps, found: heads.count)
    guard let first, !tests.isEmpty else { return explanation }
    let counts = counts[heads[first].id] ?? Self.none(tests)
    let terms = (texts.root?.positiveTerms ?? []).filter { texts[$0.predicate] != nil }
    explanation.first = SearchExplanation.First(
      path: heads[first].path, score: ranking.score(counts, traits(heads[first])), proximity: counts.proximity,
      traits: traits(heads[first]),
      parts: tests.indices.map { index in
        SearchExplanation.Part(
          predicate: terms.first { texts[$0.predicate] == tests[index] }?.predicate, counts: counts.patterns[index],
          notes: ranking.frequencies[index], rarity: ranking.rarity(index))
      })
    return explanation
  }
}

/// How an answer came about.
package struct SearchExplanation: Sendable {
  /// One question to the index or to the notes.
  package struct Step: Sendable {
    package var term: Query.Term
    /// What was asked for it.
    package var lookup: NoteSelection.Lookup
    /// How many notes it still mattered for.
    package var candidates: Int
    /// How many notes were read to answer it; nil where that took none.
    package var read: Int?
    package var found: Int
  }

  /// What one text of the query adds to a score.
  package struct Part: Sendable {
    package var predicate: Query.Predicate?
    package var counts: PatternCounts
    /// In how many notes it stands.
    package var notes: Int
    package var rarity: Double
  }

  package struct First: Sendable {
    package var path: NotePath
    package var score: Ranking.Score
    package var proximity: Proximity?
    package var traits: Ranking.Traits
    package var parts: [Part]
  }

  package var steps: [Step]
  package var found: Int
  /// Nil when nothing is ranked by.
  package var first: First?
}

/// Tells whether a title consists of just the words asked for.
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

extension VaultReader {
  /// The places of `heads` in the order of `keys`, the first one deciding; ties by path.
  func ordered(_ heads: [NoteHead], _ scores: [Double], by keys: [Query.SortKey]) throws -> [Int] {
    var turns = CancellableTurns(cancellation)
    // Comparing keys that are made once is cheaper than making them at each comparison.
    let columns = try keys.map { key -> (values: SortColumn, descending: Bool) in
      (try column(key.field, heads, scores), key.isDescending)
    }
    return try heads.indices.sorted { a, b in
      try turns.next()
      for (column, descending) in columns {
        let order = column.order(a, b)
        if order != 0 { return descending ? order > 0 : order < 0 }
      }
      return heads[a].path < heads[b].path
    }
  }

  private func column(_ field: Query.SortField, _ heads: [NoteHead], _ scores: [Double]) throws -> SortColumn {
    switch field {
    case .relevance: .numbers(scores)
    case .title: .texts(heads.map { LinkResolver.key($0.title) })
    case .created: .integers(heads.map { instant(of: $0.created) })
    case .updated: .integers(heads.map { instant(of: $0.updated) })
    case .category: .texts(heads.map(\.category))
    case .source: .texts(heads.map(\.source))
    case .path: .texts(heads.map(\.path.text))
    case .words: .integers(try snapshot.records(of: heads.map(\.id)).map { Int64($0.words) })
    case .due, .scheduled, .start, .done, .cancelled, .priority, .urgency, .status: .none
    }
  }

  /// Milliseconds since 1970, a date without a zone read in the user's.
  func instant(of date: NoteDate) -> Int64 {
    date.instant(in: environment.offset)
  }

  private enum SortColumn {
    case numbers([Double])
    case integers([Int64])
    case texts([String])
    case none

    func order(_ a: Int, _ b: Int) -> Int {
      switch self {
      case .numbers(let values): values[a] < values[b] ? -1 : values[a] > values[b] ? 1 : 0
      case .integers(let values): values[a] < values[b] ? -1 : values[a] > values[b] ? 1 : 0
      case .texts(let values):
        values[a].utf8.elementsEqual(values[b].utf8)
          ? 0 : values[a].utf8.lexicographicallyPrecedes(values[b].utf8) ? -1 : 1
      case .none: 0
      }
    }
  }
}
