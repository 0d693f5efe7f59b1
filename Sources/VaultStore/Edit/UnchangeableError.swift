import VaultCore
import VaultPlatform

/// Which of several notes cannot be changed, all of them at once. Nothing was changed.
package struct UnchangeableError: Failure {
  package let notes: [ChangeError]
  /// False when there are no others.
  let leavesSome: Bool

  package var kind: FailureKind { .refused }
  package var message: Message {
    let list = notes.map { "\n  " + $0.messageAmongOthers }.joined(separator: "")
    return leavesSome
      ? "nothing was changed, since these notes cannot be; \(option: .skipUnchangeable) would change the others:\(list)"
      : "none of these notes can be changed:\(list)"
  }
}

extension ChangePlan {
  /// Plans a change of each note, and tells all that cannot be changed at once: where there are several notes by an
  /// `UnchangeableError`, or, where the options want the others changed, by a notice for each. That leaves something to
  /// change, or throws.
  func changeEach(_ paths: [NotePath], _ options: ChangeOptions, _ change: (NotePath) throws -> Void) throws {
    var refused: [ChangeError] = []
    for path in paths {
      do {
        try changingAllOrNothing(path) {
          try change(path)
          try checkWritable(path)
        }
      } catch let error as ChangeError {
        try ShortageError.check("nothing was changed", error)
        if paths.count == 1 || error.isOfTheDisk { throw error }
        refused.append(error)
      }
    }
    if refused.isEmpty { return }
    guard options.skipsUnchangeable, refused.count < paths.count else {
      throw UnchangeableError(notes: refused, leavesSome: refused.count < paths.count)
    }
    for error in refused { notice("left out: " + error.messageAmongOthers) }
  }
}
