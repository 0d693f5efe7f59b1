import VaultCore

/// The notes that a query selects, each with its score.
struct RankedNotes {
  private(set) var heads: [NoteHead]
  /// In the order of `heads`; 0 for all where nothing is ranked by.
  private(set) var scores: [Double]
  private let ranking: Ranking
  private let tests: [QueryTexts.Test]
  private let counts: CountedNotes
  private let traits: (NoteHead, NoteCounts) -> Ranking.Traits

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
      traits = { _, _ in Ranking.Traits(bodyBytes: 0) }
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
    let ranking = Ranking(
      noteCount: try snapshot.noteCount, bodyBytes: try snapshot.bodyBytes, frequencies: frequencies)
    self.ranking = ranking
    var names = try NoteNames(texts.positivePatterns, tests, ranking, counts, snapshot)
    var folders = FolderWords(tests.map(\.pattern))
    let links = try LinkTexts(tests.map(\.pattern), frequencies: frequencies, heads: heads, reader)
    let (today, zone) = (reader.environment.today, reader.environment.offset)
    traits = { head, counts in
      var traits = Ranking.Traits(bodyBytes: head.bodyBytes)
      traits.name = names.similarity(of: head, counts, links.texts(for: head.id))
      traits.inLinks = links.occurrences(for: head.id)
      traits.inFolders = folders.occurrences(inFoldersOf: head.path)
      traits.isPinned = head.pinned
      traits.ageInDays = Int(today.dayNumber) - Int(head.updated.day(in: zone).dayNumber)
      return traits
    }
    var turns = CancellableTurns(reader.cancellation)
    scores = try heads.map { [ranking, traits, none = Self.none(tests)] head in
      try turns.next()
      let counts = counts[head.id] ?? none
      return ranking.score(counts, traits(head, counts)).total
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

  /// The targets with what their words tell; what is no word of the query tells as much as any.
  func weighted(_ targets: [LineTarget]) -> [LineTarget] {
    // What no note has sets no measure.
    let rarities = ranking.frequencies.indices.map { ranking.frequencies[$0] > 0 ? ranking.rarity($0) : 0 }
    guard let most = rarities.max(), most > 0 else { return targets }
    return targets.map { target in
      guard case .words(let pattern) = target.leaf, let place = tests.firstIndex(of: .words(pattern)) else {
        return target
      }
      var target = target
      target.weight = rarities[place] / most
      return target
    }
  }

  var defaultOrder: [Query.SortKey] {
    tests.isEmpty ? [Query.SortKey(.updated, isReversed: true)] : [Query.SortKey(.relevance)]
  }

  /// `best`: the places in `heads` of the hits that are explained, in their order.
  func explanation(_ found: NoteSelection, _ texts: QueryTexts, best: some Sequence<Int>) -> SearchExplanation {
    var explanation = SearchExplanation(steps: found.steps, found: heads.count)
    guard !tests.isEmpty else { return explanation }
    let terms = (texts.root?.positiveTerms ?? []).filter { texts[$0.predicate] != nil }
    explanation.notes = best.map { place in
      let counts = counts[heads[place].id] ?? Self.none(tests)
      let traits = traits(heads[place], counts)
      return SearchExplanation.Note(
        path: heads[place].path, score: ranking.score(counts, traits), proximity: counts.proximity, traits: traits,
        parts: tests.indices.map { index in
          SearchExplanation.Part(
            predicate: terms.first { texts[$0.predicate] == tests[index] }?.predicate, counts: counts.patterns[index],
            notes: ranking.frequencies[index], rarity: ranking.rarity(index))
        })
    }
    return explanation
  }
}

extension QueryTexts.Test {
  fileprivate var pattern: WordPattern? {
    if case .words(let pattern) = self { pattern } else { nil }
  }
}

/// Compares what notes are called with what was asked for: the title, the file's name and the aliases of those that have
/// some of the words there.
private struct NoteNames {
  private var comparison: NameComparison
  /// The aliases of the notes that have some of the words in one.
  private var aliases: [Int: [String]] = [:]

  init(
    _ patterns: [WordPattern], _ tests: [QueryTexts.Test], _ ranking: Ranking, _ counts: CountedNotes,
    _ snapshot: any VaultSnapshot
  ) throws {
    let rarities = tests.indices.map(ranking.rarity)
    let ofPatterns = zip(tests, rarities).filter { $0.0.pattern != nil }.map(\.1)
    comparison = NameComparison(patterns, rarities: ofPatterns, total: rarities.reduce(0, +))
    let aliased = counts.notes(foundIn: .alias)
    for (id, record) in zip(aliased, try snapshot.records(of: aliased)) { aliases[id] = record.aliases }
  }

