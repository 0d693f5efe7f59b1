import CSQLiteOptions
import Foundation
import GRDB
import GRDBSQLite
import VaultCore
import VaultPlatform

/// The index file: a cache that can be deleted at any moment.
///
/// Whoever uses it holds a shared lock on the file beside it; whoever puts a new file in its place holds it alone, so
/// that nobody reads one file with another's write-ahead log.
final class SearchIndex {
  let path: String
  let queue: DatabaseQueue
  let counters = MatchCounterBox()
  /// What its fingerprints are made with.
  let key: FingerprintKey
  private let lock: FileLock?
  /// Kept for as long as SQLite looks at it.
  private let cancellation: Cancellation?

  /// How long to wait for another process before answering without the index, in seconds.
  static let patience = 2.0
  /// How long to wait before looking again whether the database is free, in seconds.
  private static let busyPause = 0.002

  enum OpenResult {
    case opened(SearchIndex)
    case missing
    /// Another version made it, or it is not an index at all.
    case unusable(IndexProblem)
  }

  private init(
    path: String, queue: DatabaseQueue, key: FingerprintKey, lock: FileLock?, cancellation: Cancellation?
  ) {
    self.path = path
    self.queue = queue
    self.key = key
    self.lock = lock
    self.cancellation = cancellation
  }

  /// `cancellation`: ends any statement early.
  static func open(_ path: String, lock: FileLock?, cancellation: Cancellation? = nil) throws -> OpenResult {
    guard FileManager.default.fileExists(atPath: path) else { return .missing }
    let queue = try DatabaseQueue(path: path, configuration: configuration(cancellation))
    let state = try queue.inDatabase { try IndexSchema.state(of: $0) }
    switch state {
    case .current: break
    case .empty: return .missing
    case .otherVersion: return .unusable(.otherVersion)
    case .foreign: return .unusable(.foreign)
    }
    // SQLite takes the rest of a page that is cut off for zeros.
    guard fileSize(path) % Int64(IndexSchema.pageSize) == 0 else { return .unusable(.damaged) }
    let key = try queue.inDatabase { try IndexMetaReader($0).bytes(.key) }.flatMap { FingerprintKey($0) }
    let index = SearchIndex(
      path: path, queue: queue, key: key ?? .ofThisProcess, lock: lock, cancellation: cancellation)
    try queue.inDatabase { db in
      try MatchCounter.register(on: db, box: index.counters)
      // Closing would copy the write-ahead log into the file and sync both, at the end of every command; `shortenLog` does
      // that when it is worth it.
      if let connection = db.sqliteConnection {
        _ = sqlite_options_close_without_checkpoint(UnsafeMutableRawPointer(connection))
      }
      if let cancellation {
        // The full-text table reads its pages by small statements, whose steps count, too.
        sqlite3_progress_handler(
          db.sqliteConnection, 500,
          { context in
            context.map { Unmanaged<Cancellation>.fromOpaque($0).takeUnretainedValue().isCancelled } == true ? 1 : 0
          },
          Unmanaged.passUnretained(cancellation).toOpaque())
      }
    }
    return .opened(index)
  }

  /// How much of the file is read where it stands. What is touched of it counts as the command's memory, and notes from
  /// all over touch nearly all of it; the rest is read in pages, which is hardly slower.
  private static let mappedBytes = 32 << 20

  private static func configuration(_ cancellation: Cancellation?) -> GRDB.Configuration {
    var configuration = GRDB.Configuration()
    configuration.busyMode = .timeout(patience)
    if let cancellation {
      configuration.busyMode = .callback { attempts in
        guard !cancellation.isCancelled, Double(attempts) * busyPause < patience else { return false }
        usleep(UInt32(busyPause * 1_000_000))
        return true
      }
    }
    configuration.label = "index"
    configuration.prepareDatabase { db in
      try db.execute(
        sql: "PRAGMA synchronous = NORMAL; PRAGMA temp_store = MEMORY; PRAGMA mmap_size = \(mappedBytes); "
          + "PRAGMA wal_autocheckpoint = 0")
    }
    return configuration
  }

  /// Renames a file that cannot be used, and returns its new name. An index of ours replaces the one that was set
  /// aside before; any other file gets a name of its own and keeps its journal, so that nothing of anybody's is lost.
  /// The caller holds the lock alone.
  static func moveAside(_ path: String, isOurs: Bool) throws -> String {
    var aside = path + ".old"
    if !isOurs {
      var number = 1
      repeat {
        aside = path + ".set-aside" + (number == 1 ? "" : "-\(number)")
        number += 1
      } while ["", "-journal", "-wal"].contains { FileManager.default.fileExists(atPath: aside + $0) }
    }
    try removeIfPresent(path + "-shm")
    for suffix in ["-journal", "-wal", ""] {
      if isOurs { try removeIfPresent(aside + suffix) }
      guard rename(path + suffix, aside + suffix) == 0 || errno == ENOENT else {
        throw FileFailure(path: path, code: errno)
      }
    }
    return aside
  }

