import VaultCore
import VaultInterface
import VaultStore

extension UIFailure {
  /// `query`: what was asked, where an error may be about it.
  init(_ error: any Error, query: String = "") {
    if error is CancelledError {
      self.init(kind: .interrupted, text: "cancelled")
    } else if let error = error as? QueryError {
      self.init(kind: .badArgument, text: Message(error.rendered(query: query)))
    } else if let problem = error as? QueryProblem {
      self.init(kind: .badArgument, text: Message(problem.error.rendered(query: problem.text)))
    } else if let error = error as? TaskChangedError {
      self.init(kind: error.kind, text: error.messageWithoutHandles)
    } else if case TaskNameError.vanished? = error as? TaskNameError {
      self.init(kind: .changedMeanwhile, text: "this task is gone, or says something else now; nothing was changed")
    } else if let failure = error as? any Failure {
      self.init(kind: failure.kind, text: failure.message)
      if let text = (error as? UndoConflictError)?.text { diff = DiffLine.lines(of: ChangeDiff([text])) }
    } else {
      self.init(kind: .refused, text: Message(error))
    }
  }
}
