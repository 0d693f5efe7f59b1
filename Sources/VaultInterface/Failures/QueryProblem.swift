import VaultCore
import VaultStore

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

extension Vault {
  /// What a person typed as a query. Throws `QueryProblem`.
  package func query(_ text: String) throws -> Query {
    do throws(QueryError) { return try QueryParser(context: queryContext).parse(text) } catch {
      throw QueryProblem(text: text, error: error)
    }
  }

  /// What `due,-updated` asks. Throws `QueryProblem`; `option`: what it was given for.
  package func sortKeys(_ text: String, option: String) throws -> [Query.SortKey] {
    do throws(QueryError) { return try QueryParser(context: queryContext).sortKeys(text) } catch {
      throw QueryProblem(text: text, error: error, option: option)
    }
  }
}
