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

  /// Pages that lead to the same pages over and over: whoever reads all rows of the table is never done.
  @Test(arguments: ["folder", "record"]) func pagesWithoutEnd(_ table: String) throws {
    try craft("")
    let root = try DatabaseQueue(path: index).read {
      try #require(try Int.fetchOne($0, sql: "SELECT rootpage FROM sqlite_master WHERE name = ?", arguments: [table]))
    }
    var file = try Data(contentsOf: URL(fileURLWithPath: index))
    let size = IndexSchema.pageSize
    let count = file.count / size
    func number(_ value: Int, bytes: Int) -> [UInt8] {
      (0..<bytes).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    /// An interior page of a table with 400 cells, each of which leads to `child` (sqlite.org/fileformat2.html, 1.6).
    func page(leadingTo child: Int) -> [UInt8] {
      let (cells, cellSize) = (400, 6)
      let start = size - cells * cellSize
      var page: [UInt8] = [5, 0, 0]
      page += number(cells, bytes: 2)
      page += number(start, bytes: 2)
      page.append(0)
      page += number(child, bytes: 4)
      for cell in 0..<cells { page += number(start + cell * cellSize, bytes: 2) }
      page += [UInt8](repeating: 0, count: start - page.count)
      for cell in 0..<cells {
        page += number(child, bytes: 4)
        page += [0x80 | UInt8(cell >> 7), UInt8(cell & 0x7F)]
      }
      return page
    }
    let rows = (root - 1) * size..<root * size
    file.append(file[rows])
    for level in 1...8 { file.append(contentsOf: page(leadingTo: count + level)) }
    file.replaceSubrange(rows, with: page(leadingTo: count + 9))
    file.replaceSubrange(28..<32, with: number(count + 9, bytes: 4))
    try file.write(to: URL(fileURLWithPath: index))
    try folder.write("zirconium, and more\n", to: "more.md")
    try expectRight("pages of \(table)")
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
