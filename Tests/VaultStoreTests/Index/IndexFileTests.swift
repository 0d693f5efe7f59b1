import Foundation
import GRDB
import Testing
import VaultCore
import VaultPlatform
import VaultTestSupport

@testable import VaultStore

/// The file stays the one of the opened folder, and is nobody else's.
@Suite struct IndexFileTests {
  static func status(_ path: String) -> stat? { VaultPlatform.status(of: path, followsLink: false) }

  #if os(Linux)
    /// The folder is taken away and a link to another one put in its place.
    @Test func theFolderIsTheOneThatWasOpened() throws {
      let folder = try TemporaryFolder()
      try folder.makeFolder("own")
      try folder.makeFolder("other")
      let file = try IndexFile(at: folder.absolute("own/x.sqlite"))
      try FileManager.default.moveItem(atPath: folder.absolute("own"), toPath: folder.absolute("moved"))
      try folder.link("own", to: folder.absolute("other"))
      try file.make()
      let queue = try DatabaseQueue(path: file.reached)
      try queue.writeWithoutTransaction {
        try $0.execute(sql: "PRAGMA journal_mode = WAL; CREATE TABLE a(x); INSERT INTO a VALUES(1)")
      }
      #expect(folder.exists("moved/x.sqlite-wal"))
      try queue.close()
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.absolute("other")).isEmpty)
      #expect(try file.exists && folder.bytes(of: "moved/x.sqlite").starts(with: Array("SQLite format 3".utf8)))
    }

    /// SQLite itself follows no link, neither to the database nor to what lies beside it.
    @Test(arguments: ["", "-wal", "-journal"]) func linksAreNotFollowed(_ suffix: String) throws {
      let folder = try TemporaryFolder()
      try folder.write("precious", to: "precious.txt")
      let file = try IndexFile(at: folder.absolute("x.sqlite"))
      // Beside an empty database SQLite would delete what is there.
      if !suffix.isEmpty {
        try file.make()
        let queue = try DatabaseQueue(path: file.reached)
        try queue.writeWithoutTransaction { try $0.execute(sql: "CREATE TABLE b(x); INSERT INTO b VALUES(1)") }
        try queue.close()
      }
      try folder.link("x.sqlite" + suffix, to: folder.absolute("precious.txt"))
      #expect(throws: DatabaseError.self) {
        let queue = try DatabaseQueue(path: file.reached)
        try queue.writeWithoutTransaction {
          let mode = suffix == "-wal" ? "WAL" : "DELETE"
          try $0.execute(sql: "PRAGMA journal_mode = \(mode); CREATE TABLE a(x); INSERT INTO a VALUES(1)")
        }
      }
      #expect(try folder.bytes(of: "precious.txt") == Array("precious".utf8))
    }
  #endif

  @Test func onlyOwnFilesAreDeleted() throws {
    let folder = try TemporaryFolder()
    try folder.write("precious", to: "precious.txt")
    try folder.link("x-wal", to: "precious.txt")
    try folder.makeFolder("x-shm")
    let file = try IndexFile(at: folder.absolute("x"))
    for suffix in ["-wal", "-shm"] {
      #expect(throws: FileFailure.self) { try file.beside(suffix).removeIfPresent() }
      #expect(file.beside(suffix).exists)
    }
    try file.make()
    try file.removeIfPresent()
    try file.removeIfPresent()
    #expect(!file.exists)
  }

  @Test func whoseFileItIs() throws {
    let folder = try TemporaryFolder()
    let file = try IndexFile(at: folder.absolute("x"))
    #expect(file.fingerprint == nil)
    try file.make()
    let first = try #require(file.fingerprint)
    #expect(file.fingerprint == first)
    try folder.setMode(0o640, of: "x")
    #expect(file.fingerprint == nil)
    try folder.setMode(0o600, of: "x")
    try folder.hardLink("y", to: "x")
    #expect(file.fingerprint == nil)
    try folder.remove("y")
    #expect(file.fingerprint == first)
    // One in its place is another, even where the file system gives it the number of the one before.
    try folder.remove("x")
    // The clock that such times come from may tick only every few milliseconds.
    usleep(20_000)
    try file.make()
    #expect(file.fingerprint != first)
  }

  /// SQLite's own statement of what the tables are.
  @Test func knownTables() throws {
    let queue = try DatabaseQueue()
    try queue.inDatabase { db in
      try IndexSchema.create(in: db)
      let found = try IndexSchema.fingerprint(of: db)
      #expect(found == IndexSchema.fingerprint)
    }
  }
}

extension FileLock {
  static func acquire(_ path: String, _ mode: Mode, patience: Double) throws(FileFailure) -> FileLock? {
    let folder = try PrivateFolder(NotePath(path).folder, others: .mayRead)
    return try acquire(NotePath(path).name, in: folder, mode, patience: patience)
  }
}

extension OpenVault {
  /// The index that serves, once it was brought up to date.
  func openedIndex() throws -> SearchIndex {
    _ = try index(rebuild: false)
    return try IndexDump.opened(vault.indexPath ?? "")
  }
}
