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
    let unknown = try unknownWords(of: query, respelling: false)
    guard unknown.count > 1 else { return unknown.map(\.suggestion).filter { !$0.words.isEmpty } }
    // The likeliest of each may still stand in no note together.
    var meant = query
    for (asked, suggestion) in unknown {
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
    for (asked, suggestion) in try unknownWords(of: query, respelling: true) {
      guard let shown = suggestion.words.first else { continue }
      respelled.root = self.respelled(respelled, asked, as: shown)
      respellings.append(Respelling(word: asked.word, shown: shown))
    }
    return respellings.isEmpty ? nil : (respelled, respellings)
  }

  /// How many edits away a word is taken for another without asking: one, from eight letters on two; none for short words, which
  /// are near to many, and for numbers. What is further away is asked about.
  private static func editsTaken(for word: String) -> Int {
    let letters = word.unicodeScalars.count
    guard letters >= 5, word.unicodeScalars.allSatisfy({ $0.properties.numericType == nil }) else { return 0 }
    return letters < 8 ? 1 : 2
  }

  /// The words of a query that no note has, with words of the notes that are like them. Of several unknown words, what is right for
  /// one finds nothing yet, and is not tried.
  ///
  /// - Parameter respelling: True for one word at most in place of each, so near that it is taken without asking, even where it
  ///   finds nothing together with the rest of the query; false for those that find something.
  private func unknownWords(
    of query: Query, respelling: Bool
  ) throws -> [(asked: AskedWord, suggestion: WordSuggestion)] {
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
    let edits = unknown.map { respelling ? Self.editsTaken(for: $0.word) : WordList.mostEdits }
    guard edits.contains(where: { $0 > 0 }) else { return [] }
    let list = try snapshot.newestWordList()
    let most = respelling ? 1 : Self.mostSuggestions
    return try zip(unknown, edits).map { asked, edits in
      var words = try nearest(to: asked.word, within: edits, list, &scanner)
      if unknown.count == 1 {
        let respelled = words.map { QueryTexts(self.respelled(query, asked, as: $0)) }
        try snapshot.prepare(respelled.flatMap(\.patterns))
        var finding: [String] = []
        for (word, texts) in zip(words, respelled) where finding.count < most {
          if try !select(texts).notes.isEmpty { finding.append(word) }
        }
        if !respelling || !finding.isEmpty { words = finding }
      }
      return (
        asked,
        WordSuggestion(range: asked.term.range ?? 0..<0, word: asked.word, words: Array(words.prefix(most)))
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
    to word: String, within edits: Int, _ list: WordList, _ scanner: inout WordScanner
  ) throws -> [String] {
    var near: [(word: String, distance: Int, pattern: WordPattern)] = []
    for (word, distance) in list.words(near: word, within: edits, &scanner) {
      guard let pattern = WordPattern(Query.TextMatch(word, .phrase), field: nil, scanner: &scanner) else { continue }
      near.append((word, distance, pattern))
    }
    // The list also has words of notes that are no more.
    let notes = try snapshot.noteCounts(of: near.map(\.pattern))
    let found = zip(near, notes).filter { $1 > 0 }
    return found.sorted { ($0.0.distance, -$0.1, $0.0.word) < ($1.0.distance, -$1.1, $1.0.word) }
      .prefix(Self.mostTried).map(\.0.word)
  }
}

extension WordList {
  /// How many words a search looks at more closely.
  private static let most = 50
  /// Words that are further away are not like each other.
  static let mostEdits = 2

  /// Words within so many edits (one at most, for words of three and four letters), with how many; the nearest first.
  func words(
    near word: String, within edits: Int, _ scanner: inout WordScanner
  ) -> [(word: String, distance: Int)] {
    var folded: [UInt8] = []
    var ignored: [UInt8] = []
    var text = word
    text.withUTF8 { _ = scanner.append($0, to: &folded, parts: &ignored) }
    let wanted = String(decoding: folded.prefix { $0 != 0x20 }, as: UTF8.self).unicodeScalars.map(\.value)
    guard wanted.count >= 3, wanted.count <= 40 else { return [] }
    let bound = min(edits, wanted.count < 5 ? 1 : 2)
    guard bound > 0 else { return [] }
    let letters = Self.letters(folded.prefix { $0 != 0x20 })
    var found: [(word: String, distance: Int)] = []
    forEach { bytes in
      guard bytes.count + bound >= wanted.count, bytes.count <= 4 * (wanted.count + bound) else { return }
      // An edit brings in at most one letter and takes away at most one, so nearly all words are ruled out without a comparison.
      let these = Self.letters(bytes)
      guard (these & ~letters).nonzeroBitCount <= bound, (letters & ~these).nonzeroBitCount <= bound else { return }
      let candidate = String(decoding: bytes, as: UTF8.self)
      let scalars = candidate.unicodeScalars.map(\.value)
      guard let distance = Suggestion.distance(wanted, scalars, atMost: bound), distance > 0 else { return }
      found.append((candidate, distance))
    }
    found.sort { ($0.distance, $0.word) < ($1.distance, $1.word) }
    return Array(found.prefix(Self.most))
  }

  /// A bit for each ASCII letter or digit of a word. Some letters share theirs with a digit.
  private static func letters(_ word: some Sequence<UInt8>) -> UInt64 {
    var letters: UInt64 = 0
    for byte in word where byte < 0x80 { letters |= 1 << UInt64(byte & 63) }
    return letters
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
