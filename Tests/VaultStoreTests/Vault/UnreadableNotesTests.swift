import Foundation
import Testing
import VaultCore
import VaultTestSupport

@testable import VaultStore

/// Notes that cannot be read, or not any more.
@Suite struct UnreadableNotesTests {
  @Test(arguments: [false, true]) func tooLargeNotesAreListedByName(_ noIndex: Bool) throws {
    let folder = try TemporaryFolder()
    let test = try VaultUnderTest(folder)
    try folder.write("max_file_size: 1KiB\n", to: ".vault/config.yaml")
    try folder.write("small words\n", to: "small.md")
    try folder.write(String(repeating: "large words\n", count: 100), to: "a large one.md")
    #expect(try test.paths("words", noIndex: noIndex) == ["small.md"])
    #expect(try test.paths("large", noIndex: noIndex) == ["a large one.md"])
    #expect(try test.paths("has:warning", noIndex: noIndex) == ["a large one.md"])
    #expect(test.notices.all.isEmpty)
    let vault = try test.vault(noIndex: noIndex)
    #expect(try vault.read { try $0.findings() }.findings.map(\.diagnostic.code.rawValue) == ["too-large"])
    #expect(throws: NoteNameError.self) { try vault.read { try $0.show("a large one") } }
    // Raised, it is read.
    try folder.write("max_file_size: 1MiB\n", to: ".vault/config.yaml")
    #expect(try test.paths("words", noIndex: noIndex).count == 2)
  }

  /// Between the scan and the reading a note goes, a linked one too, another becomes a folder.
  @Test func goneBetweenScanAndReading() throws {
    let folder = try TemporaryFolder()
    let test = try VaultUnderTest(folder)
    for name in ["a", "b", "c", "d", "e", "f"] { try folder.write("alpha \(name)\n", to: "\(name).md") }
    try folder.write("alpha linked\n", to: "data/file.txt")
    try folder.link("linked.md", to: "data/file.txt")
    let vault = try test.vault()
    let pending = PendingScan(vault.scanner)
    let scan = try pending.wait()
    #expect(scan.noteCount == 7)
    try folder.remove("b.md")
    try folder.remove("data/file.txt")
    try folder.remove("c.md")
    try folder.makeFolder("c.md")
    let files = try FileSnapshot(scan: scan, pipeline: vault.pipeline, patterns: [])
    #expect(files.unread().map(\.text) == ["c.md"] && files.noteCount == 5)
    let path = try test.indexPath()
    try FileManager.default.createDirectory(
      atPath: URL(fileURLWithPath: path).deletingLastPathComponent().path, withIntermediateDirectories: true)
    let refresh = IndexRefresh(scan: scan, checkedAt: pending.startedAt, pipeline: vault.pipeline)
    let changes = try IndexBuild(path: path, root: folder.path, parsing: vault.parsingFingerprint).run(
      refresh, continues: false)
    let index = try IndexDump.opened(path)
    try index.read { db in
      let snapshot = IndexSnapshot(db, counters: index.counters, pipeline: vault.pipeline)
      let unread = try snapshot.unread().map(\.text)
      let count = try snapshot.noteCount
      #expect(unread == ["c.md"] && count == 5)
      let isFresh = try index.isFresh(db, scan, parsing: vault.parsingFingerprint)
      #expect(!isFresh)
    }
    #expect(changes.added == 5 && changes.total == 5)
    // What was not read is looked at again, though its stamp be the same; and leaves nothing behind.
    #expect(try index.update(refresh).changed == 0)
    #expect(try index.update(refresh).verified == 5)
    // A known one goes in the same way.
    try folder.remove("d.md")
    let later = try index.update(refresh)
    #expect(later.removed == 1 && later.total == 4)
    try folder.write("alpha d\n", to: "d.md")
    try folder.remove("c.md")
    #expect(try test.paths("alpha") == ["a.md", "d.md", "e.md", "f.md"])
    #expect(test.notices.all.isEmpty, "\(test.notices.all)")
  }

  @Test(.disabled(if: getuid() == 0, "a superuser may read everything")) func withoutPermission() throws {
    let folder = try TemporaryFolder()
    let test = try VaultUnderTest(folder)
    try folder.write("alpha\n", to: "open.md")
    try folder.write("alpha\n", to: "closed.md")
    try folder.setMode(0, of: "closed.md")
    for noIndex in [false, true, false] {
      #expect(try test.paths("alpha", noIndex: noIndex) == ["open.md"])
      #expect(test.notices.all.count == 1)
      test.notices.clear()
    }
    try folder.setMode(0o600, of: "closed.md")
    #expect(try test.paths("alpha").count == 2)
  }

  /// A folder that changes while it is listed may name a note twice.
  @Test func aNoteNamedTwiceIsOne() throws {
    let folder = try TemporaryFolder()
    let test = try VaultUnderTest(folder)
    for name in ["a", "b"] { try folder.write("alpha \(name)\n", to: "\(name).md") }
    let vault = try test.vault()
    var scan = try vault.scanner.scan()
    let stamp = try #require(scan.folders[0].notes.first?.stamp)
    scan.folders[0].addLinkedNote(named: Array("a.md".utf8), stamp, scan.key)
    scan.folders[0].addFile(named: Array("x.png".utf8), scan.key)
    scan.folders[0].addFile(named: Array("x.png".utf8), scan.key)
    let files = try FileSnapshot(scan: scan, pipeline: vault.pipeline, patterns: [])
    #expect(files.noteCount == 2 && files.fileCount() == 1)
    let path = test.cache.absolute("index.sqlite")
    let changes = try IndexBuild(path: path, root: folder.path, parsing: "").run(
      IndexRefresh(scan: scan, checkedAt: 0, pipeline: vault.pipeline), continues: false)
    #expect(changes.added == 2)
  }

  @Test(arguments: [false, true]) func symbolicLinks(_ noIndex: Bool) throws {
    let folder = try TemporaryFolder()
    let test = try VaultUnderTest(folder)
    try folder.write("alpha in a file\n", to: "data/file.txt")
    try folder.link("linked.md", to: "data/file.txt")
    let vault = try test.vault(noIndex: noIndex)
    let hit = try #require(try vault.read { try $0.search(test.query("alpha")) }.hits.first)
    #expect(hit.record.path.text == "linked.md")
    #expect(hit.matches.map(\.text) == ["alpha in a file"])
    #expect(try vault.read { try $0.show("linked") }.bytes == Array("alpha in a file\n".utf8))
  }
}
