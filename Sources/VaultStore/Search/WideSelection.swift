import VaultCore

/// How many of the plain words of a query a note needs.
package enum SearchBreadth: Sendable, Hashable {
  /// All of them. Where fewer notes than so many have all, those that have some of the words' weight come behind.
  case all(orSomeBelow: Int?)
  /// Some of the words' weight. What a note lacks does not count against it, beyond bringing nothing.
  case any

  /// What lists that people look at show: of so many notes there is enough to look at.
  package static let pageLength = 20

  /// The share of the words' weight that is enough where all are not needed. A word weighs the more the fewer
  /// notes have it (`Ranking.rarity`), and nothing where none has it. Known-item search finds fewer notes with every larger
  /// share: people remember a note by one telling word and some that it does not have.
  package static let leastShare = 0.2
}

/// What a search whose plain words found nothing was widened to.
package enum SearchWidening: Sendable, Hashable {
  /// These words, as written, stand inside of others.
  case substrings([String])
  /// Each of the words is in some note, but none has all.
  case someWords
}

/// A word that no note has, and the one that it was taken for.
package struct Respelling: Sendable, Hashable {
  /// As written.
  package var word: String
  package var shown: String
}

/// The notes that a search shows: those that its words select, or more.
struct WideSelection {
  var found: NoteSelection
  /// What they were found by.
  var texts: QueryTexts
  var widening: SearchWidening?
  var respellings: [Respelling] = []
}

extension NoteSelection {
  /// The words of the query that a note lacks, as written, where not all are needed.
  func missing(in note: Int) -> [String] {
    guard let complete, !complete.contains(note) else { return [] }
    return words.filter { byPattern[$0.pattern]?.contains(note) != true }.map(\.text)
  }

  /// Returns true when some note has what is looked for.
  fileprivate func holds(_ test: QueryTexts.Test?) -> Bool {
    switch test {
    case .words(let pattern): byPattern[pattern]?.isEmpty == false
    case .check(let check): byCheck[check]?.isEmpty == false
    case nil: false
    }
  }
}

extension QueryTexts {
  /// Returns true for what asks for one word, as the index has them.
  fileprivate func isOneWord(_ predicate: Query.Predicate) -> Bool {
    if case .words(let pattern) = self[predicate] { pattern.wordCount == 1 } else { false }
  }

  /// What notes are asked for it, those of links included.
  var rankingPatterns: [WordPattern] { patterns + LinkTexts.patterns(for: positivePatterns) }
}

extension VaultReader {
  /// A query that one of its plain words is enough for, and these.
  private typealias SomeWords = (expression: Query.Expression, words: [Query.PlainWord])

  /// Where no note has all words, each that none has is first looked for inside of others, and then taken for one that is
  /// spelled nearly like it; what is found so is widened by notes with some of the words like any other answer.
  func select(_ query: Query, _ asked: QueryTexts, _ options: SearchOptions) throws -> WideSelection {
    // What nothing can meet is not met by more of the same.
    let root = query.root.flatMap { $0.contradictsItself ? nil : $0 }
    // A sign that nothing can be looked for by is left out.
    let words = (root?.plainWords ?? []).filter { asked[$0.predicate] != nil }
    let inside = words.isEmpty ? nil : root?.asSubstrings(Set(words.map(\.predicate)))
    let some = options.breadth == .all(orSomeBelow: nil) ? nil : root?.withSomeWords
    let wider = [inside, some?.expression].compactMap { $0.map { QueryTexts($0).rankingPatterns } }
    try openNotes(expecting: asked.rankingPatterns + wider.joined())
    let exact = try select(asked)
    guard let root, exact.notes.isEmpty else {
      return try widened(exact, some, options.breadth) ?? WideSelection(found: exact, texts: asked)
    }
    if let found = try selectInside(root, words, asked, some, options.breadth) { return found }
    if options.respells, let (respelled, respellings) = try respelled(query) {
      var options = options
      options.respells = false
      var wide = try select(respelled, QueryTexts(respelled.root), options)
      if !wide.found.notes.isEmpty {
        wide.respellings = respellings
        return wide
      }
    }
    if let (expression, words) = some {
      let texts = QueryTexts(expression)
      let found = try select(someOf: words, texts, complete: exact.notes)
      if !found.notes.isEmpty { return WideSelection(found: found, texts: texts, widening: .someWords) }
    }
    return WideSelection(found: exact, texts: asked)
  }