  static func removeIfPresent(_ path: String) throws {
    guard unlink(path) == 0 || errno == ENOENT else {
      throw FileFailure(path: path, code: errno)
    }
  }

  /// Copies the write-ahead log into the file once it is long, since whoever opens the index reads all of it first. Where
  /// that cannot be done just now, others reading or the disk being full, the next update tries again.
  func shortenLog(_ db: Database) {
    guard fileSize(path + "-wal") > Self.longLog else { return }
    sqlite3_busy_timeout(db.sqliteConnection, 0)
    sqlite3_wal_checkpoint_v2(db.sqliteConnection, nil, SQLITE_CHECKPOINT_TRUNCATE, nil, nil)
    sqlite3_busy_timeout(db.sqliteConnection, CInt(Self.patience * 1_000))
  }

  /// In bytes.
  private static let longLog = 1 << 20

  /// Lets others put a new file in place of this one.
  func release() { lock?.release() }

  /// Returns true when the index holds just what the folder holds.
  func isFresh(_ db: Database, _ scan: ScanResult, parsing: String) throws -> Bool {
    try mayBeFresh(db, parsing: parsing)
      && IndexMetaReader(db).int(.fingerprint).map { UInt64(bitPattern: Int64($0)) } == scan.fingerprint
  }

  /// Returns true when there is a folder that the index would be fresh for. Not where a file's stamp proves nothing
  /// yet: then the content has to be looked at.
  func mayBeFresh(_ db: Database, parsing: String) throws -> Bool {
    let meta = IndexMetaReader(db)
    return try meta.int(.settled) == 1 && meta.text(.parsing) == parsing
  }

  /// Returns true when it is what a watcher vouches for.
  func holds(_ state: WatchedState, _ db: Database, parsing: String) throws -> Bool {
    let meta = IndexMetaReader(db)
    guard try meta.int(.fingerprint).map({ UInt64(bitPattern: Int64($0)) }) == state.fingerprint,
      try meta.text(.parsing) == parsing
    else { return false }
    // Others may have written to it meanwhile, and read a note in the same moment in which it was changed.
    return try meta.int(.settled) == 1
      || meta.int(.identity).map(Int64.init) == state.identity
        && meta.int(.generation).map(Int64.init) == state.generation
  }

  /// Looks for damage, that of the full-text table included, which SQLite's own check misses. Nil when all is well.
  func damage() throws -> String? {
    try queue.inDatabase { db in
      let report = try String.fetchAll(db, sql: "PRAGMA integrity_check(5)")
      if report != ["ok"] { return report.joined(separator: "; ") }
      do {
        try db.execute(sql: "INSERT INTO words(words) VALUES('integrity-check')")
      } catch let error as DatabaseError where error.isDamage {
        return "the words: \(error.message ?? "damaged")"
      }
      return nil
    }
  }

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
  private let listener: VaultListener
  /// What the last build of a whole index by this value found.
  private(set) var lastBuild: IndexChanges?
  /// True when an index that another version of vault has made is put aside and made anew; else that throws
  /// `IndexSupersededError`.
  var replacesOtherVersions = true
  /// The file that was opened last: where it turns out to be damaged, it is not to serve again.
  private var lastOpened: FileStamp.Identity?

  init(
    path: String, isConfigured: Bool, root: String, parsing: String, pipeline: NotePipeline,
    listener: VaultListener
  ) {
    self.path = path
    self.isConfigured = isConfigured
    self.root = root
    self.parsing = parsing
    self.pipeline = pipeline
    self.listener = listener
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
      scan.settleKey(index.key)
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
      listener.notice(VaultNotice("the index \(path) \(reason); it was moved to \(aside) and is built anew"))
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

  /// What the fingerprints of the index are made with; nil where there is none that can be used.
  func key() -> FingerprintKey? {
    do {
      guard case .opened(let index) = try opened(lock(.shared)) else { return nil }
      defer { index.release() }
      return index.key
    } catch {
      // Whoever uses it next says what is wrong with it.
      return nil
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
    IndexRefresh(scan: try scan.wait(), checkedAt: scan.startedAt, pipeline: pipeline, progress: listener.progress)
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
