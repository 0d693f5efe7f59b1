/// The words and quoted phrases of a query, for the peers, which know no query language.
struct QueryTerms: Equatable {
  let terms: [String]

  init(_ query: String) {
    // Every second part stands between quotes.
    let parts = query.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
    terms = parts.flatMap { index, part in
      index.isMultiple(of: 2) ? part.split(separator: " ").map(String.init) : part.isEmpty ? [] : [String(part)]
    }
  }

  /// For FTS5's MATCH: each term as a string, where all of FTS5's own operators are plain text.
  func fullText(joinedBy joint: String) -> String {
    terms.map { "\"\($0)\"" }.joined(separator: joint)
  }

  /// ripgrep's options for a line with any of the terms.
  var patterns: [String] { terms.flatMap { ["-e", $0] } }
}
