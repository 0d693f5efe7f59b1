import VaultCore
import VaultPlatform

/// What became of an export of files.
package struct ExportReport: Sendable, Hashable {
  package var notes = 0
  /// Files that the notes lead to and that are no notes.
  package var attachments = 0
  /// Files that were there already, byte for byte.
  package var same = 0
  /// What was copied, relative to the target, in order.
  package var paths: [NotePath] = []
  package var problems: [TransferProblem] = []
}

/// Files cannot be exported to where they should go.
package enum ExportError: Failure, Hashable {
  case insideVault(String)
  case holdsVault(String)
  /// With the `errno` value.
  case unusable(String, code: CInt)
  /// Something went wrong after so many files.
  case stopped(String, cause: String, copied: Int)

  init(stopping error: ChangeError, after copied: Int) {
    let cause =
      if case .system(let step, let code) = error.cause {
        "cannot be \(step): \(systemMessage(code))"
      } else {
        "cannot be copied"
      }
    self = .stopped(error.path.text, cause: cause, copied: copied)
  }

  package var kind: FailureKind { .refused }
  package var message: Message {
    switch self {
    case .insideVault(let path):
      "\(path): lies in the vault, where copies would be notes of their own; name a folder outside"
    case .holdsVault(let path): "\(path): holds the vault, and copies could come among its notes; name another folder"
    case .unusable(let path, let code):
      "\(path): cannot be used: \(systemMessage(code)); name a folder that can be written"
    case .stopped(let path, let cause, let copied):
      "\(path): \(cause). \(copied) files had been copied and stay; when it is mended, the same command copies the rest"
    }
  }
}
