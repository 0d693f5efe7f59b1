import Foundation
import GRDB
import Testing
import VaultCore
import VaultTestSupport

@testable import VaultStore

/// Whatever has become of the index: the right answer, no crash, no note touched, and one line about it.
@Suite struct DamagedIndexTests {
  private struct Bench {
    let folder: TemporaryFolder
    let test: VaultUnderTest
    let index: String
    let expected: [String]
    let notes: [String]

    init() throws {
      folder = try TemporaryFolder()
      for number in 0..<40 {
        try folder.write(
          """
          ---
          tags: [work/n\(number % 7), rare]
          aliases: [other \(number)]
          category: \(number % 2 == 0 ? "idea" : "task")
          created: 2026-01-\(10 + number % 20)
          ---
          # Note number \(number)
          Some text with word\(number) and [[note \(number + 1)]] and more of it, again and again.
          - [ ] Task \(number) 📅 2026-03-\(10 + number % 20) 🆔 id\(number)

          """, to: number % 3 == 0 ? "deep/note \(number).md" : "note \(number).md")
      }
      test = try VaultUnderTest(folder)
      // Whether times are settled is none of these tests' business.
      index = try test.indexName()
      expected = try Bench.answers(test.vault(noIndex: true))
      notes = try Bench.contents(folder)
      #expect(try Bench.answers(test.vault()) == expected)
      test.notices.clear()
    }

    static func answers(_ vault: OpenVault) throws -> [String] {
      let parser = QueryParser(context: vault.queryContext)
      return try vault.read { reader in
        var answers = try VaultAnswers.search(reader, parser.parse("word7 OR again tag:work/n3"), SearchOptions())
        answers += try VaultAnswers.search(
          reader, parser.parse("category:idea has:task"), SearchOptions(linesPerHit: 0))
        answers += try VaultAnswers.search(
          reader, parser.parse("again OR /zzz/ OR ~gai"), SearchOptions(linesPerHit: 0))
        answers += try VaultAnswers.tasks(reader, parser.parse("due:2026-03-12"), .open)
        answers += try VaultAnswers.tags(reader)
        answers += VaultAnswers.backlinks(reader, "note 5")
        return answers
      }
    }

    static func contents(_ folder: TemporaryFolder) throws -> [String] {
      try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted().filter { $0.hasSuffix(".md") }
        .map { "\($0) \(String(decoding: try folder.bytes(of: $0), as: UTF8.self))" }
    }

    var cache: TemporaryFolder { test.cache }

    /// Asks once, and once more: the first answer mends what is to be mended.
    func expectRight(_ what: String, notices: Int? = 1) throws {
      let answers = try Bench.answers(test.vault())
      if let difference = VaultAnswers.difference(answers, expected) { Issue.record("\(what)\n\(difference)") }
      if let notices { #expect(test.notices.all.count == notices, "\(what): \(test.notices.all)") }
      test.notices.clear()
      #expect(try Bench.contents(folder) == notes)
    }

    func expectMended(_ what: String) throws {
      try expectRight(what, notices: 0)
      try test.vault().withSnapshot { #expect($0 is IndexSnapshot, "\(what)") }
    }

    func remove() throws {
      for suffix in ["", "-wal", "-shm"] where cache.exists(index + suffix) { try cache.remove(index + suffix) }
    }

    func names() throws -> [String] {
      try FileManager.default.contentsOfDirectory(
        atPath: URL(fileURLWithPath: cache.absolute(index)).deletingLastPathComponent().path
      ).sorted()
    }
  }

  @Test func missing() throws {
    let bench = try Bench()
    try bench.remove()
    try bench.expectMended("missing")
    try bench.cache.remove(bench.index)
    try bench.expectMended("missing, its log still there")
    try bench.cache.write([], to: bench.index)
    try bench.expectMended("empty")
  }

  @Test func notADatabase() throws {
    let bench = try Bench()
    for (what, bytes) in [
      ("zero bytes", [UInt8](repeating: 0, count: 8_192)), ("two bytes", [0x53, 0x51]),
      ("text", Array("Dear diary\n".utf8)),
      ("noise", (0..<20_000).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 7) }),
    ] {
      try bench.remove()
      try bench.cache.write(bytes, to: bench.index)
      try bench.expectRight(what)
      try bench.expectMended(what)
    }
    // None of them was ours to delete.
    #expect(try bench.names().filter { $0.contains("set-aside") }.count == 4)
  }

