import Foundation
import GRDB
import VaultCore
import VaultPlatform

/// A whole index, written beside the place where it belongs and put there when it is complete.
///
/// What is written is kept from time to time, so that a build that was killed goes on where it was: nothing is synced
/// before the end, so only as long as the system runs.
struct IndexBuild {
  /// Where the index belongs.
  let file: IndexFile
  let root: String
  /// How notes are read.
  let parsing: String
  /// What an index inside a vault gets. A build there does not go on: anybody may have put there what it would go on with.
  var seal: IndexSeal?
  /// After how many notes what is written is kept.
  var keepEvery = 8_192

  private var temporary: IndexFile { file.beside(".new") }

  /// `continues`: whether a build that did not come to its end may go on. The caller holds the lock alone.
  func run(_ refresh: IndexRefresh, continues: Bool) throws -> IndexChanges {
    let continues = try continues && canContinue()
    if !continues {
      if let seal, temporary.exists, seal.number(of: temporary) == nil {
        _ = try SearchIndex.moveAside(temporary, isOurs: false)
      }
      try SearchIndex.remove(temporary)
      try temporary.make()
      try seal?.put(on: temporary)
    }
    var changes = IndexChanges()
    var number = ""
    do {
      let queue = try DatabaseQueue(path: temporary.reached, configuration: Self.configuration)
      defer { GivenUpQueues.add(queue) }
      try queue.inDatabase { db in
        if !continues { try begin(db) }
        changes = try write(db, refresh)
        number = try IndexMetaReader(db).text(.identity) ?? ""
        // Merged bit by bit from now on (`IndexWriter.mergeWords`), and never all at once because of one changed note, as it
        // would be where the small segments of changed notes and the large ones of the build came to 64 together.
        try db.execute(
          sql: "INSERT INTO words(words, rank) VALUES('hashsize', 1048576), ('automerge', 4), ('crisismerge', 1024)")
        try db.execute(sql: "PRAGMA locking_mode = NORMAL; PRAGMA journal_mode = WAL")
      }
      try queue.close()
      try temporary.sync()
      // The file first: without its log it might be read, and be wrong, if all ended here.
      try SearchIndex.remove(file)
      // Made here, since the system's bits would be taken off the mode that SQLite gives it, and for the seal.
      try file.beside("-wal").make()
      try temporary.rename(to: file)
      try temporary.beside(IndexSeal.suffix).removeIfPresent()
      try seal?.put(on: file, number: number)
    } catch let error as CancelledError {
      // The next build goes on with what is kept.
      throw error
    } catch {
      try SearchIndex.remove(temporary)
      throw error
    }
    return changes
  }

  private static var configuration: GRDB.Configuration {
    var configuration = GRDB.Configuration()
    configuration.foreignKeysEnabled = false
    configuration.prepareDatabase { db in
      SearchIndex.distrust(db)
      // A file that is not yet in its place may be lost at any time.
      try db.execute(
        sql: """
          PRAGMA page_size = \(IndexSchema.pageSize); PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = TRUNCATE;
          PRAGMA synchronous = OFF; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -32768
          """)
    }
    return configuration
  }

  private func begin(_ db: Database) throws {
    try db.inTransaction(.immediate) {
      try IndexSchema.create(in: db)
      // Few large segments, merged never: merging would write most of it once more and leave holes in the file.
      // Larger ones would leave more to be written at the end, when nothing else is left to do.
      try db.execute(
        sql: "INSERT INTO words(words, rank) VALUES('hashsize', 12582912), ('automerge', 0), ('crisismerge', 64)")
      let meta = IndexMetaReader(db)
      try meta.set(.root, root)
      try meta.set(.parsing, parsing)
      try meta.set(.identity, Int64.random(in: 0...Int64.max))
      try meta.set(.checkKey, Data(KeyedHash.newKey()))
      try meta.set(.boot, Self.boot ?? "")
      try meta.set(.verified, Scanner.clock())
      return .commit
    }
  }

  private func write(_ db: Database, _ refresh: IndexRefresh) throws -> IndexChanges {
    try db.execute(sql: "BEGIN IMMEDIATE")
    let writer = try IndexWriter(db)
    var refresh = refresh
    refresh.pause = (
      keepEvery,
      {
        try writer.keep()
        try db.execute(sql: "COMMIT; BEGIN IMMEDIATE")
      }
    )
    do {
      let changes = try refresh.run(db, writer: writer)
      try db.execute(sql: "COMMIT")
      return changes
    } catch {
      // What is kept was committed before.
      if db.isInsideTransaction { try db.execute(sql: "ROLLBACK") }
      throw error
    }
  }

  /// Returns true when what another build has left is of this vault, read in this way, and whole.
  private func canContinue() throws -> Bool {
    guard seal == nil, let boot = Self.boot, temporary.status?.isOwnFile == true else { return false }
    do {
      let queue = try DatabaseQueue(path: temporary.reached, configuration: Self.configuration)
      defer { GivenUpQueues.add(queue) }
      let isOurs = try queue.inDatabase { db in
        guard case .current = try IndexSchema.state(of: db) else { return false }
        let meta = IndexMetaReader(db)
        return try meta.text(.root) == root && meta.text(.parsing) == parsing && meta.text(.boot) == boot
      }
      return isOurs
    } catch is DatabaseError {
      return false
    }
  }

  /// Differs each time the system starts. Nil where it does not tell: then nothing that was not synced can be trusted.
  private static var boot: String? {
    do {
      return try AtomicFile.read("/proc/sys/kernel/random/boot_id").map { String(decoding: $0, as: UTF8.self) }
    } catch {
      return nil
    }
  }
}
