import ArgumentParser
import Foundation
import VaultCore
import VaultInterface
import VaultStore
import VaultTerminal

extension ExitStatus {
  /// What an error means to the caller, and what to tell the person; no text where nobody is left to read it. The one
  /// place that maps errors.
  static func of(_ error: any Error) -> (status: ExitStatus, message: String?) {
    switch error {
    case is OutputClosed: (.success, nil)
    case let error as QueryProblem: (.usage, error.description)
    case let error as TasksQueriesRefused: (error.areInNotes ? .failed : .usage, error.description)
    case let error as ValidationError: (.usage, error.message)
    case let error as RecordFormat.Failure: (.usage, error.description)
    case let error as UnknownName: (.usage, error.description)
    case let error as TaskNameError: (error.status, error.description)
    case let error as TaskValueError: (.usage, error.description)
    case let error as PastDueError: (.usage, error.description)
    case let error as NewTaskError: (.usage, error.description)
    case let error as TaskChangedError: (.refused, error.description)
    case let error as TaskReturnError: (.refused, error.description)
    case let error as NoteNameError: (error.isNotFound ? .nothingFound : .failed, error.description)
    case let error as ConfigurationEditError: (error.isAboutFile ? .failed : .usage, error.description)
    case let error as InterruptedError: (.interrupted, error.description)
    case let error as FileChangedError: (.refused, error.description)
    case let error as EditConflictError: (.refused, error.description)
    case let error as EditSession.NotTaken: (of(error.cause).status, error.description)
    case let error as EmptyTextError: (.usage, error.description)
    case let error as NoTitleError: (.usage, error.description)
    case let error as StandardInput.NotText: (.failed, error.description)
    case let error as UndoConflictError: (.refused, error.description)
    case let error as NothingToUndoError: (.nothingFound, error.description)
    case let error as NoSuchTagError: (.nothingFound, error.description)
    case let error as TrashNameError: (.nothingFound, error.description)
    case let error as HeadingNameError: (error.isNotFound ? .nothingFound : .failed, error.description)
    case let error as MoveError: (error.isNotFound ? .nothingFound : .failed, error.description)
    case let error as TagRenameError: (.usage, error.description)
    case let error as PropertyKeyError: (.usage, error.description)
    case let error as Confirmation.Impossible: (.usage, error.description)
    case let error as VaultLocationError: (.failed, error.description)
    case let error as CocoaError: (.failed, describe(error))
    default: (.failed, "\(error)")
    }
  }

  private static func describe(_ error: CocoaError) -> String {
    guard let path = error.filePath else { return error.localizedDescription }
    return "\(path): \(error.localizedDescription)"
  }
}

extension NoteNameError {
  fileprivate var isNotFound: Bool {
    if case .notFound = self { true } else { false }
  }
}

extension TaskNameError {
  fileprivate var status: ExitStatus {
    switch self {
    case .notFound, .noTask, .noneGiven: .nothingFound
    case .ambiguous(_, _, let gone): gone.isEmpty ? .failed : .refused
    case .tooShort: .failed
    case .vanished: .refused
    }
  }
}

extension HeadingNameError {
  fileprivate var isNotFound: Bool {
    switch problem {
    case .notFound, .noneInLine, .otherInLine: true
    case .ambiguous, .inside: false
    }
  }
}

extension MoveError {
  fileprivate var isNotFound: Bool {
    if case .nothingNamed = self { true } else { false }
  }
}

extension ConfigurationEditError {
  /// Else it is about what was given.
  var isAboutFile: Bool {
    switch self {
    case .unknownKey, .badValue: false
    case .unreadable, .byHand: true
    }
  }
}