  @Test func foreignDatabase() throws {
    let bench = try Bench()
    let vault = try bench.test.vault()
    for (what, patches, suffix) in [
      ("foreign", [(60, [0, 0, 0, 9]), (68, [1, 2, 3, 4])], "set-aside"),
      ("nameless", [(60, [0, 0, 0, 0]), (68, [0, 0, 0, 0])], "set-aside-2"),
      ("other version", [(60, [0, 0, 9, 9])], "old"), ("other version again", [(60, [0, 9, 9, 9])], "old"),
    ] as [(String, [(Int, [UInt8])], String)] {
      _ = try vault.index(rebuild: true)
      var bytes = try bench.cache.bytes(of: bench.index)
      for (offset, patch) in patches { bytes.replaceSubrange(offset..<offset + patch.count, with: patch) }
      try bench.remove()
      try bench.cache.write(bytes, to: bench.index)
      try bench.expectRight(what)
      #expect(try bench.cache.bytes(of: bench.index + "." + suffix) == bytes)
      try bench.expectMended(what)
    }
    #expect(try bench.names().filter { $0.contains(".set-aside") || $0.hasSuffix(".old") }.count == 3)
  }

  /// `vault index --rebuild` deletes nobody's file either.
  @Test func rebuildSparesAForeignFile() throws {
    let bench = try Bench()
    try bench.remove()
    try bench.cache.write("Dear diary\n", to: bench.index)
    #expect(try bench.test.vault().index(rebuild: true).changes.added == 40)
    #expect(try bench.cache.bytes(of: bench.index + ".set-aside") == Array("Dear diary\n".utf8))
    try bench.expectRight("rebuilt", notices: 1)
  }

  @Test func folderInItsPlace() throws {
    let bench = try Bench()
    try bench.remove()
    try bench.cache.makeFolder(bench.index + "/inner")
    // One line for each question.
    try bench.expectRight("a folder", notices: nil)
    #expect(bench.cache.exists(bench.index + "/inner"))
    let vault = try bench.test.vault()
    #expect(throws: IndexPlaceError.self) { try vault.index(rebuild: false) }
    #expect(throws: IndexPlaceError.self) { try vault.index(rebuild: true) }
    #expect(try vault.vault.indexHealth().problem != nil)
  }

  @Test func noFolderForIt() throws {
    let bench = try Bench()
    try bench.cache.remove("vault")
    try bench.cache.write("a file", to: "vault")
    try bench.expectRight("no folder", notices: nil)
    #expect(throws: IndexPlaceError.self) { try bench.test.vault().index(rebuild: false) }
    #expect(try bench.test.vault().vault.indexHealth().problem != nil)
  }

  @Test(.disabled(if: getuid() == 0, "a superuser may write everywhere")) func readOnly() throws {
    let bench = try Bench()
    let folder = String(bench.index.dropLast("/index.sqlite".count))
    try bench.cache.setMode(0o444, of: bench.index)
    try bench.folder.write("Another one: word7.\n", to: "new.md")
    let paths = try bench.test.paths("word7")
    #expect(paths.contains("new.md"))
    try bench.cache.setMode(0o644, of: bench.index)
    try bench.cache.setMode(0o500, of: folder)
    defer { try? bench.cache.setMode(0o700, of: folder) }
    #expect(try bench.test.paths("word7") == paths)
  }

  @Test func truncated() throws {
    let bench = try Bench()
    let whole = try bench.cache.bytes(of: bench.index)
    for length in Set(stride(from: 1, to: whole.count, by: whole.count / 40)).union([99, 100, 8_191, 8_192, 8_193]) {
      try bench.remove()
      try bench.cache.write(Array(whole[..<min(length, whole.count)]), to: bench.index)
      try bench.expectRight("\(length) bytes of \(whole.count)", notices: nil)
      try bench.expectMended("\(length) bytes")
    }
  }

