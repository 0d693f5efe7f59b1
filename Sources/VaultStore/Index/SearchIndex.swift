import CSQLiteOptions
import Foundation
import GRDB
import GRDBSQLite
import Synchronization
import VaultCore
import VaultPlatform

/// The index file: a cache that can be deleted at any moment.
///
/// Whoever uses it holds a shared lock on the file beside it; whoever puts a new file in its place holds it alone, so
/// that nobody reads one file with another's write-ahead log.
final class SearchIndex {
  let file: IndexFile
  /// The device and the inode of the file that was opened.
  let identity: FileStamp.Identity
  let queue: DatabaseQueue
  let counters = MatchCounterBox()
  /// What its fingerprints are made with.
  let key: KeyedHash
  private var lock: FileLock?
  let steps: StepLimit
  /// Ends the wait for others who write.
  private let wait: BusyWait
  /// The connection, once its statements are kept.
  private var connection: OpaquePointer?

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
    file: IndexFile, _ identity: FileStamp.Identity, queue: DatabaseQueue, key: KeyedHash, steps: StepLimit,
    wait: BusyWait, lock: FileLock?
  ) {
    (self.file, self.identity) = (file, identity)
    self.queue = queue
    self.key = key
    self.steps = steps
    self.wait = wait
    self.lock = lock
  }

  deinit {
    if let connection { KeptStatements.end(connection) }
    GivenUpQueues.add(queue)
  }

  /// What the index says of itself that belongs in its place.
  typealias Mark = (key: IndexMeta, value: String)

  /// `isInVault`: others may write over it while it is open. `mark`: any will do where that is nil. `cancellation`: ends any
  /// statement early.
  static func open(
    _ file: IndexFile, isInVault: Bool = false, _ mark: Mark? = nil, lock: FileLock?, cancellation: Cancellation? = nil
  ) throws -> OpenResult {
    guard let status = file.status else { return .missing }
    if let obstacle = IndexUseError(file.path, inTheWay: status) { throw obstacle }
    let wait = BusyWait(cancellation)
    let queue = try DatabaseQueue(path: file.reached, configuration: configuration(isInVault: isInVault, wait))
    var isOwned = false
    defer { if !isOwned { GivenUpQueues.add(queue) } }
    let state = try queue.inDatabase { try IndexSchema.state(of: $0) }
    func withdraw(_ result: OpenResult) -> OpenResult {
      // Nothing of it stays beside the file; but a seal is over the log, too, and whatever is put aside takes that along.
      if !isInVault { queue.inDatabase { setOption(SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 0, $0) } }
      return result
    }
    switch state {
    case .current: break
    case .empty: return withdraw(.missing)
    case .otherVersion: return withdraw(.unusable(.otherVersion))
    case .foreign: return withdraw(.unusable(.foreign))
    case .strange: return withdraw(.unusable(.damaged))
    }
    // SQLite takes the rest of a page that is cut off for zeros.
    guard status.st_size % off_t(IndexSchema.pageSize) == 0 else { return withdraw(.unusable(.damaged)) }
    let (key, isMarked) = try queue.inDatabase { db in
      let meta = IndexMetaReader(db)
      let key = try meta.bytes(.fingerprintKey).flatMap { KeyedHash(key: $0) }
      return (key, try mark.map { try meta.text($0.key) == $0.value } ?? true)
    }
    guard isMarked else { return withdraw(.unusable(.exchanged)) }
    let index = SearchIndex(
      file: file, FileStamp(status).identity, queue: queue, key: key ?? .ofThisProcess,
      steps: StepLimit(cancellation), wait: wait, lock: lock)
    isOwned = true
    try queue.inDatabase { db in
      try MatchCounter.register(on: db, box: index.counters)
      index.steps.watch(db)
    }
    return .opened(index)
  }

  /// How much of the file is read where it stands. What is touched of it counts as the command's memory, and notes from
  /// all over touch nearly all of it; the rest is read in pages, which is hardly slower.
  private static let mappedBytes = 32 << 20

  /// Goes on to wait for others until nobody waits for the answer any more.
  private final class BusyWait: Sendable {
    private let state: Mutex<(cancellation: Cancellation?, patience: Double)>

    init(_ cancellation: Cancellation?) { state = Mutex((cancellation, patience)) }

    func isFor(_ cancellation: Cancellation?) { state.withLock { $0.cancellation = cancellation } }

    func waits(atMost seconds: Double) { state.withLock { $0.patience = seconds } }

    func goesOn(after attempts: Int) -> Bool {
      let (cancellation, patience) = state.withLock { $0 }
      guard cancellation?.isCancelled != true, Double(attempts) * busyPause < patience else { return false }
      usleep(UInt32(busyPause * 1_000_000))
      return true
    }
  }

  private static func configuration(isInVault: Bool, _ wait: BusyWait) -> GRDB.Configuration {
    var configuration = GRDB.Configuration()
    configuration.busyMode = .callback { wait.goesOn(after: $0) }
    configuration.label = "index"
    configuration.foreignKeysEnabled = false
    configuration.prepareDatabase { db in
      distrust(db)
      // Closing would copy the write-ahead log into the file and sync both, at the end of every command; `shortenLog` does
      // that when it is worth it.
      setOption(SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, db)
      sqlite3_progress_handler(db.sqliteConnection, mostOpeningSteps, { _ in 1 }, nil)
      try db.execute(
        sql: "PRAGMA synchronous = NORMAL; PRAGMA temp_store = MEMORY; PRAGMA wal_autocheckpoint = 0; "
          // To look through each page costs an eighth of what statistics take, and what is mapped traps when it is cut off.
          + (isInVault ? "PRAGMA cell_size_check = ON" : "PRAGMA mmap_size = \(mappedBytes)"))
    }
    return configuration
  }

  /// So many steps of SQLite's machine are far more than any statement takes until the tables are known to be ours.
  private static let mostOpeningSteps: CInt = 20_000

  /// Lets a database run nothing of its own. To be called before any statement.
  static func distrust(_ db: Database) {
    setOption(SQLITE_DBCONFIG_DEFENSIVE, 1, db)
    setOption(SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, db)
    setOption(SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, db)
    setOption(SQLITE_DBCONFIG_ENABLE_VIEW, 0, db)
  }

  private static func setOption(_ option: CInt, _ value: CInt, _ db: Database) {
    _ = db.sqliteConnection.map { sqlite_options_set(UnsafeMutableRawPointer($0), option, value) }
  }

  /// Renames a file that cannot be used, and returns its new name. An index of ours replaces the one that was set
  /// aside before; any other file gets a name of its own and keeps its journal, so that nothing of anybody's is lost.
  /// The caller holds the lock alone.
  static func moveAside(_ file: IndexFile, isOurs: Bool) throws -> String {
    var aside = file.beside(".old")
    if !isOurs {
      var number = 1
      repeat {
        aside = file.beside(".set-aside" + (number == 1 ? "" : "-\(number)"))
        number += 1
      } while neighbours.contains { aside.beside($0).exists }
    }
    for suffix in neighbours {
      if isOurs { try aside.beside(suffix).removeIfPresent() }
      if isOurs, suffix == "-shm" || suffix == IndexSeal.suffix {
        try file.beside(suffix).removeIfPresent()
      } else {
        try file.beside(suffix).rename(to: aside.beside(suffix))
      }
    }
    return aside.path
  }

  /// What belongs to a database, by what its name ends in besides; the database itself last.
  static let neighbours = [IndexSeal.suffix, "-shm", "-journal", "-wal", ""]

  static func remove(_ file: IndexFile) throws {
    for suffix in neighbours.reversed() { try file.beside(suffix).removeIfPresent() }
  }

  /// Copies the write-ahead log into the file once it is long, since whoever opens the index reads all of it first. Where
  /// that cannot be done just now, others reading or the disk being full, the next update tries again.
  func shortenLog(_ db: Database) {
    guard file.beside("-wal").size > Self.longLog else { return }
    withoutPatience {
      _ = sqlite3_wal_checkpoint_v2(db.sqliteConnection, nil, SQLITE_CHECKPOINT_TRUNCATE, nil, nil)
    }
  }

  /// Waits for nobody who writes during `body`.
  func withoutPatience<Result>(_ body: () throws -> Result) rethrows -> Result {
    wait.waits(atMost: 0)
    defer { wait.waits(atMost: Self.patience) }
    return try body()
  }

  /// In bytes.
  private static let longLog = 1 << 20

  /// Lets others put a new file in place of this one.
  func release() { lock?.release() }

  /// Serves another question, which `lock` is for. Only for one that was released, and whose file is there still.
  func serve(_ lock: FileLock, _ cancellation: Cancellation?) {
    self.lock = lock
    steps.cancellation = cancellation
    wait.isFor(cancellation)
  }

  /// Serves nobody until then.
  func rest() {
    release()
    lock = nil
    steps.cancellation = nil
    wait.isFor(nil)
    counters.current = nil
    guard connection == nil else { return }
    connection = queue.inDatabase(\.sqliteConnection)
    if let connection { KeptStatements.begin(connection) }
  }

  /// Returns true when the index holds just what the folder holds.
  func isFresh(_ db: Database, _ scan: ScanResult, parsing: String, _ dates: GitDates? = nil) throws -> Bool {
    try mayBeFresh(db, parsing: parsing, dates)
      && IndexMetaReader(db).int(.fingerprint).map { UInt64(bitPattern: Int64($0)) } == scan.fingerprint
  }

  /// Returns true when there is a folder that the index would be fresh for. Not where a file's stamp proves nothing
  /// yet: then the content has to be looked at.
  func mayBeFresh(_ db: Database, parsing: String, _ dates: GitDates?) throws -> Bool {
    let meta = IndexMetaReader(db)
    return try isRead(meta, parsing, dates) && meta.int(.settled) == 1
  }

  /// Returns true when the notes were read in that way, and are dated by that.
  private func isRead(_ meta: IndexMetaReader, _ parsing: String, _ dates: GitDates?) throws -> Bool {
    guard try meta.text(.parsing) == parsing else { return false }
    return try dates?.isMark(meta.text(.dates)) ?? true
  }

  /// Returns true when it is what a watcher vouches for.
  func holds(_ state: WatchedState, _ db: Database, parsing: String, _ dates: GitDates?) throws -> Bool {
    let meta = IndexMetaReader(db)
    guard try meta.int(.fingerprint).map({ UInt64(bitPattern: Int64($0)) }) == state.fingerprint,
      try isRead(meta, parsing, dates)
    else { return false }
    // Others may have written to it meanwhile, and read a note in the same moment in which it was changed.
    return try meta.int(.settled) == 1
      || meta.int(.identity).map(Int64.init) == state.identity
        && meta.int(.generation).map(Int64.init) == state.generation
  }

  /// Looks for damage, that of the full-text table included, which SQLite's own check misses. Nil when all is well.
  func damage() throws -> String? {
    try use { db in
      let report = try String.fetchAll(db, sql: "PRAGMA integrity_check(5)")
      if report != ["ok"] { return report.joined(separator: "; ") }
      do {
        try db.execute(sql: "INSERT INTO words(words) VALUES('integrity-check')")
      } catch let error as DatabaseError where error.isDamage {
        return "the words: \(error.reason)"
      }
      return nil
    }
  }

  /// Runs `body` within the limit of steps.
  func use<Result>(_ body: (Database) throws -> Result) throws -> Result {
    try queue.inDatabase { db in try steps.during(db) { try body(db) } }
  }

  /// Runs `body` on one state of the database.
  func read<Answer>(_ body: (Database) throws -> Answer) throws -> Answer {
    try use { db in
      try db.execute(sql: "BEGIN DEFERRED")
      defer {
        // Nothing was written: ending the transaction cannot lose anything.
        if db.isInsideTransaction { sqlite3_exec(db.sqliteConnection, "ROLLBACK", nil, nil, nil) }
      }
      return try body(db)
    }
  }

  func update(_ refresh: IndexRefresh) throws -> IndexChanges {
    var refresh = refresh
    refresh.steps = steps
    return try use { db in
      var changes = IndexChanges()
      try db.inTransaction(.immediate) {
        let writer = try IndexWriter(db)
        changes = try refresh.run(db, writer: writer)
        if changes.added + changes.changed > 0 { try writer.mergeWords() }
        return .commit
      }
      shortenLog(db)
      return changes
    }
  }

  func parsing() throws -> String? {
    try use { try IndexMetaReader($0).text(.parsing) }
  }
}
