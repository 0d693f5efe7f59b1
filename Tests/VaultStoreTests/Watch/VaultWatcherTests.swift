#if canImport(Glibc)
  import Foundation
  import GRDB
  import Glibc
  import Testing
  import VaultCore
  import VaultPlatform
  import VaultTestSupport

  @testable import VaultStore

  /// A watcher's word and the files say the same.
  @Suite(.serialized, .enabled(if: WatcherUnderTest.isPossible)) struct VaultWatcherTests {
    private let folder: TemporaryFolder
    private let test: VaultUnderTest

    init() throws {
      folder = try TemporaryFolder()
      test = try VaultUnderTest(folder).withRuntimeFolder()
      try folder.write("alpha\n", to: "a.md")
      try folder.write("beta\n", to: "Sub/b.md")
    }

    /// Whether the last search was answered by the watcher's word and right.
    private func finds(_ text: String, _ paths: [String], by watcher: WatcherUnderTest) throws -> Bool {
      // On a busy machine it may be late, and then the notes are looked at without it.
      for _ in 0..<100 {
        let before = try watcher.status().answers
        #expect(try test.paths(text) == paths)
        if try watcher.status().answers > before { return try watcher.state() != nil }
      }
      return false
    }

    /// An index in the vault is written to by the watcher itself. A note from the future is looked at again after a while,
    /// which must not go on because of what the look itself writes.
    @Test func anIndexInTheVaultDoesNotWakeItsWatcher() throws {
      try folder.write("index: .vault/index.sqlite\n", to: ".vault/config.yaml")
      let watcher = try WatcherUnderTest(test, mounts: .none)
      defer { watcher.end() }
      #expect(try watcher.state() != nil)
      try folder.write("alpha\n", to: "future.md")
      let times = [timespec(tv_sec: time(nil) + 86_400, tv_nsec: 0), timespec(tv_sec: time(nil) + 86_400, tv_nsec: 0)]
      #expect(utimensat(AT_FDCWD, folder.path + "/future.md", times, 0) == 0)
      #expect(try watcher.state() != nil)
      Thread.sleep(forTimeInterval: 4)
      let before = try watcher.status().refreshes
      Thread.sleep(forTimeInterval: 4)
      // One because of the note, another where the machine is slow; each look would bring the next without a pause.
      #expect(try watcher.status().refreshes - before <= 2)
    }

    @Test(arguments: 0..<3) func randomChanges(_ seed: Int) throws {
      let folder = try TemporaryFolder()
      let test = try VaultUnderTest(folder).withRuntimeFolder()
      var changes = RandomChanges(folder, seed: UInt64(7_000 + seed))
      var random = SeededGenerator(seed: UInt64(seed))
      for _ in 0..<8 { _ = try changes.next() }
      let watcher = try WatcherUnderTest(test)
      var vouched = 0
      for round in 0..<60 {
        let done = try (0..<Int.random(in: 1...8, using: &random)).map { _ in try changes.next() }
        let vault = try test.vault()
        if let state = vault.vault.watchedState(verified: false) {
          vouched += 1
          let scan = try vault.scanner.scan()
          #expect(state.fingerprint == scan.fingerprint, "seed \(seed), round \(round): \(done)")
          #expect(state.problems == scan.problems, "seed \(seed), round \(round): \(done)")
          #expect(Set(state.links) == Set(scan.links), "seed \(seed), round \(round): \(done)")
        }
        try vault.withSnapshot { #expect($0 is IndexSnapshot) }
        let updated = try IndexDump.lines(of: IndexDump.opened(test.indexPath()))
        let fresh = try IndexDump.ofFreshIndex(vault, at: test.cache.absolute("fresh.sqlite"))
        if let difference = VaultAnswers.difference(updated, fresh) {
          Issue.record("seed \(seed), round \(round): \(done.joined(separator: "; "))\n\(difference)")
          return
        }
      }
      // On a busy machine it may be slow once.
      #expect(vouched > 50, "\(watcher.hindrances) \(watcher.error ?? "")")
    }

    @Test func whatIsWrittenIsFoundAtOnce() throws {
      let watcher = try WatcherUnderTest(test)
      #expect(try finds("alpha", ["a.md"], by: watcher))
      for number in 0..<40 {
        try folder.write("gamma\(number)\n", to: "Sub/b.md")
        #expect(try test.paths("gamma\(number)") == ["Sub/b.md"])
      }
    }

    /// The same size, the same times: only events and contents tell.
    @Test func whatStampsDoNotTellIsFound() throws {
      let watcher = try WatcherUnderTest(test)
      for number in 0..<40 {
        let name = ["delta", "sigma"][number % 2]
        try folder.write("\(name)\n", to: "a.md")
        #expect(try test.paths(name) == ["a.md"])
      }
      #expect(try watcher.state() != nil)
    }

    @Test func hardLinksAndSymbolicLinksAreLookedAt() throws {
      let outside = try TemporaryFolder()
      try folder.write("hidden\n", to: ".hidden/target.md")
      try folder.link("link.md", to: ".hidden/target.md")
      try outside.write("one\n", to: "other.md")
      try FileManager.default.linkItem(atPath: outside.absolute("other.md"), toPath: folder.absolute("hard.md"))
      let watcher = try WatcherUnderTest(test)
      #expect(try finds("hidden", ["link.md"], by: watcher))
      try folder.write("revealed\n", to: ".hidden/target.md")
      #expect(try finds("revealed", ["link.md"], by: watcher))
      try outside.write("three\n", to: "other.md")
      #expect(try finds("three", ["hard.md"], by: watcher))
    }

    /// Of the same size, and perhaps with the same times.
    @Test func whatLinksLeadToIsReadAgainWhileItsStampProvesNothing() throws {
      try folder.write("delta\n", to: ".hidden/target.md")
      try folder.link("link.md", to: ".hidden/target.md")
      let watcher = try WatcherUnderTest(test)
      for number in 0..<30 {
        let name = ["sigma", "delta"][number % 2]
        try folder.write("\(name)\n", to: ".hidden/target.md")
        #expect(try test.paths(name) == ["link.md"])
      }
      #expect(try watcher.state() != nil)
    }

    @Test func rulesOfTheRepositoryAroundItAreLookedAt() throws {
      let around = try TemporaryFolder()
      try around.write("ref: refs/heads/main\n", to: ".git/HEAD")
      try around.write("x\n", to: "notes/a.md")
      try around.write("x\n", to: "notes/b.md")
      let test = try VaultUnderTest(root: around.absolute("notes")).withRuntimeFolder()
      let watcher = try WatcherUnderTest(test)
      #expect(try test.paths("x") == ["a.md", "b.md"])
      try around.write("b.md\n", to: ".gitignore")
      #expect(try test.paths("x") == ["a.md"])
      try around.write("a.md\n", to: ".git/info/exclude")
      #expect(try test.paths("x") == [])
      #expect(try watcher.state() != nil)
    }

    @Test func anotherConfigurationIsTakenIn() throws {
      let watcher = try WatcherUnderTest(test)
      #expect(try finds("alpha", ["a.md"], by: watcher))
      try folder.write("ignore: [a.md]\n", to: ".vault/config.yaml")
      #expect(try finds("alpha", [], by: watcher))
      // A command with a cache of its own is on its own.
      var other = test
      let cache = try TemporaryFolder()
      other.environment.variables["XDG_CACHE_HOME"] = cache.path
      #expect(try other.vault().vault.watchedState(verified: false) == nil)
      #expect(try other.paths("beta") == ["Sub/b.md"])
    }

    @Test func indexesThatOthersMadeAreVerified() throws {
      let watcher = try WatcherUnderTest(test)
      #expect(try finds("alpha", ["a.md"], by: watcher))
      _ = try test.vault().index(rebuild: true)
      #expect(try finds("alpha", ["a.md"], by: watcher))
      try test.cache.remove(test.indexName())
      #expect(try finds("beta", ["Sub/b.md"], by: watcher))
      try test.cache.write("nonsense", to: test.indexName())
      #expect(try finds("beta", ["Sub/b.md"], by: watcher))
    }

    @Test func manyChangesAreOne() throws {
      let watcher = try WatcherUnderTest(test)
      #expect(try watcher.state() != nil)
      for number in 0..<2_000 { try folder.write("many\(number)\n", to: "Many \(number % 50)/\(number).md") }
      let found = try (0..<600).contains { _ in
        usleep(50_000)
        return try watcher.status().notes == 2_002
      }
      #expect(found)
      let refreshes = watcher.refreshes.filter { !$0.isEmpty }
      #expect(refreshes.count == 1 && refreshes.first?.added == 2_000, "\(refreshes)")
      #expect(try finds("many1777", ["Many 27/1777.md"], by: watcher))
    }

    @Test func moreEventsThanTheSystemKeepsLoseNothing() throws {
      let watcher = try WatcherUnderTest(test)
      #expect(try watcher.state() != nil)
      for number in 0..<7_000 { try folder.write("\(number)\n", to: "Sub/\(number % 2).md") }
      try folder.write("last\n", to: "Sub/last.md")
      #expect(try finds("last", ["Sub/last.md"], by: watcher))
    }

    // MARK: Other watchers

    @Test func theSecondIsRefused() throws {
      let first = try WatcherUnderTest(test)
      let second = try WatcherUnderTest(test)
      #expect(second.error?.contains("is watched already by process \(getpid())") == true)
      second.waitForEnd()
      #expect(try first.status().process == Int(getpid()))
    }

    @Test func aSocketThatIsLeftOverIsReplaced() throws {
      let socket = WatchSocket(root: folder.path, environment: test.environment.variables, makes: true)
      _ = try socket.listen()
      #expect(folder.exists("a.md") && access(socket.path, F_OK) == 0)
      #expect(try test.paths("alpha") == ["a.md"])
      let watcher = try WatcherUnderTest(test)
      #expect(try finds("alpha", ["a.md"], by: watcher))
      watcher.end()
      #expect(access(socket.path, F_OK) != 0)
      #expect(try test.vault().vault.stopWatcher() == false)
    }

    @Test func itCanBeEnded() throws {
      let watcher = try WatcherUnderTest(test)
      #expect(try test.vault().vault.stopWatcher())
      watcher.waitForEnd()
      #expect(watcher.ending == .stopped)
      #expect(try test.paths("alpha") == ["a.md"])
    }

    /// Else the two versions would make the index anew, each whenever the other has.
    @Test(arguments: [false, true]) func anIndexOfAnotherVersionEndsIt(isInVault: Bool) throws {
      if isInVault {
        try folder.write("index: .vault/index.sqlite\n", to: ".vault/config.yaml")
        _ = try test.vault().index(rebuild: false)
      }
      let watcher = try WatcherUnderTest(test)
      #expect(try finds("alpha", ["a.md"], by: watcher))
      let path = try test.indexPath()
      #expect(path.hasPrefix(folder.path) == isInVault)
      // Closed as this program closes it, so that its log stays.
      let index = try IndexDump.opened(path)
      try index.queue.inDatabase { try $0.execute(sql: "PRAGMA user_version = 999") }
      try index.queue.close()
      try folder.write("gamma\n", to: "c.md")
      watcher.waitForEnd()
      let reason: Message =
        "another version of vault has made its index anew; run \(command: .watch) again, of that version"
      #expect(watcher.ending == .gone("\(folder.path): \(reason)"))
      let queue = try DatabaseQueue(path: path)
      #expect(try queue.read { try Int.fetchOne($0, sql: "PRAGMA user_version") } == 999)
      try queue.close()
      #expect(try test.paths("gamma") == ["c.md"])
    }

    /// The other version builds just now: the old index is aside, and the new one not yet in its place.
    @Test func anIndexThatAnotherVersionIsBuildingEndsIt() throws {
      let watcher = try WatcherUnderTest(test)
      #expect(try finds("alpha", ["a.md"], by: watcher))
      let path = try test.indexPath()
      let lock = try #require(try FileLock.acquire(path + ".lock", .alone, patience: 5))
      try FileManager.default.copyItem(atPath: path, toPath: path + ".new")
      let queue = try DatabaseQueue(path: path + ".new")
      try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA user_version = 999") }
      try queue.close()
      for suffix in ["", "-wal", "-shm"] { _ = unlink(path + suffix) }
      try folder.write("gamma\n", to: "c.md")
      // Its refresh waits for the lock by now.
      usleep(700_000)
      #expect(rename(path + ".new", path) == 0)
      lock.release()
      try folder.write("delta\n", to: "d.md")
      watcher.waitForEnd()
      let reason: Message =
        "another version of vault has made its index anew; run \(command: .watch) again, of that version"
      #expect(watcher.ending == .gone("\(folder.path): \(reason)"))
      let left = try DatabaseQueue(path: path)
      #expect(try left.read { try Int.fetchOne($0, sql: "PRAGMA user_version") } == 999)
    }

    // MARK: Who sees other files

    /// What comes first on the connection of one who wants to hear of changes; empty where it is ended.
    private func firstNews(_ socket: WatchSocket, _ place: String) throws -> [UInt8] {
      let connection = try #require(socket.connect())
      let line = WatchRequest.subscribe(place: place).line
      #expect(LocalSocket.send(line[...], to: connection.number) == line.count)
      var polled = pollfd(fd: connection.number, events: Int16(POLLIN), revents: 0)
      #expect(poll(&polled, 1, 10_000) == 1)
      var buffer = [UInt8](repeating: 0, count: 64)
      let count = buffer.withUnsafeMutableBytes { readSome(connection.number, $0) }
      return Array(buffer[..<max(count, 0)])
    }

    /// As in a namespace of mounts of its own, where another folder is mounted in the vault.
    @Test func onlyWhoSeesTheSameFilesIsAnswered() throws {
      let watcher = try WatcherUnderTest(test)
      #expect(try watcher.state() != nil)
      let vault = try test.vault().vault
      let client = WatchClient(socket: WatchSocket(root: folder.path, environment: test.environment.variables))
      let here = try #require(MountedPlace(at: folder.path))
      let top = try #require(MountedPlace(at: "/"))
      var (otherMount, otherTop) = (here, top)
      otherMount.mount = (here.mount ?? 0) + 1
      otherTop.inode += 1
      let key = try #require(try vault.watchKey())
      for place in [
        RootPlace(folder.path, root: otherMount, top: top), RootPlace(folder.path, root: here, top: otherTop),
      ] {
        let theirPlace = try #require(place.key)
        let theirs = theirPlace + key.drop { $0 != "-" }
        #expect(theirs != key)
        #expect(
          client.ask(.state(key: theirs, verified: false), patience: 2_000) == .look("the watcher sees other files"))
        #expect(try firstNews(client.socket, theirPlace).isEmpty)
      }
      #expect(try !firstNews(client.socket, #require(RootPlace(folder.path).key)).isEmpty)
      // Whatever is mounted anywhere meanwhile makes a watcher look again, and until then it answers nobody.
      for _ in 0..<50 {
        if case .state = client.ask(.state(key: key, verified: false), patience: 2_000) { return }
        _ = try watcher.state()
      }
      Issue.record("who sees the same files is not answered")
    }

    // MARK: Vaults that go

    @Test func aVaultThatMovesEndsIt() throws {
      let around = try TemporaryFolder()
      try around.write("x\n", to: "outer/notes/a.md")
      let test = try VaultUnderTest(root: around.absolute("outer/notes")).withRuntimeFolder()
      let watcher = try WatcherUnderTest(test)
      #expect(try watcher.state() != nil)
      // No event of the vault tells that a folder above it goes.
      try around.move("outer", to: "elsewhere")
      try around.write("y\n", to: "outer/notes/a.md")
      #expect(try test.paths("y") == ["a.md"])
      watcher.waitForEnd()
      guard case .gone(let reason) = watcher.ending else {
        Issue.record("\(String(describing: watcher.ending))")
        return
      }
      #expect(reason.text.contains("another folder stands there now"))
    }

    @Test func aVaultThatIsDeletedEndsIt() throws {
      let around = try TemporaryFolder()
      try around.write("x\n", to: "notes/a.md")
      let test = try VaultUnderTest(root: around.absolute("notes")).withRuntimeFolder()
      let watcher = try WatcherUnderTest(test)
      #expect(try watcher.state() != nil)
      try around.remove("notes")
      watcher.waitForEnd()
      guard case .gone(let reason) = watcher.ending else {
        Issue.record("\(String(describing: watcher.ending))")
        return
      }
      #expect(reason.text.contains("it was moved, deleted or unmounted"))
    }

    /// A clock that is set back makes stamps that lie in the future.
    @Test func stampsInTheFutureAreVouchedFor() throws {
      try folder.setModificationTime(4_000_000_000_000_000_000, of: "a.md")
      let watcher = try WatcherUnderTest(test)
      #expect(try finds("alpha", ["a.md"], by: watcher))
      try folder.write("omega\n", to: "a.md")
      try folder.setModificationTime(4_000_000_000_000_000_000, of: "a.md")
      #expect(try finds("omega", ["a.md"], by: watcher))
    }
  }
#endif