  /// Two rows of the table of notes that have changed places.
  @Test func rowsOutOfOrder() throws {
    let bench = try Bench()
    var bytes = try bench.cache.bytes(of: bench.index)
    let path = bench.cache.absolute(bench.index)
    let root = try DatabaseQueue(path: path).inDatabase {
      try #require(try Int.fetchOne($0, sql: "SELECT rootpage FROM sqlite_master WHERE name = 'note'"))
    }
    var page = (root - 1) * 8_192
    // The first page below an inner one (sqlite.org/fileformat2.html, "B-tree Pages").
    while bytes[page] == 5 {
      let cell = page + Int(bytes[page + 12]) << 8 + Int(bytes[page + 13])
      page = (bytes[cell..<cell + 4].reduce(0) { $0 << 8 | Int($1) } - 1) * 8_192
    }
    #expect(bytes[page] == 13)
    bytes.swapAt(page + 8, page + 10)
    bytes.swapAt(page + 9, page + 11)
    try bench.remove()
    try bench.cache.write(bytes, to: bench.index)
    try bench.expectRight("rows out of order")
    try bench.expectMended("rows out of order")
  }

  /// Bits that tip over in the middle of the data may pass for data: then an answer may be wrong until the index is
  /// built anew, but nothing crashes, and building it anew always helps.
  @Test(arguments: 0..<3) func tippedBitsAndZeroedPages(_ seed: Int) throws {
    let bench = try Bench()
    // A log beside it, with changes that are not in the file.
    func writeLateNote(_ version: String) throws {
      try bench.folder.write("A late one: word7.\(version)\n", to: "late.md")
      try bench.folder.setModificationTime(1_770_000_000_000_000_000, of: "late.md")
    }
    try writeLateNote("")
    _ = try bench.test.paths("word7")
    let expected = try Bench.answers(bench.test.vault(noIndex: true))
    let file = try bench.cache.bytes(of: bench.index)
    let log = try bench.cache.bytes(of: bench.index + "-wal")
    #expect(!log.isEmpty)
    let notes = try Bench.contents(bench.folder)
    var random = SeededGenerator(seed: UInt64(seed))
    var wrong = 0
    for round in 0..<100 {
      var (file, log) = (file, log)
      func damage(_ bytes: inout [UInt8]) {
        if round % 3 == 0 {
          let page = Int.random(in: 0..<(bytes.count + 8_191) / 8_192, using: &random) * 8_192
          let end = min(page + 8_192, bytes.count)
          bytes.replaceSubrange(page..<end, with: [UInt8](repeating: 0, count: end - page))
        } else {
          for _ in 0..<(round % 3 == 1 ? 1 : 40) {
            bytes[Int.random(in: 0..<bytes.count, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
          }
        }
      }
      if round % 4 == 3 { damage(&log) } else { damage(&file) }
      try bench.remove()
      try bench.cache.write(file, to: bench.index)
      try bench.cache.write(log, to: bench.index + "-wal")
      if try Bench.answers(bench.test.vault()) != expected { wrong += 1 }
      _ = try bench.test.vault().read { try $0.findings() }
      if round % 5 == 0 { _ = try bench.test.vault().read { try VaultAnswers.overview($0) } }
      // An edit goes into the damaged index as well.
      try writeLateNote(" Version \(round)")
      _ = try bench.test.vault().index(rebuild: false)
      try writeLateNote("")
      _ = try bench.test.vault().index(rebuild: true)
      let mended = try bench.test.vault().read { try $0.search(bench.test.query("word7"), options: SearchOptions()) }
      #expect(mended.hits.map(\.record.path.text).sorted() == ["late.md", "note 7.md"])
      #expect(try bench.test.vault().vault.indexHealth().problem == nil)
    }
    #expect(try Bench.contents(bench.folder) == notes)
    #expect(wrong < 30)
  }
}
