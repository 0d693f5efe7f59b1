import VaultCore

/// What a search whose plain words found nothing was widened to.
package enum SearchWidening: Sendable, Hashable {
  /// The words stand inside of others.
  case substrings
  /// Each of the words is in some note, but none has all: these have the most of them.
  case someWords
}

/// What to ask where a query finds nothing.
struct WiderQuery {
  fileprivate let substrings: QueryTexts?
  fileprivate let someWords: QueryTexts?

  init(_ query: Query) {
    // What nothing can meet is not met by more of the same.
    guard let root = query.root, !root.contradictsItself else {
      substrings = nil
      someWords = nil
      return
    }
    substrings = root.asSubstrings.map { QueryTexts($0) }
    someWords = root.withSomeWords.map { QueryTexts($0) }
  }

  /// To be named beforehand.
  var patterns: [WordPattern] { (substrings?.patterns ?? []) + (someWords?.patterns ?? []) }
}

extension VaultReader {
  /// Returns nil when all of it finds nothing, too.
  func select(
    _ wider: WiderQuery
  ) throws -> (NoteSelection, QueryTexts, SearchWidening)? {
    if let texts = wider.substrings {
      let found = try select(texts)
      if !found.notes.isEmpty { return (found, texts, .substrings) }
    }
    if let texts = wider.someWords {
      var found = try select(texts)
      let words = texts.positivePatterns.map { found.byPattern[$0] ?? IDSet() }
      // A word that no note has is more likely misspelled: then others are suggested.
      guard !found.notes.isEmpty, words.allSatisfy({ !$0.isEmpty }) else { return nil }
      var held: [Int: Int] = [:]
      for id in found.notes.ids { held[id] = words.count { $0.contains(id) } }
      let most = held.values.max() ?? 0
      found.notes = IDSet(held.filter { $0.value == most }.keys)
      return (found, texts, .someWords)
    }
    return nil
  }
}
