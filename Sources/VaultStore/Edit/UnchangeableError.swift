import VaultCore
import VaultPlatform

/// Which of several notes cannot be changed, all of them at once. Nothing was changed.
package struct UnchangeableError: Failure {
  enum Others {
    case none
    /// They could be changed without these.
    case changeable
    /// They are not changed without these.
    case bound
  }

  package let notes: [ChangeError]
  let others: Others

  package var kind: FailureKind { .refused }
  package var message: Message {
    let list = notes.map { "\n  " + $0.messageAmongOthers }.joined(separator: "")
    return switch others {
    case .none: "none of these notes can be changed:\(list)"
    case .changeable:
      "nothing was changed, since these notes cannot be; \(option: .skipUnchangeable) would change the others:\(list)"
    case .bound: "nothing was changed, since these notes cannot be:\(list)"
    }
  }
}

/// Gathers which of several notes cannot be changed, so that a person hears of all of them at once.
struct UnchangeableNotes {
  private(set) var errors: [ChangeError] = []

  /// Returns nil where `body` throws what is said of one note. Throws on what is said of the disk or the process.
  mutating func gather<Result>(_ body: () throws -> Result) throws -> Result? {
    do { return try body() } catch let error as ChangeError {
      try add(error)
      return nil
    }
  }

  /// Throws an error of the disk or the process.
  mutating func add(_ error: ChangeError) throws {
    try ShortageError.check("nothing was changed", error)
    if error.isOfTheDisk { throw error }
    errors.append(error)
  }

  /// Throws where any cannot be changed: the error of one alone, else `UnchangeableError`.
  func check(_ others: UnchangeableError.Others, count: Int = .max) throws {
    if errors.count == 1, count == 1 || others == .bound { throw errors[0] }
    if !errors.isEmpty { throw UnchangeableError(notes: errors, others: errors.count < count ? others : .none) }
  }
}

extension ChangePlan {
  /// Plans a change of each note, and tells all that cannot be changed at once, as `leaveOut` does.
  func changeEach(_ paths: [NotePath], _ options: ChangeOptions, _ change: (NotePath) throws -> Void) throws {
    var refused = UnchangeableNotes()
    for path in paths {
      _ = try refused.gather {
        try changingAllOrNothing(path) {
          try change(path)
          try checkWritable(path)
        }
      }
    }
    try leaveOut(refused, of: paths.count, options)
  }

  /// Tells of the notes that cannot be changed: by an error or, where the options want the others changed, by a notice for
  /// each. That leaves something to change, or throws.
  func leaveOut(_ refused: UnchangeableNotes, of count: Int, _ options: ChangeOptions) throws {
    guard options.skipsUnchangeable, refused.errors.count < count else {
      return try refused.check(.changeable, count: count)
    }
    for error in refused.errors {
      leftOut.append(error.path)
      reader.notice(VaultNotice("left out: " + error.messageAmongOthers, isOfWhatWasAsked: true))
    }
  }
}
