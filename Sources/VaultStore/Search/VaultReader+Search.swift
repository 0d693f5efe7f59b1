import VaultCore

/// A note that a search found.
package struct SearchHit: Sendable {
  package var record: NoteRecord
  /// Greater is better; 0 where the query has no words to rank by.
  package var score: Double
  /// The words of the query that it lacks, as written.
  package var missing: [String] = []
  /// The lines that match, in the order of the note.
  package var matches: [LineMatch]
  /// The first sentence, where lines were asked for and none has what the note was found by.
  package var opening: LineMatch?
}

package struct SearchResult: Sendable {
  package var hits: [SearchHit]
  /// How many notes match, whatever the limit.
  package var total: Int
  /// What was asked for in the end, where the query itself found nothing.
  package var widening: SearchWidening?
  /// The words that no note has and that were taken for others.
  package var respellings: [Respelling] = []
  /// True where nothing was found, but notes have some of the words.
  package var hasSome = false
  /// True where those that have all words come first, and others behind.
  package var isDivided = false
  /// How many of the notes have all words of the query.
  package var completeTotal = 0
  /// Where nothing was found, what may have been meant.
  package var suggestions: [WordSuggestion] = []
  /// How the answer came about, where that was asked for.
  package var explanation: SearchExplanation?
  /// True when there is no index yet, and the answer came from the files. What ranks the notes is known about then.
  package var precedesIndex = false
  /// Where the hits behind the last one begin; nil where there are none.
  package var next: ListPlace?
}

