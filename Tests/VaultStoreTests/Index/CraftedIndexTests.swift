import Foundation
import GRDB
import Testing
import VaultCore
import VaultTestSupport

@testable import VaultStore

/// An index that somebody made to do harm: nothing in it runs, nothing hangs, and the answer is right.
@Suite struct CraftedIndexTests {
  private let folder: TemporaryFolder
  private let test: VaultUnderTest
  private let index: String

  init() throws {
    folder = try TemporaryFolder()
    for number in 0..<30 {
      try folder.write("---\ncolour: red\n---\nzirconium [[n\(number)]]\n- [ ] a task \(number)\n", to: "n\(number).md")
    }
    test = try VaultUnderTest(folder)
    index = try test.indexPath()
    _ = try answers()
    test.notices.clear()
  }

  private func answers(noIndex: Bool = false) throws -> [String] {
    try test.vault(noIndex: noIndex).read { reader in
      var answers = try VaultAnswers.search(reader, test.query("zirconium"), SearchOptions())
      answers += try VaultAnswers.search(reader, test.query("~irco"), SearchOptions(linesPerHit: 0))
      answers += try VaultAnswers.search(reader, test.query("[colour:red]"), SearchOptions(linesPerHit: 0))
      answers += try VaultAnswers.tasks(reader, test.query("task"), .open)
      answers += try reader.backlinks(to: "n5").links.map { "\($0.source) \($0.link)" }
      return answers
    }
  }

