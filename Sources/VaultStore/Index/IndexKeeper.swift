import Foundation
import GRDB
import GRDBSQLite
import VaultCore
import VaultPlatform

/// Opens the index, and builds it where it is missing or cannot be used; how it is brought up to date is in
/// `Freshness.swift`.
///
/// Methods throw `IndexUseError` when there is no index to be had just now; SQLite's own errors become one in
/// `repairingOnce`.
final class IndexKeeper {
  /// The path of the index file.
  let path: String
  /// True when the configuration named the place: then nothing of anybody else's there is moved, and no folder made.
  private let isConfigured: Bool
  private let root: String
  /// How notes are read: an index made otherwise is of no use.
  let parsing: String
  let pipeline: NotePipeline
  private let notice: (VaultNotice) -> Void
  private let progress: (Int, Int) -> Void
  /// What the last build of a whole index by this value found.
  private(set) var lastBuild: IndexChanges?
  /// True when an index that another version of vault has made is put aside and made anew; else that throws
  /// `IndexSupersededError`.
  var replacesOtherVersions = true
  /// The file that was opened last: where it turns out to be damaged, it is not to serve again.
  private var lastOpened: FileStamp.Identity?

  init(
    path: String, isConfigured: Bool, root: String, parsing: String, pipeline: NotePipeline,
    notice: @escaping (VaultNotice) -> Void,
    progress: @escaping (Int, Int) -> Void
  ) {
    self.path = path
    self.isConfigured = isConfigured
    self.root = root
    self.parsing = parsing
    self.pipeline = pipeline
    self.notice = notice
    self.progress = progress
  }

  /// Runs `body`, and where that meets damage once more, with leave to repair. Throws `IndexUseError` for whatever is
  /// the index's fault, `CancelledError` for whatever a cancelled statement throws, and all else as it comes.
  func repairingOnce<Answer>(_ body: (_ repairing: Bool) throws -> Answer) throws -> Answer {
    do {
      return try repairing(body)
    } catch {
      try pipeline.cancellation?.check()
      throw error
    }
  }

  private func repairing<Answer>(_ body: (_ repairing: Bool) throws -> Answer) throws -> Answer {
    do {
      do {
        return try body(false)
      } catch let error where error.isIndexDamage {
        try pipeline.cancellation?.check()
        return try body(true)
      }
    } catch let error as DatabaseError {
      throw IndexUseError(path: path, error)
    } catch is RowDecodingError {
      throw IndexUseError(path: path, cause: .broken("it holds values of the wrong kind"))
    } catch let error as FileFailure {
      throw IndexUseError(error)
    }
  }

  /// The index, built where it is missing and put aside where it cannot be used.
  func usableIndex(_ scan: PendingScan, repairing: Bool) throws -> SearchIndex {
    try prepareFolder()
    let shared = try lock(.shared)
    var problem: IndexProblem?
    switch repairing ? .unusable(.damaged) : try opened(shared) {
    case .opened(let index):
      lastOpened = FileStamp(at: path)?.identity
      return index
    case .missing: break
    case .unusable(let reason): problem = reason
    }
    shared.release()
    _ = try rebuild(scan, reason: problem, force: false)
    guard
      case .opened(let index) = try SearchIndex.open(
        path, lock: lock(.shared), cancellation: pipeline.cancellation)
    else {
      throw IndexUseError(path: path, cause: .broken("it was taken away meanwhile"))
    }
    return index
  }

  /// Builds the index anew and puts it in the old one's place; `reason` says why the old one is put aside. Without
  /// `force`, an index that another process has built meanwhile serves. `continues`: whether a build that was killed may go
  /// on.
  func rebuild(
    _ scan: PendingScan, reason: IndexProblem?, force: Bool, continues: Bool = true
  ) throws -> IndexChanges {
    try prepareFolder()
    let lock = try lock(.alone)
    defer { lock.release() }
    if !force, try isServedMeanwhile() { return IndexChanges() }
    if !replacesOtherVersions, try isOfOtherVersion() { throw IndexSupersededError() }
    if let reason = try reason ?? strangeness() {
      if isConfigured, !reason.isOurs { throw IndexUseError(path: path, cause: .foreign(reason)) }
      let aside = try SearchIndex.moveAside(path, isOurs: reason.isOurs)
      notice(VaultNotice("the index \(path) \(reason); it was moved to \(aside) and is built anew"))
    }
    let build = IndexBuild(path: path, root: root, parsing: parsing)
    var changes = try build.run(refresh(scan), continues: continues)
    // The build knows nothing of what was there before.
    changes.notes = .many
    lastBuild = changes
    return changes
  }

  /// What is in the index's place; damage is told as `unreadable`.
  private func opened(_ lock: FileLock? = nil) throws -> SearchIndex.OpenResult {
    do {
      return try SearchIndex.open(path, lock: lock, cancellation: lock == nil ? nil : pipeline.cancellation)
    } catch let error where error.isIndexDamage {
      return .unusable(.unreadable)
    }
  }

  private func isServedMeanwhile() throws -> Bool {
    if let lastOpened, FileStamp(at: path)?.identity == lastOpened { return false }
    guard case .opened(let index) = try opened() else { return false }
    do {
      return try index.parsing() == parsing
    } catch let error where error.isIndexDamage {
      return false
    }
  }

  func isOfOtherVersion() throws -> Bool {
    if case .unusable(.otherVersion) = try opened() { true } else { false }
  }

  /// What is wrong with the file in the index's place, where it may be anyone's.
  private func strangeness() throws -> IndexProblem? {
    guard case .unusable(let problem) = try opened(), !problem.isOurs else { return nil }
    return problem
  }

  func refresh(_ scan: PendingScan) throws -> IndexRefresh {
    IndexRefresh(scan: try scan.wait(), checkedAt: scan.startedAt, pipeline: pipeline, progress: progress)
  }

  /// Makes the folder for the index.
  func prepareFolder() throws(IndexUseError) {
    let folder = NSString(string: path).deletingLastPathComponent
    if !isConfigured {
      do {
        try FileManager.default.createDirectory(
          atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      } catch {
        throw IndexUseError(path: path, cause: .noPlace)
      }
    }
    guard access(folder, W_OK) == 0 else { throw IndexUseError(path: path, cause: .noPlace) }
  }

  private func lock(_ mode: FileLock.Mode) throws -> FileLock {
    guard
      let lock = try FileLock.acquire(
        path + ".lock", mode, patience: SearchIndex.patience, cancellation: pipeline.cancellation)
    else { throw IndexUseError(path: path, cause: .busy) }
    return lock
  }
}

extension SearchIndex {
  /// Runs `body` on one state of the database.
  func read<Answer>(_ body: (Database) throws -> Answer) throws -> Answer {
    try queue.inDatabase { db in
      try db.execute(sql: "BEGIN DEFERRED")
      defer {
        // Nothing was written: ending the transaction cannot lose anything.
        if db.isInsideTransaction { sqlite3_exec(db.sqliteConnection, "ROLLBACK", nil, nil, nil) }
      }
      return try body(db)
    }
  }

  func update(_ refresh: IndexRefresh) throws -> IndexChanges {
    try queue.inDatabase { db in
      var changes = IndexChanges()
      try db.inTransaction(.immediate) {
        changes = try refresh.run(db, writer: IndexWriter(db))
        return .commit
      }
      shortenLog(db)
      return changes
    }
  }

  func parsing() throws -> String? {
    try queue.inDatabase { try IndexMetaReader($0).text(.parsing) }
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
