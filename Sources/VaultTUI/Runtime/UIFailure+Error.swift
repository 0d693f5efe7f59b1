import VaultCore
import VaultInterface
import VaultStore

extension UIFailure {
  /// `query`: what was asked, where an error may be about it.
  init(_ error: any Error, query: String = "") {
    if error is CancelledError {
      self.init(kind: .interrupted, text: "cancelled")
    } else if let error = error as? QueryError {
      self.init(kind: .badArgument, text: error.rendered(query: query))
    } else if let problem = error as? QueryProblem {
      self.init(kind: .badArgument, text: problem.error.rendered(query: problem.text))
    } else if let failure = error as? any Failure {
      self.init(kind: failure.kind, text: failure.message.text.beginningASentence)
      if let text = (error as? UndoConflictError)?.text { diff = DiffLine.lines(of: ChangeDiff([text])) }
    } else {
      self.init(kind: .refused, text: String(describing: error))
    }
  }
}

extension String {
  /// With a capital, unless a path or a name stands at its beginning.
  fileprivate var beginningASentence: String {
    prefix { $0 != " " }.allSatisfy(\.isLetter) ? capitalizedFirst : self
  }
}