  /// Changes the file as anybody can who has it.
  private func craft(_ sql: String) throws {
    var configuration = GRDB.Configuration()
    configuration.foreignKeysEnabled = false
    let queue = try DatabaseQueue(path: index, configuration: configuration)
    try queue.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA journal_mode = DELETE; PRAGMA writable_schema = ON")
      try db.execute(sql: sql)
    }
    try queue.close()
  }

  private func expectRight(_ what: String) throws {
    let expected = try answers(noIndex: true)
    test.notices.clear()
    let found = try answers()
    #expect(found == expected, "\(what)")
    #expect(test.notices.all.count == 1, "\(what): \(test.notices.all)")
    test.notices.clear()
    #expect(try answers() == expected && test.notices.all.isEmpty, "\(what), once more")
  }

  private static let endless = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c)"

  @Test(arguments: [
    ("an endless view", "DROP TABLE meta; CREATE VIEW meta(key, value) AS \(endless) SELECT 'k' || x, x FROM c"),
    (
      "an endless view of notes",
      "ALTER TABLE tombstone RENAME TO other; CREATE VIEW tombstone(id) AS \(endless) SELECT x FROM c"
    ),
    ("a view besides", "CREATE VIEW other AS SELECT * FROM note"),
    (
      "a trigger",
      "CREATE TRIGGER t AFTER UPDATE ON meta BEGIN INSERT OR IGNORE INTO tombstone \(endless) SELECT x FROM c; END"
    ),
    ("a table besides", "CREATE TABLE other(x)"),
    ("an index besides", "CREATE INDEX other ON note(title)"),
    (
      "a generated column",
      """
      ALTER TABLE tombstone RENAME TO other;
      CREATE TABLE tombstone(id INTEGER PRIMARY KEY, x AS (zeroblob(1000000000)))
      """
    ),
    (
      "a check",
      "DROP TABLE word_list; CREATE TABLE word_list(next_id INTEGER, words BLOB, CHECK(zeroblob(1000000000)))"
    ),
    ("another module", "DROP TABLE record; CREATE VIRTUAL TABLE record USING rtree(id, a, b)"),
    ("another module besides", "CREATE VIRTUAL TABLE other USING fts5(x)"),
    ("a full-text table of another kind", "DROP TABLE words; CREATE VIRTUAL TABLE words USING fts5(body, title)"),
    ("a table that is missing", "DROP TABLE alias"),
    ("other types", "DROP TABLE task; CREATE TABLE task(id TEXT, handle, type, data, name)"),
    ("no sense", "UPDATE sqlite_master SET sql = 'CREATE TABLE note(' WHERE name = 'note'"),
    ("a table in place of another", "UPDATE sqlite_master SET tbl_name = 'record' WHERE name = 'links'"),
  ])
  func tables(_ what: String, _ sql: String) throws {
    try craft(sql)
    try expectRight(what)
  }

  /// The tables are ours, and what stands in them is not.
  @Test(arguments: [
    ("a record of another note", "UPDATE record SET data = (SELECT data FROM record WHERE id = 2) WHERE id = 3"),
    ("a record of the wrong type", "UPDATE record SET data = 17 WHERE id = 3"),
    ("a record that is cut off", "UPDATE record SET data = substr(data, 1, length(data) - 1) WHERE id = 3"),
    ("a record that was changed", "UPDATE record SET data = CAST(data || 'x' AS BLOB)"),
    ("an empty record", "UPDATE record SET data = x''"),
    ("a huge record", "UPDATE record SET data = zeroblob(8000000) WHERE id = 3"),
    ("a task of another note", "UPDATE task SET data = (SELECT data FROM task LIMIT 1)"),
    ("a task under another number", "UPDATE task SET id = id + 1 WHERE id = (SELECT min(id) FROM task)"),
    ("links of another note", "UPDATE links SET data = (SELECT data FROM links WHERE id = 2)"),
    ("a huge list of words", "UPDATE word_list SET words = zeroblob(8000000)"),
    ("a list of other words", "UPDATE word_list SET words = CAST(' a\" OR \"b ' AS BLOB)"),
    ("a list of words of another state", "UPDATE word_list SET next_id = 3"),
    ("no key", "DELETE FROM meta WHERE key = 'check_key'"),
    ("another key", "UPDATE meta SET value = zeroblob(16) WHERE key = 'check_key'"),
    ("a key that is too long", "UPDATE meta SET value = zeroblob(1000000) WHERE key = 'check_key'"),
  ])
  func records(_ what: String, _ sql: String) throws {
    try craft(sql)
    try expectRight(what)
  }

  /// Replaces the root page of a table or index by one from which eight levels of pages lead to the same few rows again and
  /// again: a walk through them has no end.
  private func entangle(_ name: String) throws {
    try craft("")
    let queue = try DatabaseQueue(path: index)
    let root = try #require(
      try queue.read {
        try Int.fetchOne($0, sql: "SELECT rootpage FROM sqlite_master WHERE name = ?", arguments: [name])
      })
    try queue.close()
    var bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: index)))
    let size = IndexSchema.pageSize
    let place = (root - 1) * size..<root * size
    let leaf = Array(bytes[place])
    #expect([0x0D, 0x0A].contains(leaf[0]) && leaf[3...4] != [0, 0], "\(name) is no leaf with rows")
    let first = Int(leaf[8]) << 8 | Int(leaf[9])
    bytes += leaf
    for level in 0..<8 {
      let child = withUnsafeBytes(of: UInt32(bytes.count / size).bigEndian, Array.init)
      // All cells of the page are one: where it leads, and for an index the first entry of the leaf.
      let cell = child + (leaf[0] == 0x0D ? [1] : Array(leaf[first...(first + Int(leaf[first]))]))
      let start = size - cell.count
      let low = [UInt8(start >> 8), UInt8(start & 0xFF)]
      var page: [UInt8] = [leaf[0] == 0x0D ? 0x05 : 0x02, 0, 0, 1, 144] + low + [0] + child
      for _ in 0..<256 + 144 { page += low }
      page += [UInt8](repeating: 0, count: start - page.count) + cell
      if level < 7 { bytes += page } else { bytes.replaceSubrange(place, with: page) }
    }
    bytes.replaceSubrange(28..<32, with: withUnsafeBytes(of: UInt32(bytes.count / size).bigEndian, Array.init))
    bytes.replaceSubrange(92..<96, with: bytes[24..<28])
    try Data(bytes).write(to: URL(fileURLWithPath: index))
  }

  /// The schema is ours and each page is whole. Whatever is read of them ends, and then the index is made anew.
  @Test(arguments: [
    "folder", "record", "note", "links", "task", "task_handle", "note_folder", "file_key", "link_key", "tag",
  ])
  func endlessPages(_ name: String) throws {
    func all(noIndex: Bool) throws -> [String] {
      let stats = try test.vault(noIndex: noIndex).read { try "\($0.stats()) \($0.findings().findings)" }
      return try answers(noIndex: noIndex) + [stats]
    }
    try folder.write("#red", to: "n1.md")
    try folder.write("", to: "picture.png")
    _ = try answers()
    test.notices.clear()
    try entangle(name)
    #expect(try test.vault().vault.indexHealth().problem != nil)
    #expect(try all(noIndex: false) == all(noIndex: true))
    // What has changed is looked up in all of it.
    try folder.write("zirconium, late\n", to: "late.md")
    #expect(try all(noIndex: false) == all(noIndex: true))
    // Of links only those are read that are asked for.
    #expect(test.notices.all.count == (name == "links" ? 0 : 1), "\(test.notices.all)")
    #expect(test.notices.all.allSatisfy { $0.contains("is damaged; it was moved to") })
  }

  /// An index of another vault, whose path had the same hash, or that was copied here.
  @Test func oneOfAnotherVault() throws {
    try craft("UPDATE meta SET value = '/somewhere/else' WHERE key = 'root'")
    try expectRight("another root")
    #expect(test.cache.exists(try test.indexName() + ".old"))
  }

  /// Something that cannot be used lies in the place of a file beside the index: it is named as it is.
  @Test(arguments: ["", "-shm", ".lock"]) func whatIsInTheWayIsNamed(_ suffix: String) throws {
    let name = try test.indexName() + suffix
    if test.cache.exists(name) { try test.cache.remove(name) }
    try test.cache.link(name, to: folder.absolute("n1.md"))
    #expect(try answers() == answers(noIndex: true))
    #expect(Set(test.notices.all) == ["\(index)\(suffix) is a link; move it away; answering from the files"])
    let error = #expect(throws: IndexPlaceError.self) { _ = try test.vault().index(rebuild: false) }
    #expect(error?.message.text == "\(index)\(suffix): is a link; move it away")
  }

  /// Another page size is that of a file that this program did not make; what it says is read as before.
  @Test(arguments: [512, 65_536]) func pageSize(_ size: Int) throws {
    try craft("PRAGMA page_size = \(size); VACUUM")
    let expected = try answers(noIndex: true)
    #expect(try answers() == expected)
    #expect(try answers() == expected)
  }

  /// More entries in the list of tables than anybody would read.
  @Test func endlessListOfTables() throws {
    try craft(
      """
      WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < 50000)
      INSERT INTO sqlite_master SELECT 'table', 't' || x, 't' || x, 2, 'CREATE TABLE t' || x || '(a)' FROM c
      """)
    try expectRight("a list of tables without end")
  }

  /// A log with the pages of another index, as a copy of half of the files leaves it.
  @Test func logOfAnotherIndex() throws {
    let other = try TemporaryFolder()
    try other.write("otherwise\n", to: "o.md")
    let otherTest = try VaultUnderTest(other)
    _ = try otherTest.paths("otherwise")
    try other.write("otherwise and so on\n", to: "p.md")
    _ = try otherTest.paths("otherwise")
    let log = try Data(contentsOf: URL(fileURLWithPath: otherTest.indexPath() + "-wal"))
    #expect(!log.isEmpty)
    try log.write(to: URL(fileURLWithPath: index + "-wal"))
    // Half of one and half of the other may pass for a whole, until it is made anew.
    _ = try answers()
    _ = try test.vault().index(rebuild: true)
    test.notices.clear()
    #expect(try answers() == answers(noIndex: true) && test.notices.all.isEmpty)
  }

  /// A link in place of the index leads nowhere, and what it leads to stays as it is.
  @Test(arguments: ["", "-wal", "-journal", "-shm", ".lock", ".new", ".folders"]) func link(_ suffix: String) throws {
    let precious = Array("precious".utf8)
    try folder.write(precious, to: "precious.txt")
    let name = try test.indexName() + suffix
    if test.cache.exists(name) { try test.cache.remove(name) }
    try test.cache.link(name, to: folder.absolute("precious.txt"))
    #expect(try answers() == answers(noIndex: true))
    do { _ = try test.vault().index(rebuild: true) } catch is IndexPlaceError {}
    #expect(try folder.bytes(of: "precious.txt") == precious)
  }

  /// Nobody else may read what stands in the notes, whatever the user's mask.
  @Test func modes() throws {
    try folder.write("zirconium, too\n", to: "late.md")
    _ = try answers()
    for suffix in ["", "-wal", "-shm", ".lock", ".folders"] {
      guard let status = IndexFileTests.status(index + suffix) else {
        #expect(suffix == "-shm" || suffix == ".folders", "\(suffix) is missing")
        continue
      }
      #expect(status.st_mode & 0o777 == 0o600, "\(suffix)")
    }
  }
}
