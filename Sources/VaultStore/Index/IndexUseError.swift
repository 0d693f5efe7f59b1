import Foundation
import GRDB
import VaultCore
import VaultPlatform

/// There is no index to be had just now.
struct IndexUseError: Error {
  enum Cause {
    /// The folder for it cannot be made, or not be written in.
    case noPlace
    case busy
    case unwritable(String)
    case diskFull
    /// The file that the configuration names is not ours to move.
    case foreign(IndexProblem)
    case broken(String)
  }

  var path: String
  var cause: Cause
  /// An `errno` value where the system refused something; nil for another cause.
  var systemCode: CInt?
}

extension IndexUseError {
  init(path: String, _ error: DatabaseError) {
    let text = error.message ?? "\(error.resultCode)"
    let cause: Cause =
      switch error.resultCode {
      case .SQLITE_BUSY, .SQLITE_LOCKED: .busy
      case .SQLITE_FULL: .diskFull
      case .SQLITE_READONLY, .SQLITE_IOERR, .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_NOMEM:
        Self.isDiskFull(path) ? .diskFull : .unwritable(text + Self.remedy(error))
      default: .broken(text)
      }
    let isTooLarge = error.resultCode == .SQLITE_IOERR && ProcessLimits.limitsFileSize
    self.init(path: path, cause: cause, systemCode: isTooLarge ? EFBIG : nil)
  }

  init(_ error: FileFailure) {
    self.init(
      path: error.path,
      cause: error.code == ENOSPC || error.code == EDQUOT
        ? .diskFull : .unwritable(error.cause + Self.remedy(error.code)), systemCode: error.code)
  }

  private static func remedy(_ code: CInt) -> String { SystemFailure(code: code).remedy.map { "; " + $0 } ?? "" }

  /// SQLite calls it an "I/O error" when the system lets no file become so large.
  private static func remedy(_ error: DatabaseError) -> String {
    error.resultCode == .SQLITE_IOERR && ProcessLimits.limitsFileSize ? remedy(EFBIG) : ""
  }

  /// SQLite calls it an "I/O error" when there is no room for the files beside the database. They take 64 KiB.
  private static func isDiskFull(_ path: String) -> Bool {
    var status = statvfs()
    guard statvfs(NSString(string: path).deletingLastPathComponent, &status) == 0 else { return false }
    return UInt64(status.f_bavail) * UInt64(status.f_frsize) < 64 << 10
  }

  /// What is told beside an answer that comes from the files; nil where a folder simply has no index.
  var notice: VaultNotice? {
    let text: Message
    switch cause {
    case .noPlace: return nil
    case .busy: text = "the index is busy with another process"
    case .unwritable(let reason): text = "the index \(path) cannot be written (\(reason))"
    case .diskFull: text = "the index \(path) cannot be written (the disk is full)"
    case .foreign(let problem):
      text = "\(path) \(problem) and is left as it is; name another file with \(setting: "index")"
    case .broken(let reason): text = "the index \(path) cannot be used (\(reason))"
    }
    return VaultNotice(text + "; answering from the files")
  }
}

/// Another version of vault has made the index.
struct IndexSupersededError: Error {}

/// Why the file in the index's place cannot serve.
enum IndexProblem: String, CustomStringConvertible {
  case damaged = "is damaged"
  /// It cannot even be told whose it is.
  case unreadable = "cannot be read as an index"
  case otherVersion = "is of another version"
  case foreign = "is not an index of vault's"
  /// It lies in the vault, and came with it.
  case notMadeHere = "is not an index that you made on this machine"

  /// True when it is known to be an index, which nobody will miss.
  var isOurs: Bool { self == .damaged || self == .otherVersion }
  var description: String { rawValue }
}

extension Error {
  /// True when the file of the index is at fault, so that building it anew helps.
  var isIndexDamage: Bool { (self as? DatabaseError)?.isDamage ?? (self is RowDecodingError) }
}

extension DatabaseError {
  var isDamage: Bool {
    switch resultCode {
    // Our own statements hold no mistakes; but a query can ask for more than the full-text table answers.
    case .SQLITE_ERROR: !(message?.hasPrefix("fts5") ?? false)
    case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_CONSTRAINT, .SQLITE_MISMATCH: true
    default: false
    }
  }
}
