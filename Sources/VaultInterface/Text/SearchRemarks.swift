import VaultCore
import VaultStore

// What is said of a search: where more is shown than was asked for, where the line is drawn, and what may have been meant.

extension Respelling {
  package var remark: String { "Nothing has \(quoted(word)); showing \(quoted(shown))." }
}

extension SearchWidening {
  package var remark: String {
    switch self {
    case .substrings(let words):
      let stands = words.count == 1 ? "it stands" : "they stand"
      return "Nothing has \(listed(words.map(quoted))) as a word; shown is where \(stands) inside of others."
    case .someWords: return "No note has all of these words; shown are those that have some of them."
    }
  }
}

extension SearchResult {
  /// What stands before the notes that have only some of the words.
  package var divider: String {
    "\(completeTotal == 1 ? "1 note has" : "\(completeTotal) notes have") all of the words; these have some of them:"
  }

  /// What stands in place of hits where there are none.
  package var remarkOnNothing: Message {
    hasSome
      ? "No note has all of the words; \(option: .someWords) shows those that have some of them." : "No note matches."
  }
}

extension SearchHit {
  /// The words that it lacks; nil where it has all.
  package var lack: String? {
    missing.isEmpty ? nil : "without \(missing.map(quoted).joined(separator: ", "))"
  }
}

extension [WordSuggestion] {
  /// For one word what it may have been, for several the whole query with the likeliest words. Nil where the words do not
  /// stand in the query itself, but in a saved search.
  package func question(for query: String) -> String? {
    guard let first else { return nil }
    let choices = count == 1 ? first.words.map { [$0] } : [compactMap(\.words.first)]
    let texts = choices.map { replaced(in: query, with: $0) }.filter { $0 != query }
    guard !texts.isEmpty else { return nil }
    // Quotes of its own are enough.
    return "Did you mean \(listed(texts.map { $0.contains("\"") ? ShownName.quoted($0) : quoted($0) }))?"
  }

  private func replaced(in query: String, with words: [String]) -> String {
    var bytes = [UInt8](query.utf8)
    // A phrase is one term with a suggestion for each of its words.
    let terms = Dictionary(grouping: zip(self, words), by: \.0.range)
    for (range, suggestions) in terms.sorted(by: { $0.key.lowerBound > $1.key.lowerBound })
    where range.upperBound <= bytes.count {
      var term = String(decoding: bytes[range], as: UTF8.self)
      for (suggestion, word) in suggestions {
        term = term.replacing(suggestion.word, with: word, maxReplacements: 1)
      }
      bytes.replaceSubrange(range, with: term.utf8)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

private func quoted(_ word: String) -> String { "\"\(ShownName.quoted(word))\"" }

/// `a`, `a or b`, `a, b or c`
private func listed(_ words: [String]) -> String {
  guard words.count > 1, let last = words.last else { return words.first ?? "" }
  return "\(words.dropLast().joined(separator: ", ")) or \(last)"
}
