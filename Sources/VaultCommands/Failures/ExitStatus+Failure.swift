import ArgumentParser
import Foundation
import VaultCore
import VaultTerminal

extension ExitStatus {
  /// The status of each kind of failure.
  init(_ kind: FailureKind) {
    self =
      switch kind {
      case .notFound: .nothingFound
      case .badArgument: .usage
      case .changedMeanwhile, .foreign: .refused
      case .interrupted: .interrupted
      case .ambiguous, .refused, .unreadable, .damaged, .busy, .noPlace, .shortage: .failed
      }
  }

  /// What an error means to the caller, and what to tell the person; no text where nobody is left to read it. The one
  /// place that maps errors.
  static func of(_ error: any Error) -> (status: ExitStatus, message: String?) {
    switch error {
    case is OutputClosed: (.success, nil)
    case let failure as any Failure: (ExitStatus(failure.kind), failure.message.commandLine)
    case let error as ValidationError: (.usage, error.message)
    case let error as CocoaError:
      (.failed, (error.filePath.map { "\($0): " } ?? "") + error.localizedDescription)
    default: (.failed, "\(error)")
    }
  }
}
