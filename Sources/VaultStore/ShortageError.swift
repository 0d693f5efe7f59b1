import VaultCore
import VaultPlatform

/// The process or the system has run out of something that every file takes. That says nothing of the file at hand, so it
/// is neither unreadable nor missing, and there is no answer.
package struct ShortageError: Failure, Hashable {
  package enum Want: Hashable, Sendable {
    /// The `errno` value: see `SystemFailure.isShortage`.
    case system(CInt)
    case threads
  }

  /// What could not be done, such as `the notes cannot be read`.
  let what: String
  package let want: Want

  package var kind: FailureKind { .shortage }
  package var message: Message {
    switch want {
    case .system(let code): "\(what): \(systemMessage(code)); \(SystemFailure(code: code).remedy ?? "try again")"
    case .threads: "\(what): no thread can be started; end other programs, or raise the limit on them (`ulimit -u`)"
    }
  }

  package init(_ what: String, _ want: Want) { (self.what, self.want) = (what, want) }

  /// The system does not say which limit it was; this one is by far the lowest.
  package static let unknownArguments = ShortageError("the arguments cannot be read", .system(EMFILE))

  /// Returns nil for an error that is about one file.
  init?(_ what: String, _ error: any Error) {
    if let known = error as? ShortageError {
      self = known
    } else {
      guard let code = (error as? any SystemError)?.systemCode, SystemFailure(code: code).isShortage else { return nil }
      self.init(what, .system(code))
    }
  }

  /// To be called where an error becomes a remark about one file: throws where it says nothing of that.
  static func check(_ what: String, _ error: any Error) throws(ShortageError) {
    if let shortage = ShortageError(what, error) { throw shortage }
  }
}

/// An error that may be what the system said.
package protocol SystemError: Error {
  /// An `errno` value; nil for another cause.
  var systemCode: CInt? { get }
}

extension SystemFailure: SystemError {
  package var systemCode: CInt? { code }
}

extension FileFailure: SystemError {
  package var systemCode: CInt? { code }
}

extension FileReadFailure: SystemError {
  package var systemCode: CInt? { if case .system(let code) = self { code } else { nil } }
}

extension FileReadError: SystemError {
  package var systemCode: CInt? { cause.systemCode }
}

extension ChangeError: SystemError {
  package var systemCode: CInt? { if case .system(_, let code) = cause { code } else { nil } }
}

extension IdentityError: SystemError {
  package var systemCode: CInt? { if case .file(_, let code) = self { code } else { nil } }
}

extension IndexUseError: SystemError {}

extension AtomicFileError: SystemError {
  package var systemCode: CInt? { if case .system(_, let code) = trouble { code } else { nil } }
}

extension SystemFailure {
  /// What a person can do where a limit is at fault; nil where none is.
  package var remedy: String? {
    switch code {
    case EMFILE: "let the program open more files (`ulimit -n`)"
    case ENFILE: "end other programs, which have too many files open"
    case ENOMEM, ENOBUFS: "end other programs, or raise the limit on memory (`ulimit -v`)"
    case EAGAIN: "another program holds a file and keeps others from reading it; try again, or end that program"
    case EFBIG: "raise the limit on the size of files (`ulimit -f`)"
    default: nil
    }
  }
}
