import Foundation
import GRDB
import VaultCore
import VaultPlatform

/// There is no index to be had just now.
struct IndexUseError: Error {
  enum Cause {
    /// The folder for it cannot be made, or not be written in.
    case noPlace
    /// Somebody else could exchange the files in it: what is wrong with it, and what mends it.
    case sharedFolder(String)
    /// Something lies in the place of this file, which is the index or one beside it: what that is.
    case inTheWay(String)
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
    // SQLite does not say which file it cannot open.
    if error.resultCode == .SQLITE_CANTOPEN {
      for file in SearchIndex.neighbours.map({ path + $0 }) {
        guard let status = status(of: file, followsLink: false), let obstacle = Self(file, inTheWay: status) else {
          continue
        }
        self = obstacle
        return
      }
    }
    let text = error.reason
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

  /// Returns nil for a file of this user's.
  init?(_ path: String, inTheWay status: stat) {
    if status.isOwnFile { return nil }
    let what =
      switch status.st_mode & S_IFMT {
      case S_IFLNK: "is a link"
      case S_IFREG: "belongs to another user"
      case S_IFDIR: "is a folder"
      default: "is no file"
      }
    self.init(path: path, cause: .inTheWay(what))
  }

  init(_ error: FileFailure) {
    if let status = status(of: error.path, followsLink: false), let obstacle = Self(error.path, inTheWay: status) {
      self = obstacle
      return
    }
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
    case .sharedFolder(let reason): text = "there can be no index, since \(reason)"
    case .inTheWay(let what): text = "\(path) \(what); move it away"
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
  /// Written over the one that belongs there, or of a vault with the same name for its cache.
  case exchanged = "is not the one that was made for this vault"
  case foreign = "is not an index of vault's"
  /// It lies in the vault, and came with it.
  case notMadeHere = "is not an index that you made on this machine"

  /// True when it is known to be an index, which nobody will miss.
  var isOurs: Bool { [.damaged, .otherVersion, .exchanged].contains(self) }
  var description: String { rawValue }
}

extension Error {
  /// True when the file of the index is at fault, so that building it anew helps.
  var isIndexDamage: Bool { (self as? DatabaseError)?.isDamage ?? (self is RowDecodingError) }
}

extension DatabaseError {
  /// In words.
  var reason: String {
    if resultCode == .SQLITE_INTERRUPT { return "its pages lead to each other without end" }
    return message ?? "\(resultCode)"
  }

  var isDamage: Bool {
    switch resultCode {
    // Our own statements hold no mistakes; but a query can ask for more than the full-text table answers.
    case .SQLITE_ERROR: !(message?.hasPrefix("fts5") ?? false)
    case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_CONSTRAINT, .SQLITE_MISMATCH: true
    // By `StepLimit`. By a cancellation, too, which is asked for before anything is mended.
    case .SQLITE_INTERRUPT: true
    default: false
    }
  }
}
