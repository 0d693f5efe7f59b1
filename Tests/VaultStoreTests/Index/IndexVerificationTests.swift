import Foundation
import GRDB
import Testing
import VaultCore
import VaultPlatform
import VaultTestSupport

@testable import VaultStore

/// What no time of a file tells is found by reading all notes.
@Suite struct IndexVerificationTests {
  private let folder: TemporaryFolder
  private let test: VaultUnderTest
  private let note: MappedFile

  init() throws {
    folder = try TemporaryFolder()
    test = try VaultUnderTest(folder)
    try folder.write("beta first\n", to: "Sub/b.md")
    try folder.write("alpha first\n", to: "a.md")
    note = try MappedFile(folder.absolute("a.md"))
    // From now on the system knows that somebody writes to it, and need not set its times again.
    note.write("alpha first\n")
  }

  /// A file that is written to through a shared memory map.
  private final class MappedFile {
    private let bytes: UnsafeMutableRawBufferPointer

    init(_ path: String) throws {
      let file = OwnedDescriptor(openFile(path, O_RDWR | O_CLOEXEC))
      let size = Int(fileSize(path))
      let base = try #require(mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, file.number, 0))
      try #require(base != MAP_FAILED)
      bytes = UnsafeMutableRawBufferPointer(start: base, count: size)
    }

    deinit { munmap(bytes.baseAddress, bytes.count) }

    func write(_ text: String) { bytes.copyBytes(from: text.utf8.prefix(bytes.count)) }
  }

  /// Brings the index up to date as if it were minutes later, when the notes' stamps are believed.
  private func settle() throws {
    let open = try test.vault()
    let keeper = try #require(open.vault.keeper(open.listener))
    let later = Scanner.clock() + 60_000_000_000
    _ = try keeper.update(PendingScan(found: open.vault.scanner.scan(), at: later))
  }

  /// Writes the first note so that nothing tells of it. The system may set its times when it writes it to the disk meanwhile,
  /// and then that is done once more.
  private func writeUnnoticed(_ text: String) throws {
    for _ in 0..<50 {
      try settle()
      let stamp = FileStamp(at: folder.absolute("a.md"))
      note.write(text)
      if FileStamp(at: folder.absolute("a.md")) == stamp { return }
      note.write("alpha first\n")
    }
    Issue.record("the system tells of every write through a map")
  }

  private func verify() throws -> IndexSummary {
    let open = try test.vault()
    return try open.vault.index(rebuild: false, verifies: true, telling: open.listener)
  }

  /// When all notes were read last, in nanoseconds since 1970.
  private func verified() throws -> Int64? {
    try DatabaseQueue(path: test.indexPath()).read {
      try Int64.fetchOne($0, sql: "SELECT value FROM meta WHERE key = 'verified'")
    }
  }

  /// Sets when all notes were read last, in hours before now.
  private func setVerified(hoursAgo hours: Int64) throws {
    let queue = try DatabaseQueue(path: test.indexPath())
    try queue.writeWithoutTransaction {
      try $0.execute(
        sql: "UPDATE meta SET value = ? WHERE key = 'verified'",
        arguments: [Scanner.clock() - hours * 3_600_000_000_000])
    }
    try queue.close()
  }

  @Test func allNotesAreReadAndMended() throws {
    try writeUnnoticed("omega first\n")
    // This is why.
    #expect(try test.paths("omega") == [])
    #expect(try test.paths("omega", noIndex: true) == ["a.md"])
    let summary = try verify()
    #expect(summary.verified == 2 && !summary.rebuilt)
    #expect(summary.changes.differing == ["a.md"] && summary.changes.changed == 1)
    #expect(
      test.notices.all == ["a.md: its text has changed although its times have not; the index is mended"])
    #expect(try test.paths("omega") == ["a.md"])
    #expect(try test.paths("alpha") == [])
    test.notices.clear()
    #expect(try verify().changes.differing == [])
    #expect(test.notices.all == [])
    let fresh = try IndexDump.ofFreshIndex(test.vault(), at: test.cache.absolute("fresh.sqlite"))
    #expect(try IndexDump.lines(of: IndexDump.opened(test.indexPath())) == fresh)
  }

  /// What has changed in the usual way is no finding.
  @Test func whatTheTimesTellIsNoDifference() throws {
    try settle()
    try folder.write("beta second, and longer\n", to: "Sub/b.md")
    try folder.write("new\n", to: "Sub/c.md")
    let changes = try verify().changes
    #expect(changes.differing == [] && changes.changed == 1 && changes.added == 1 && changes.total == 3)
    #expect(test.notices.all == [])
  }

  @Test func aVaultMayAskForItOnceADay() throws {
    try folder.write("verify: daily\n", to: ".vault/config.yaml")
    try writeUnnoticed("omega first\n")
    try setVerified(hoursAgo: 23)
    #expect(try test.paths("omega") == [])
    try setVerified(hoursAgo: 25)
    #expect(try test.paths("omega") == ["a.md"])
    #expect(test.notices.all.count == 1)
    // Not again before tomorrow.
    let verified = try verified()
    _ = try test.paths("gamma")
    #expect(try self.verified() == verified)
    try writeUnnoticed("gamma first\n")
    // The clock was set back.
    try setVerified(hoursAgo: -2)
    #expect(try test.paths("gamma") == ["a.md"])
    #expect(try test.paths("gamma") == ["a.md"])
    #expect(test.notices.all.count == 2)
  }

  @Test func nobodyIsMadeToReadAll() throws {
    try writeUnnoticed("omega first\n")
    try setVerified(hoursAgo: 1_000)
    #expect(try test.paths("omega") == [])
  }

  @Test(.enabled(if: WatcherUnderTest.isPossible)) func theWatcherDoesSo() throws {
    let test = try test.withRuntimeFolder()
    try folder.write("verify: daily\n", to: ".vault/config.yaml")
    try writeUnnoticed("omega first\n")
    try setVerified(hoursAgo: 25)
    let watcher = try WatcherUnderTest(test)
    #expect(try watcher.state() != nil)
    #expect(try test.paths("omega") == ["a.md"])
    #expect(watcher.notices == ["a.md: its text has changed although its times have not; the index is mended"])
  }

  @Test func manyAreNotAllNamed() throws {
    let open = try test.vault()
    let keeper = try #require(open.vault.keeper(open.listener))
    keeper.tell(differing: (0..<25).map { NotePath("\($0).md") })
    #expect(test.notices.all.count == 21)
    #expect(test.notices.all.last == "5 more notes have changed in that way; the index is mended")
  }
}
