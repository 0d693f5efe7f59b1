import VaultCore

/// A note that a search found.
package struct SearchHit: Sendable {
  package var record: NoteRecord
  /// Greater is better; 0 where the query has no words to rank by.
  package var score: Double
  /// The lines that match, in the order of the note.
  package var matches: [LineMatch]
}

/// What a search whose plain words found nothing was widened to.
package enum SearchWidening: Sendable, Hashable {
  /// The words stand inside of others.
  case substrings
  /// Each of the words is in some note, but none has all: these have the most of them.
  case someWords
}

package struct SearchResult: Sendable {
  package var hits: [SearchHit]
  /// How many notes match, whatever the limit.
  package var total: Int
  /// What was asked for in the end, where the query itself found nothing.
  package var widening: SearchWidening?
  /// Where nothing was found, what may have been meant.
  package var suggestions: [WordSuggestion] = []
  /// How the answer came about, where that was asked for.
  package var explanation: SearchExplanation?
  /// True when there is no index yet, and the answer came from the files. What ranks the notes is known about then.
  package var precedesIndex = false
}

package struct SearchOptions: Sendable {
  /// At most so many hits; all without one.
  package var limit: Int?
  /// At most so many lines of each hit; nil for all, 0 for none, which saves reading the notes.
  package var linesPerHit: Int?
  /// Overrides the order of relevance and `sort:`.
  package var sort: [Query.SortKey]

  /// So many lines around each that matches.
  package var context: Int
  package var explains: Bool
  /// True to say, where nothing is found, what may have been meant.
  package var suggests: Bool
  /// True when nothing is asked of the notes but their paths: what else a hit's record holds may be missing.
  package var needsOnlyPaths: Bool
  /// True to answer from the files where making the index first would take long.
  package var mayPrecedeIndex: Bool

  package init(
    limit: Int? = nil, linesPerHit: Int? = 3, sort: [Query.SortKey] = [], context: Int = 0, explains: Bool = false,
    suggests: Bool = false, needsOnlyPaths: Bool = false, mayPrecedeIndex: Bool = false
  ) {
    self.limit = limit
    self.linesPerHit = linesPerHit
    self.sort = sort
    self.context = context
    self.explains = explains
    self.suggests = suggests
    self.needsOnlyPaths = needsOnlyPaths
    self.mayPrecedeIndex = mayPrecedeIndex
  }
}

extension VaultReader {
  /// The notes that match, best first; by path where they are equally good. A query without words is answered newest
  /// first. Where plain words find nothing, it is asked once more for more: see `SearchWidening`.
  ///
  /// Throws `QueryError` for a regular expression that takes too long and for the name of no note.
  package func search(_ query: Query, options: SearchOptions = SearchOptions()) throws -> SearchResult {
    let asked = texts(of: query)
    let (found, texts, widening) = try selectWidely(query, asked)
    var result = try result(of: found, texts, query, options)
    result.widening = widening
    if result.total == 0, options.suggests { result.suggestions = try suggestions(for: query, asked) }
    return result
  }

  /// The notes that match, and where there are none those that match more of the same; by which texts they were found.
  private func selectWidely(
    _ query: Query, _ asked: QueryTexts
  ) throws -> (found: NoteSelection, texts: QueryTexts, widening: SearchWidening?) {
    // What nothing can meet is not met by more of the same.
    let root = query.root.flatMap { $0.contradictsItself ? nil : $0 }
    let (substrings, someWords) = (
      root?.asSubstrings.map { QueryTexts($0) }, root?.withSomeWords.map { QueryTexts($0) }
    )
    try openNotes(expecting: [asked, substrings, someWords].flatMap { $0?.patterns ?? [] })
    let exact = try select(asked)
    if !exact.notes.isEmpty { return (exact, asked, nil) }
    if let substrings {
      let found = try select(substrings)
      if !found.notes.isEmpty { return (found, substrings, .substrings) }
    }
    guard let someWords else { return (exact, asked, nil) }
    var found = try select(someWords)
    let words = someWords.positivePatterns.map { found.byPattern[$0] ?? IDSet() }
    // A word that no note has is more likely misspelled: then others are suggested.
    guard !found.notes.isEmpty, words.allSatisfy({ !$0.isEmpty }) else { return (exact, asked, nil) }
    var held: [Int: Int] = [:]
    for id in found.notes.ids { held[id] = words.count { $0.contains(id) } }
    let most = held.values.max() ?? 0
    found.notes = IDSet(held.filter { $0.value == most }.keys)
    return (found, someWords, .someWords)
  }

