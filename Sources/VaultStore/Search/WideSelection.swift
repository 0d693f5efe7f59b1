import VaultCore

/// How many of the plain words of a query a note needs.
package enum SearchBreadth: Sendable, Hashable {
  /// All of them. Where fewer notes than so many have all, those that have most of the words' weight come behind.
  case all(orMostBelow: Int?)
  /// Most of the words' weight. What a note lacks does not count against it, beyond bringing nothing.
  case most

  /// What lists that people look at show: of so many notes there is enough to look at.
  package static let pageLength = 20

  /// The share of the words' weight that counts as most of it where all are not needed. A word weighs the more the fewer
  /// notes have it (`Ranking.rarity`), and nothing where none has it. Known-item search finds fewer notes with every larger
  /// share: people remember a note by one telling word and some that it does not have.
  package static let leastShare = 0.2
}

/// What a search whose plain words found nothing was widened to.
package enum SearchWidening: Sendable, Hashable {
  /// The words stand inside of others.
  case substrings
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
}

extension QueryTexts {
  /// What notes are asked for it, those of links included.
  var rankingPatterns: [WordPattern] { patterns + LinkTexts.patterns(for: positivePatterns) }
}

extension VaultReader {
  func select(_ query: Query, _ asked: QueryTexts, _ options: SearchOptions) throws -> WideSelection {
    // What nothing can meet is not met by more of the same.
    let root = query.root.flatMap { $0.contradictsItself ? nil : $0 }
    let substrings = root?.asSubstrings.map { QueryTexts($0) }
    let isStrict = options.breadth == .all(orMostBelow: nil)
    let some = isStrict ? nil : root?.withSomeWords.map { ($0.words, QueryTexts($0.expression)) }
    try openNotes(expecting: [asked, substrings, some?.1].flatMap { $0?.rankingPatterns ?? [] })
    let exact = try select(asked)
    let isEnough =
      switch options.breadth {
      case .all(let enough): exact.notes.count >= enough ?? 1
      case .most: false
      }
    if !isEnough, let (words, texts) = some, options.breadth == .most || !exact.notes.isEmpty {
      let found = try select(mostOf: words, texts, complete: exact.notes)
      if found.notes.count > exact.notes.count {
        return WideSelection(found: found, texts: texts, widening: exact.notes.isEmpty ? .someWords : nil)
      }
    }
    if !exact.notes.isEmpty { return WideSelection(found: exact, texts: asked) }
    if let substrings {
      let found = try select(substrings)
      if !found.notes.isEmpty { return WideSelection(found: found, texts: substrings, widening: .substrings) }
    }
    if options.respells, root != nil, let (respelled, respellings) = try respelled(query) {
      var options = options
      options.respells = false
      var found = try select(respelled, QueryTexts(respelled.root), options)
      found.respellings = respellings
      return found
    }
    if options.breadth != .most, let (words, texts) = some {
      let found = try select(mostOf: words, texts, complete: exact.notes)
      if !found.notes.isEmpty { return WideSelection(found: found, texts: texts, widening: .someWords) }
    }
    return WideSelection(found: exact, texts: asked)
  }

  /// The notes that have most of the weight of some words, by the texts of a query that asks for one of them.
  private func select(
    mostOf words: [(text: String, predicate: Query.Predicate)], _ texts: QueryTexts, complete: IDSet
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