  /// `links`: what links call it.
  mutating func similarity(of head: NoteHead, _ counts: NoteCounts, _ links: Set<String>) -> NameSimilarity {
    var best = NameSimilarity.none
    if counts.isFound(in: .title) { best = comparison.similarity(of: head.title, in: .title) }
    if counts.isFound(in: .name) { best = best.or(comparison.similarity(of: head.path.stem, in: .name)) }
    // A link may call a note whatever it likes: it is not for that the one that was asked for.
    for text in links { best.share = max(best.share, comparison.similarity(of: text, in: .link).share) }
    for alias in aliases[head.id] ?? [] { best = best.or(comparison.similarity(of: alias, in: .alias)) }
    return best
  }
}

extension VaultReader {
  /// The places of `heads` in the order of `keys`, the first one deciding; ties by path. `first`: how many places to
  /// return; nil for all.
  func ordered(
    _ heads: [NoteHead], _ scores: [Double], by keys: [Query.SortKey], isPinnedFirst: Bool = false, first: Int? = nil
  ) throws -> [Int] {
    var turns = CancellableTurns(cancellation)
    var columns = try columns(keys, heads, scores)
    if isPinnedFirst, heads.contains(where: \.pinned) {
      columns.insert((.integers(heads.map { $0.pinned ? 0 : 1 }), false), at: 0)
    }
    return try heads.indices.least(max(0, first ?? .max)) { a, b in
      try turns.next()
      for (column, descending) in columns {
        let order = column.order(a, b)
        if order != 0 { return descending ? order > 0 : order < 0 }
      }
      return heads[a].path < heads[b].path
    }
  }

  /// Comparing keys that are made once is cheaper than making them at each comparison.
  private func columns(
    _ keys: [Query.SortKey], _ heads: [NoteHead], _ scores: [Double]
  ) throws -> [(values: SortColumn, descending: Bool)] {
    try keys.map { (try column($0.field, heads, scores), $0.isDescending) }
  }

  /// Those of `order`, which is by `keys`, that come behind `place`, wherever its own note may be by now.
  func after(
    _ place: ListPlace, in order: [Int], _ heads: [NoteHead], _ scores: [Double], by keys: [Query.SortKey]
  ) throws -> [Int] {
    guard place.values.count == keys.count else { throw ListPlaceError() }
    // Only some are looked at.
    let start = try order.partitioningIndex { index in
      let columns = try columns(keys, [heads[index]], [scores[index]])
      for (value, (column, descending)) in zip(place.values, columns) {
        let order = try column.order(0, than: value)
        if order != 0 { return descending ? order < 0 : order > 0 }
      }
      return place.path < heads[index].path
    }
    return Array(order[start...])
  }

  /// Where the note at `index` stands in an order by `keys`.
  func place(
    of index: Int, _ heads: [NoteHead], _ scores: [Double], by keys: [Query.SortKey], isPinnedFirst: Bool = false
  ) throws -> ListPlace {
    ListPlace(
      isPinned: isPinnedFirst && heads[index].pinned,
      values: try columns(keys, [heads[index]], [scores[index]]).map { $0.values.value(0) }, path: heads[index].path)
  }

  private func column(_ field: Query.SortField, _ heads: [NoteHead], _ scores: [Double]) throws -> SortColumn {
    switch field {
    case .relevance: .numbers(scores)
    case .title: .texts(heads.map { LinkResolver.key($0.title) })
    case .created: .integers(heads.map { instant(of: $0.created) })
    case .updated: .integers(heads.map { instant(of: $0.updated) })
    case .referenced: .integers(try referenceTimes(of: heads))
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

    /// How the value at `index` stands to another. Throws for one of another kind.
    func order(_ index: Int, than other: ListPlace.Value) throws(ListPlaceError) -> Int {
      switch (self, other) {
      case (.numbers(let values), .number(let other)): values[index] < other ? -1 : values[index] > other ? 1 : 0
      case (.integers(let values), .integer(let other)): values[index] < other ? -1 : values[index] > other ? 1 : 0
      case (.texts(let values), .text(let other)):
        values[index].utf8.elementsEqual(other.utf8)
          ? 0 : values[index].utf8.lexicographicallyPrecedes(other.utf8) ? -1 : 1
      case (.none, .none): 0
      default: throw ListPlaceError()
      }
    }

    func value(_ index: Int) -> ListPlace.Value {
      switch self {
      case .numbers(let values): .number(values[index])
      case .integers(let values): .integer(values[index])
      case .texts(let values): .text(values[index])
      case .none: .none
      }
    }
  }
}
