import ArgumentParser

/// A command that takes a query: a word that begins with `-` and is no option of it belongs to the query.
protocol QueryCommand: WordCommand {}

/// The query that the rest of the command line is: its words joined by blanks, as they came from the shell. A phrase
/// needs quotes of its own inside the shell's.
struct QueryWords: ParsableArguments {
  @Argument(
    "Words and operators; `vault help query` lists them.", value: "query", completion: .query)
  var words: [String] = []

  var text: String { words.joined(separator: " ") }
}
