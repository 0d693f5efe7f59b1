import Foundation
import Synchronization
import Testing
import VaultCore
import VaultPlatform
import VaultTestSupport

@testable import VaultStore

/// Many at once on one vault: every answer is that of the files, before or after a change.
@Suite struct ConcurrentUseTests {
  /// Runs `body` on so many threads and gives what they threw.
  private func together(_ count: Int, _ body: @escaping @Sendable (Int) throws -> Void) -> [String] {
    let failures = Failures()
    let ended = DispatchSemaphore(value: 0)
    for number in 0..<count {
      Thread {
        do { try body(number) } catch { failures.messages.withLock { $0.append("\(error)") } }
        ended.signal()
      }.start()
    }
    for _ in 0..<count { ended.wait() }
    return failures.messages.withLock { $0 }
  }

  private final class Failures: Sendable {
    let messages = Mutex<[String]>([])
  }

  private func vault(notes: Int) throws -> (TemporaryFolder, VaultUnderTest) {
    let folder = try TemporaryFolder()
    for number in 0..<notes { try folder.write("alpha word\(number)\n", to: "n\(number % 5)/note \(number).md") }
    return (folder, try VaultUnderTest(folder))
  }

  @Test func firstUseByManyAtOnce() throws {
    for _ in 0..<5 {
      let (folder, test) = try vault(notes: 60)
      let failures = together(6) { _ in
        let found = try test.paths("alpha")
        #expect(found.count == 60)
      }
      #expect(failures.isEmpty)
      #expect(try IndexDump.opened(test.indexPath()).damage() == nil)
      withExtendedLifetime(folder) {}
    }
  }

  @Test func answersWithoutAnIndexThatIsKept() throws {
    let (folder, test) = try vault(notes: 10)
    #expect(try test.paths("alpha").count == 10)
    let path = try test.indexPath()
    try folder.write("alpha late\n", to: "late.md")
    let keeper = try IndexDump.opened(path)
    try keeper.read { db in
      try IndexStatement(db, "ROLLBACK").run()
      try IndexStatement(db, "BEGIN EXCLUSIVE").run()
      #expect(try test.paths("alpha").count == 11)
    }
    #expect(test.notices.all.count == 1 && test.notices.all[0].contains("busy"), "\(test.notices.all)")
    test.notices.clear()
    #expect(try test.paths("alpha").count == 11)
    #expect(test.notices.all.isEmpty)
  }

  /// Someone reads for long while the index is missing for another.
  @Test func waitsBrieflyForReaders() throws {
    let (folder, test) = try vault(notes: 10)
    #expect(try test.paths("alpha").count == 10)
    let path = try test.indexPath()
    let lock = try #require(try FileLock.acquire(path + ".lock", .shared, patience: 1))
    try test.cache.remove(test.indexName())
    #expect(try test.paths("alpha").count == 10)
    #expect(test.notices.all.count == 1)
    lock.release()
    #expect(try test.paths("alpha").count == 10)
    #expect(FileManager.default.fileExists(atPath: path))
    withExtendedLifetime(folder) {}
  }

  /// `vault index` says once what keeps it, and speaks of no answer.
  @Test func saysWhyItCannotBeIndexed() throws {
    let (folder, test) = try vault(notes: 3)
    _ = try test.vault().index(rebuild: false)
    let lock = try #require(try FileLock.acquire(test.indexPath() + ".lock", .alone, patience: 1))
    for rebuild in [false, true] {
      let error = #expect(throws: IndexPlaceError.self) { try test.vault().index(rebuild: rebuild) }
      #expect(error?.description.hasSuffix("another process is using the index; try again when it is done") == true)
    }
    #expect(test.notices.all.isEmpty, "\(test.notices.all)")
    lock.release()
    try folder.write("late\n", to: "late.md")
    #expect(try test.vault().index(rebuild: false).changes.added == 1)
  }

  @Test func deletedWhileInUse() throws {
    let (folder, test) = try vault(notes: 10)
    let name = try test.indexName()
    let vault = try test.vault()
    let query = try test.query("alpha")
    for round in 0..<10 {
      try vault.withSnapshot { snapshot in
        #expect(try snapshot.noteCount == 10 + round)
        for suffix in ["", "-wal", "-shm"].prefix(1 + round % 3) where test.cache.exists(name + suffix) {
          try test.cache.remove(name + suffix)
        }
        #expect(try snapshot.records(of: snapshot.universe.ids).count == 10 + round)
      }
      try folder.write("alpha more\n", to: "more \(round).md")
      #expect(try vault.read { try $0.search(query) }.total == 11 + round)
    }
    #expect(test.notices.all.isEmpty, "\(test.notices.all)")
  }

  @Test func searchesWhileNotesChange() throws {
    let (folder, test) = try vault(notes: 30)
    // One note is always there, one comes and goes, one changes between two texts.
    try folder.write("alpha beta\n", to: "changing.md")
    #expect(try test.paths("alpha").count == 31)
    let state = Failures()
    let failures = together(9) { number in
      if number == 8 {
        for round in 0..<40 {
          // A whole new file takes the old one's place, as editors do it.
          try folder.write(round % 2 == 0 ? "alpha gamma\n" : "alpha beta\n", to: "changing.tmp")
          try folder.move("changing.tmp", to: "changing.md")
          if round % 2 == 0 {
            try folder.write("alpha coming\n", to: "n1/coming.md")
          } else {
            try folder.remove("n1/coming.md")
          }
          usleep(3_000)
        }
        state.messages.withLock { $0.append("done") }
        return
      }
      var rounds = 0
      while rounds == 0 || state.messages.withLock({ $0.isEmpty }) {
        rounds += 1
        let all = try test.paths("alpha", noIndex: number == 7)
        #expect((31...32).contains(all.count) && all.contains("changing.md"), "\(all)")
        #expect(Set(all).subtracting(["changing.md", "n1/coming.md"]).count == 30)
        let either = try test.paths("beta OR gamma")
        #expect(either == ["changing.md"], "\(either)")
        #expect(try test.paths("beta gamma").isEmpty)
      }
    }
    #expect(failures.isEmpty, "\(failures)")
    #expect(try test.paths("alpha").count == 31)
    #expect(try IndexDump.opened(test.indexPath()).damage() == nil)
    let fresh = try IndexDump.ofFreshIndex(test.vault(), at: test.cache.absolute("fresh.sqlite"))
    let updated = try IndexDump.lines(of: IndexDump.opened(test.indexPath()))
    #expect(VaultAnswers.difference(updated, fresh) == nil)
  }

  /// Many commands in one process leave nothing open behind.
  @Test func leavesNoFilesOpen() throws {
    #if os(Linux)
      let (folder, test) = try vault(notes: 5)
      func open() throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap {
          try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/" + $0)
        }.filter { $0.hasPrefix(test.cache.path) || $0.hasPrefix(folder.path) }.count
      }
      for _ in 0..<20 { #expect(try test.paths("alpha").count == 5) }
      #expect(try open() == 0)
    #endif
  }
}
