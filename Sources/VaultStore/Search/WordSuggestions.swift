import VaultCore

/// A word of a query that no note has, and words of the notes that are like it.
package struct WordSuggestion: Sendable, Hashable {
  /// In the query's text, in bytes of UTF-8.
  package var range: Range<Int>
  /// As written.
  package var word: String
  /// The nearest first, then the most frequent; folded as the index keeps them.
  package var words: [String]
}

extension VaultReader {
  /// So many words are suggested for one.
  private static let mostSuggestions = 3
  /// At most this many candidates are tried for whether they find anything.
  private static let mostTried = 10

  /// For the words that no note has. Phrases are looked at word by word.
  func suggestions(for query: Query) throws -> [WordSuggestion] {
    let unknown = try unknownWords(of: query, together: true)
    guard unknown.count > 1 else { return unknown.map(\.suggestion).filter { !$0.words.isEmpty } }
    // The likeliest of each may still stand in no note together.
    var meant = query
    for (asked, suggestion, _) in unknown {
      guard let word = suggestion.words.first else { return [] }
      meant.root = respelled(meant, asked, as: word)
    }
    return try select(QueryTexts(meant.root)).notes.isEmpty ? [] : unknown.map(\.suggestion)
  }

  /// The query with each word that no note has spelled as one that is like it; nil where none is like one of them. What finds
  /// something together with the other words comes first.
  func respelled(_ query: Query) throws -> (query: Query, respellings: [Respelling])? {
    var respelled = query
    var respellings: [Respelling] = []
    for (asked, suggestion, distance) in try unknownWords(of: query, together: false) {
      guard let shown = suggestion.words.first, Self.isMisspelled(asked.word, distance) else { continue }
      respelled.root = self.respelled(respelled, asked, as: shown)
      respellings.append(Respelling(word: asked.word, shown: shown))
    }
    return respellings.isEmpty ? nil : (respelled, respellings)
  }

  /// Two words so few edits apart are mostly one: one edit, from eight letters on two. What is further away may be meant, and
  /// is asked about; so are short words, which are near to many, and numbers.
  private static func isMisspelled(_ word: String, _ distance: Int) -> Bool {
    let letters = word.unicodeScalars.count
    guard letters >= 5, word.unicodeScalars.allSatisfy({ $0.properties.numericType == nil }) else { return false }
    return distance <= (letters < 8 ? 1 : 2)
  }

  /// With each the number of edits to the first word that is suggested.
  ///
  /// - Parameter together: True for only such words as find something together with the rest of the query.
  private func unknownWords(
    of query: Query, together: Bool
  ) throws -> [(asked: AskedWord, suggestion: WordSuggestion, distance: Int)] {
    var scanner = WordScanner()
    var asked: [AskedWord] = []
    for term in query.root?.positiveTerms ?? [] {
      guard let match = term.predicate.plainWords, term.range != nil else { continue }
      for word in match.text.split(whereSeparator: \.isWhitespace).map(String.init) {
        guard
          let pattern = WordPattern(
            Query.TextMatch(word, match.kind == .word ? .word : .phrase), field: nil, scanner: &scanner),
          !asked.contains(where: { $0.pattern == pattern })
        else { continue }
        asked.append((term, word, pattern))
      }
    }
    let known = try snapshot.noteCounts(of: asked.map(\.pattern))
    let unknown = zip(asked, known).filter { $1 == 0 }.map(\.0)
    guard !unknown.isEmpty else { return [] }
    let list = try snapshot.newestWordList()
    return try unknown.map { asked in
      var words = try nearest(to: asked.word, list, &scanner)
      // Of several words that no note has, what is right for one finds nothing yet.
      if unknown.count == 1 {
        let respelled = words.map { QueryTexts(self.respelled(query, asked, as: $0.word)) }
        try snapshot.prepare(respelled.flatMap(\.patterns))
        var finding: [(word: String, distance: Int)] = []
        for (word, texts) in zip(words, respelled) where finding.count < Self.mostSuggestions {
          if try !select(texts).notes.isEmpty { finding.append(word) }
        }
        if together || !finding.isEmpty { words = finding }
      }
      return (
        asked,
        WordSuggestion(
          range: asked.term.range ?? 0..<0, word: asked.word, words: words.prefix(Self.mostSuggestions).map(\.word)),
        words.first?.distance ?? .max
      )
    }
  }

  private typealias AskedWord = (term: Query.Term, word: String, pattern: WordPattern)

  /// The query with one of its words spelled otherwise.
  private func respelled(_ query: Query, _ asked: AskedWord, as spelling: String) -> Query.Expression? {
    query.root?.mapTerms { term, _ in
      guard term.range == asked.term.range, var match = term.predicate.plainWords else { return term }
      match.text = match.text.split(whereSeparator: \.isWhitespace).map { $0 == asked.word ? spelling : String($0) }
        .joined(separator: " ")
      return Query.Term(term.predicate.asking(for: match), range: term.range)
    }
  }

  private func nearest(
    to word: String, _ list: WordList, _ scanner: inout WordScanner
  ) throws -> [(word: String, distance: Int)] {
    var near: [(word: String, distance: Int, pattern: WordPattern)] = []
    for (word, distance) in list.words(near: word, &scanner) {
      guard let pattern = WordPattern(Query.TextMatch(word, .phrase), field: nil, scanner: &scanner) else { continue }
      near.append((word, distance, pattern))
    }
    // The list also has words of notes that are no more.
    let notes = try snapshot.noteCounts(of: near.map(\.pattern))
    let found = zip(near, notes).filter { $1 > 0 }
    return found.sorted { ($0.0.distance, -$0.1, $0.0.word) < ($1.0.distance, -$1.1, $1.0.word) }
      .prefix(Self.mostTried).map { ($0.0.word, $0.0.distance) }
  }
}

extension WordList {
  /// How many words a search looks at more closely.
  private static let most = 50

  /// Words within two edits (one, for words of three and four letters), with how many; the nearest first.
  fileprivate func words(near word: String, _ scanner: inout WordScanner) -> [(word: String, distance: Int)] {
    var folded: [UInt8] = []
    var ignored: [UInt8] = []
    var text = word
    text.withUTF8 { _ = scanner.append($0, to: &folded, parts: &ignored) }
    let wanted = String(decoding: folded.prefix { $0 != 0x20 }, as: UTF8.self).unicodeScalars.map(\.value)
    guard wanted.count >= 3, wanted.count <= 40 else { return [] }
    let bound = wanted.count < 5 ? 1 : 2
    var found: [(word: String, distance: Int)] = []
    forEach { bytes in
      guard bytes.count + bound >= wanted.count, bytes.count <= 4 * (wanted.count + bound) else { return }
      let candidate = String(decoding: bytes, as: UTF8.self)
      let scalars = candidate.unicodeScalars.map(\.value)
      guard let distance = Suggestion.distance(wanted, scalars, atMost: bound), distance > 0 else { return }
      found.append((candidate, distance))
    }
    found.sort { ($0.distance, $0.word) < ($1.distance, $1.word) }
    return Array(found.prefix(Self.most))
  }
}

extension Query.Predicate {
  /// The words that it asks for, where they are plain ones.
  fileprivate var plainWords: Query.TextMatch? {
    switch self {
    case .words(let match), .text(_, let match):
      switch match.kind {
      case .word, .phrase: match
      case .prefix, .substring, .expression: nil
      }
    default: nil
    }
  }
}