package struct SearchOptions: Sendable {
  /// How many of a query's plain words a note needs.
  package var breadth: SearchBreadth
  /// True to take a word that no note has for one that is spelled nearly like it and finds something.
  package var respells: Bool
  /// True while the query is being typed: nothing is widened, and a last word of one or two letters is looked for where it
  /// is quick to find, at the beginnings of words in names and tags.
  package var asTyped: Bool
  /// At most so many hits; all without one.
  package var limit: Int?
  /// Only the hits behind this one.
  package var after: ListPlace?
  /// At most so many lines of each hit; nil for all, 0 for none, which saves reading the notes.
  package var linesPerHit: Int?
  /// Overrides the order of relevance and `sort:`.
  package var sort: [Query.SortKey]

  /// So many lines around each that matches.
  package var context: Int
  /// How many hits are explained; nil for no explanation of the answer at all.
  package var explains: Int?
  /// True to say, where nothing is found, what may have been meant.
  package var suggests: Bool
  /// True when nothing is asked of the notes but their paths: what else a hit's record holds may be missing.
  package var needsOnlyPaths: Bool
  /// True to answer from the files where making the index first would take long.
  package var mayPrecedeIndex: Bool

  package init(
    breadth: SearchBreadth = .all(orSomeBelow: nil), respells: Bool = false, asTyped: Bool = false,
    limit: Int? = nil, after: ListPlace? = nil, linesPerHit: Int? = 3,
    sort: [Query.SortKey] = [], context: Int = 0, explains: Int? = nil,
    suggests: Bool = false, needsOnlyPaths: Bool = false, mayPrecedeIndex: Bool = false
  ) {
    self.breadth = breadth
    self.respells = respells
    self.asTyped = asTyped
    self.limit = limit
    self.after = after
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
  /// first. What is shown where the words find little or nothing: see `SearchBreadth` and `SearchWidening`.
  ///
  /// Throws `QueryError` for a regular expression that takes too long and for the name of no note.
  package func search(_ query: Query, options: SearchOptions = SearchOptions()) throws -> SearchResult {
    if options.asTyped {
      let typed = query.root?.asTyped
      if case .term(let term)? = typed, case .begunName(let letters) = term.predicate, options.sort.isEmpty,
        query.sort.isEmpty
      {
        return try search(begunBy: letters, query, options)
      }
      let texts = QueryTexts(typed)
      return try result(of: select(texts), texts, query, options)
    }
    let asked = texts(of: query)
    let wide = try select(query, asked, options)
    var result = try result(of: wide.found, wide.texts, query, options)
    result.widening = wide.widening
    result.respellings = wide.respellings
    if result.total == 0, options.suggests {
      result.suggestions = try suggestions(for: query)
      var some = options
      some.breadth = .any
      result.hasSome = try options.breadth != .any && select(query, asked, some).widening == .someWords
    }
    return result
  }

  func result(
    of found: NoteSelection, _ texts: QueryTexts, _ query: Query, _ options: SearchOptions
  ) throws -> SearchResult {
    let sort = options.sort.isEmpty ? query.sort : options.sort
    let limit = [options.limit, query.limit].compactMap { $0 }.min()
    let (ranked, keys, ordered) = try timing.measure(.rank) { () throws -> (RankedNotes, [Query.SortKey], [Int]) in
      let ranked = try RankedNotes(found, texts, self)
      let keys = sort.isEmpty ? ranked.defaultOrder : sort
      let complete: IDSet? = if case .all(orSomeBelow: _?) = options.breadth { found.complete } else { nil }
      // What comes behind a place, and what has all of the words, is told of all.
      let isOfAll = options.after != nil || complete != nil
      var ordered = try self.ordered(ranked.heads, ranked.scores, by: keys, first: isOfAll ? nil : limit)
      if let place = options.after { ordered = try after(place, in: ordered, ranked.heads, ranked.scores, by: keys) }
      guard let complete else { return (ranked, keys, ordered) }
      let isComplete = ordered.map { complete.contains(ranked.heads[$0].id) }
      return (
        ranked, keys, zip(ordered, isComplete).filter(\.1).map(\.0) + zip(ordered, isComplete).filter { !$1 }.map(\.0)
      )
    }
    let chosen = limit.map { Array(ordered.prefix(max($0, 0))) } ?? ordered
    let hits = try timing.measure(.excerpt) { () throws -> [SearchHit] in
      if options.needsOnlyPaths, options.linesPerHit == 0 {
        return chosen.map { place in
          SearchHit(
            record: NoteRecord(only: ranked.heads[place]), score: ranked.scores[place],
            missing: found.missing(in: ranked.heads[place].id), matches: [])
        }
      }
      let records =
        options.needsOnlyPaths
        ? chosen.map { NoteRecord(only: ranked.heads[$0]) }
        : try snapshot.records(of: chosen.map { ranked.heads[$0].id })
      var lines = try lines(of: texts, ranked.weighted(texts.lineTargets), in: records.map(\.path), options)
        .makeIterator()
      return zip(chosen, records).map { index, record in
        let lines = lines.next() ?? Lines()
        return SearchHit(
          record: record, score: ranked.scores[index], missing: found.missing(in: ranked.heads[index].id),
          matches: lines.matches, opening: lines.opening)
      }
    }
    var result = SearchResult(hits: hits, total: ranked.heads.count)
    if chosen.count < (options.after == nil ? ranked.heads.count : ordered.count), let last = chosen.last {
      result.next = try place(of: last, ranked.heads, ranked.scores, by: keys)
    }
    result.completeTotal = found.complete?.count ?? result.total
    if case .all(orSomeBelow: _?) = options.breadth { result.isDivided = found.complete?.isEmpty == false }
    if let count = options.explains {
      result.explanation = ranked.explanation(found, texts, best: chosen.prefix(max(count, 0)))
    }
    return result
  }

  /// What is shown of one note.
  fileprivate struct Lines: Sendable {
    var matches: [LineMatch] = []
    var opening: LineMatch?
  }

  /// The lines of each note that match, in the order of `paths`; empty where none are asked for. Where a query asks for no
  /// text, those of the tags and properties that it asks for.
  private func lines(
    of texts: QueryTexts, _ targets: [LineTarget], in paths: [NotePath], _ options: SearchOptions
  ) throws -> [Lines] {
    guard options.linesPerHit != 0 else { return [] }
    let (limit, context) = (options.linesPerHit, options.context)
    var pipeline = pipeline
    // They are part of another phase.
    pipeline.timing = .off
    var lines: [Lines] = []
    lines.reserveCapacity(paths.count)
    let jobs = paths.map { NoteJob(path: $0) }
    if !targets.isEmpty {
      try pipeline.run(
        jobs, worker: { LineMatcher(targets: targets) },
        transform: { note, matcher in matcher.lines(in: note, limit: limit, context: context) },
        take: { lines.append($0) })
    } else if let filter = FilterLines(texts.root, inNotebook: pipeline.options.notebook != nil) {
      try pipeline.run(
        jobs,
        transform: { note, parser in
          guard case .bytes(let bytes) = note.content, let parsed = note.parsed(with: &parser) else {
            return Result<Lines, PatternProblem>.success(Lines())
          }
          return bytes.withUnsafeBufferPointer { bytes in
            do throws(PatternProblem) {
              return .success(
                Lines(matches: try filter.matches(in: bytes, note: parsed.note, limit: limit, context: context)))
            } catch {
              return .failure(error)
            }
          }
        },
        take: { found in
          do { lines.append(try found.get()) } catch let problem as PatternProblem {
            throw QueryError(problem, ofFirstIn: texts.root)
          }
        })
    }
    return lines
  }

  /// All lines of a note that match, whether the note itself does or not; none for a query that asks for no text.
  package func matchingLines(of query: Query, inNoteAt path: NotePath) throws -> [LineMatch] {
    let texts = texts(of: query)
    guard !texts.lineTargets.isEmpty, try isVisible(path) else { return [] }
    return try lines(of: texts, texts.lineTargets, in: [path], SearchOptions(linesPerHit: nil)).first?.matches ?? []
  }

  /// How many notes match.
  package func count(_ query: Query) throws -> Int {
    try select(texts(of: query)).notes.count
  }

  /// How many notes a search finds, and what it was widened to where it found nothing.
  package func searchCount(
    _ query: Query, options: SearchOptions = SearchOptions()
  ) throws -> (notes: Int, widening: SearchWidening?) {
    let wide = try select(query, texts(of: query), options)
    return (wide.found.notes.count, wide.widening)
  }
}

extension LineMatcher {
  /// None for a note that has become unreadable meanwhile.
  fileprivate mutating func lines(in note: ReadNote, limit: Int?, context: Int) -> VaultReader.Lines {
    guard case .bytes(let bytes) = note.content else { return VaultReader.Lines() }
    return bytes.withUnsafeBufferPointer { bytes in
      let document = MarkdownDocument(bytes)
      let matches = matches(in: bytes, document: document, limit: limit, context: context)
      return VaultReader.Lines(
        matches: matches, opening: matches.isEmpty ? Self.opening(of: bytes, document: document) : nil)
    }
  }
}

extension NoteRecord {
  fileprivate init(only head: NoteHead) {
    self.init(path: head.path, title: head.title, created: head.created, updated: head.updated)
  }
}