  func result(
    of found: NoteSelection, _ texts: QueryTexts, _ query: Query, _ options: SearchOptions
  ) throws -> SearchResult {
    let sort = options.sort.isEmpty ? query.sort : options.sort
    let (ranked, ordered) = try timing.measure(.rank) { () throws -> (RankedNotes, [Int]) in
      let ranked = try RankedNotes(found, texts, self)
      return (ranked, try self.ordered(ranked.heads, ranked.scores, by: sort.isEmpty ? ranked.defaultOrder : sort))
    }
    let limit = [options.limit, query.limit].compactMap { $0 }.min()
    let chosen = limit.map { Array(ordered.prefix(max($0, 0))) } ?? ordered
    let hits = try timing.measure(.excerpt) { () throws -> [SearchHit] in
      if options.needsOnlyPaths, options.linesPerHit == 0 {
        return chosen.map { place in
          SearchHit(record: NoteRecord(only: ranked.heads[place]), score: ranked.scores[place], matches: [])
        }
      }
      let records =
        options.needsOnlyPaths
        ? chosen.map { NoteRecord(only: ranked.heads[$0]) }
        : try snapshot.records(of: chosen.map { ranked.heads[$0].id })
      var matches = try matches(of: texts.lineTargets, in: records, options).makeIterator()
      return zip(chosen, records).map { index, record in
        SearchHit(record: record, score: ranked.scores[index], matches: matches.next() ?? [])
      }
    }
    var result = SearchResult(hits: hits, total: ranked.heads.count)
    if options.explains { result.explanation = ranked.explanation(found, texts, first: chosen.first) }
    return result
  }

  /// The lines of each note that match, in the order of `records`; empty where none are asked for.
  private func matches(
    of targets: [LineTarget], in records: [NoteRecord], _ options: SearchOptions
  ) throws -> [[LineMatch]] {
    guard options.linesPerHit != 0 else { return [] }
    let (limit, context) = (options.linesPerHit, options.context)
    var pipeline = pipeline
    // They are part of another phase.
    pipeline.timing = .off
    var matches: [[LineMatch]] = []
    matches.reserveCapacity(records.count)
    try pipeline.run(
      records.map { NoteJob(path: $0.path) }, worker: { LineMatcher(targets: targets) },
      transform: { note, matcher in matcher.matches(in: note, limit: limit, context: context) },
      take: { matches.append($0) })
    return matches
  }

  /// How many notes match.
  package func count(_ query: Query) throws -> Int {
    try select(texts(of: query)).notes.count
  }

  /// How many notes a search finds, and what it was widened to where it found nothing.
  package func searchCount(_ query: Query) throws -> (notes: Int, widening: SearchWidening?) {
    let (found, _, widening) = try selectWidely(query, texts(of: query))
    return (found.notes.count, widening)
  }
}

extension LineMatcher {
  /// None for a note that has become unreadable meanwhile.
  fileprivate mutating func matches(in note: ReadNote, limit lines: Int?, context: Int) -> [LineMatch] {
    guard case .bytes(let bytes) = note.content else { return [] }
    return bytes.withUnsafeBufferPointer { bytes in
      matches(in: bytes, document: MarkdownDocument(bytes), limit: lines, context: context)
    }
  }
}

extension NoteRecord {
  fileprivate init(only head: NoteHead) {
    self.init(path: head.path, title: head.title, created: head.created, updated: head.updated)
  }
}
