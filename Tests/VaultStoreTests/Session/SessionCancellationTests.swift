#if canImport(Glibc)
  import Foundation
  import Testing
  import VaultCore
  import VaultPlatform
  import VaultTestSupport

  @testable import VaultStore

  /// Questions that nobody waits for any more leave nothing behind. `VAULT_SOAK=1` cancels 10,000.
  @Suite(.serialized, .enabled(if: WatcherUnderTest.isPossible)) struct SessionCancellationTests {
    private static let rounds = ProcessInfo.processInfo.environment["VAULT_SOAK"] == nil ? 300 : 10_000
    private let folder: TemporaryFolder

    init() throws {
      folder = try TemporaryFolder()
      for number in 0..<800 {
        try folder.write(
          "# Note \(number)\n\n"
            + String(repeating: "some words aab\(number) and others\n- [ ] a task 📅 2026-03-01\n", count: 6),
          to: "\(number % 20)/note \(number).md")
      }
    }

    private static func count(_ folder: String) throws -> Int {
      try FileManager.default.contentsOfDirectory(atPath: folder).count
    }

    /// Descriptors of files below the path.
    private static func descriptors(below path: String) throws -> Int {
      try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count { name in
        guard case .success(let target) = resolvedPath(Array("/proc/self/fd/\(name)".utf8)) else { return false }
        return String(decoding: target, as: UTF8.self).hasPrefix(path + "/")
      }
    }

    @Test func whoWaitsForTheLockOfChangesIsCancelled() throws {
      try FileManager.default.createDirectory(atPath: folder.path + "/.vault", withIntermediateDirectories: true)
      let folders = UserFolders(["XDG_STATE_HOME": folder.absolute("state")])
      _ = try ChangeSession(root: folder.path, folders, tell: { _ in })
      let lock = try FileLock.acquire(folder.path + "/" + ChangeSession.lockPath, .alone, patience: 0)
      #expect(lock != nil)
      let cancellation = Cancellation()
      cancellation.cancel()
      #expect(throws: CancelledError.self) {
        _ = try ChangeSession(root: folder.path, folders, cancellation: cancellation, tell: { _ in })
      }
      withExtendedLifetime(lock) {}
    }

    @Test(arguments: [false, true]) func leakNothing(_ isWatched: Bool) throws {
      let test = try VaultUnderTest(folder).withRuntimeFolder()
      _ = try test.vault().index(rebuild: false)
      let under = try SessionUnderTest(folder, test: test)
      try under.waitUntilVouched()
      if !isWatched {
        _ = try test.vault().vault.stopWatcher()
        try under.wait("unvouched") { if case .freshness(.unvouched) = $0 { true } else { false } }
      }
      let queries = try ["/(a|b)+c/", "word", "*ther*", "task:due", "\"some words\"", "-is:orphan"].map(test.query)
      let (threads, descriptors) = (try Self.count("/proc/self/task"), try Self.count("/proc/self/fd"))
      var random = SeededGenerator(seed: 3)
      var cancelled = 0
      for round in 0..<Self.rounds {
        let answer = Waiting<Answer<Int>>()
        let query = queries[round % queries.count]
        let asked = under.session.ask(
          Question(key: "search") { try $0.search(query).total + $0.tasks(Query(), scope: .all).total }
        ) { answer.put($0) }
        usleep(UInt32.random(in: 0...6_000, using: &random))
        asked.cancel()
        do { _ = try answer.value() } catch is CancelledError { cancelled += 1 }
      }
      #expect(cancelled > Self.rounds / 2)
      // The index is whole, and free.
      #expect(try under.paths("aab799").value.count == 1)
      let path = try test.indexPath()
      #expect(try IndexDump.opened(path).damage() == nil)
      under.session.end()
      #expect(try FileLock.acquire(path + ".lock", .alone, patience: 5) != nil)
      let deadline = Date(timeIntervalSinceNow: SessionUnderTest.patience)
      while try Self.descriptors(below: test.cache.path) > 0 || Self.descriptors(below: folder.path) > 0,
        Date() < deadline
      { usleep(5_000) }
      #expect(try Self.descriptors(below: test.cache.path) == 0)
      #expect(try Self.descriptors(below: folder.path) == 0)
      // Other tests run beside this one, and what they have comes and goes; what is lost stays.
      func isKept() throws -> Bool {
        try Self.count("/proc/self/task") < threads + Self.rounds / 3
          && Self.count("/proc/self/fd") < descriptors + Self.rounds / 3
      }
      while try !isKept(), Date() < deadline.addingTimeInterval(SessionUnderTest.patience) { usleep(5_000) }
      #expect(try isKept())
      #expect(test.notices.all.isEmpty)
    }
  }
#endif