  /// The notes in which those of the words that no note has stand inside of others; nil where there are none.
  private func selectInside(
    _ root: Query.Expression, _ words: [Query.PlainWord], _ asked: QueryTexts, _ some: SomeWords?,
    _ breadth: SearchBreadth
  ) throws -> WideSelection? {
    // Whatever else is asked for.
    let unknown = try words.filter { word in
      guard case .words(let pattern) = asked[word.predicate] else { return false }
      return try snapshot.notes(with: pattern).isEmpty
    }
    guard !unknown.isEmpty else { return nil }
    let predicates = Set(unknown.map(\.predicate))
    // What an index knows of the other words may be of a text that is another one by now, and pieces are looked for in the
    // newest: only where all of them stand in one text, read at once, are they a note's. A word of several parts
    // (`don't`) is no piece.
    let pieces = words.map(\.predicate).filter { predicates.contains($0) || asked.isOneWord($0) }
    var texts = QueryTexts(root.asSubstrings(Set(pieces)))
    var found = try select(texts)
    if !found.notes.isEmpty, predicates.count < pieces.count {
      let together = found.notes
      texts = QueryTexts(root.asSubstrings(predicates))
      found = try select(texts)
      found.notes.formIntersection(together)
    }
    guard !found.notes.isEmpty else { return nil }
    let someInside = some.map { some in
      (some.expression.asSubstrings(predicates), some.words.map { $0.asSubstring(of: predicates) })
    }
    var wide = try widened(found, someInside, breadth) ?? WideSelection(found: found, texts: texts)
    // Those that differ in case alone are one.
    let shown = unknown.filter { found.holds(texts[$0.predicate.asSubstring(of: predicates)]) }
    wide.widening = .substrings(shown.uniqued(by: { asked[$0.predicate] }).map(\.text))
    return wide
  }

  /// The notes that were found, and those that have some of the words; nil where no more are wanted or there are none.
  private func widened(
    _ found: NoteSelection, _ some: SomeWords?, _ breadth: SearchBreadth
  ) throws -> WideSelection? {
    if case .all(let enough) = breadth, found.notes.count >= enough ?? 0 { return nil }
    guard let (expression, words) = some else { return nil }
    let texts = QueryTexts(expression)
    let wider = try select(someOf: words, texts, complete: found.notes)
    return wider.notes.count > found.notes.count ? WideSelection(found: wider, texts: texts) : nil
  }

  /// The notes that have enough of the weight of some words, by the texts of a query that asks for one of them.
  private func select(
    someOf words: [Query.PlainWord], _ texts: QueryTexts, complete: IDSet
  ) throws -> NoteSelection {
    var found = try select(texts)
    var seen: Set<WordPattern> = []
    for word in words {
      guard case .words(let pattern) = texts[word.predicate], seen.insert(pattern).inserted else { continue }
      found.words.append((word.text, pattern))
    }
    let sets = found.words.map { found.byPattern[$0.pattern] ?? IDSet() }
    let ranking = Ranking(
      noteCount: try snapshot.noteCount, bodyBytes: try snapshot.bodyBytes, frequencies: sets.map(\.count))
    let weights = sets.indices.map { sets[$0].isEmpty ? 0 : ranking.rarity($0) }
    let least = SearchBreadth.leastShare * weights.reduce(0, +)
    if weights.contains(where: { $0 < least }) {
      var turns = CancellableTurns(cancellation)
      found.notes = IDSet(
        try found.notes.ids.filter { id in
          try turns.next()
          return zip(sets, weights).reduce(0) { $1.0.contains(id) ? $0 + $1.1 : $0 } >= least
        })
    }
    found.complete = complete
    return found
  }
}
