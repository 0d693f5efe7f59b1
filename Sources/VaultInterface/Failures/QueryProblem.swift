import VaultCore

/// A query, or an option's value that is read like one, that cannot be understood.
package struct QueryProblem: Failure {
  package var text: String
  package var error: QueryError
  /// `--due`; nil for the query itself.
  package var option: String?

  package init(text: String, error: QueryError, option: String? = nil) {
    self.text = text
    self.error = error
    self.option = option
  }

  package var kind: FailureKind { .badArgument }
  package var message: Message {
    "\(option ?? "the query") cannot be understood\n\(error.rendered(query: text))"
  }
}
