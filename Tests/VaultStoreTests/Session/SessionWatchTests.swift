#if canImport(Glibc)
  import Foundation
  import GRDB
  import Synchronization
  import Testing
  import VaultCore
  import VaultPlatform
  import VaultTestSupport

  @testable import VaultStore

  /// Watchers that come and go, and vaults and indexes that are spoilt meanwhile.
  @Suite(.enabled(if: WatcherUnderTest.isPossible)) struct SessionWatchTests {
    private let folder: TemporaryFolder
    private let test: VaultUnderTest

    /// `VAULT_SOAK=1`: as many as a checkout brings.
    private static let checkout = ProcessInfo.processInfo.environment["VAULT_SOAK"] == nil ? 2_000 : 20_000

    init() throws {
      folder = try TemporaryFolder()
      test = try VaultUnderTest(folder).withRuntimeFolder()
      try folder.write("alpha\n", to: "a.md")
      try folder.write("beta\n", to: "Sub/b.md")
    }

    private var socket: WatchSocket { WatchSocket(root: folder.path, environment: test.environment.variables) }
    private var madeSocket: WatchSocket {
      WatchSocket(root: folder.path, environment: test.environment.variables, makes: true)
    }

    private func isUnvouched(_ event: SessionEvent) -> Bool {
      if case .freshness(.unvouched) = event { true } else { false }
    }

    private func isOfNotes(_ event: SessionEvent) -> Bool {
      if case .notes = event { true } else { false }
    }

    /// Asks until that is so.
    private func waitUntil(_ what: String, _ isSo: () throws -> Bool) throws {
      let deadline = Date(timeIntervalSinceNow: SessionUnderTest.patience)
      while try !isSo() {
        guard Date() < deadline else { throw SessionUnderTest.TestFailure(description: "not so: \(what)") }
        usleep(20_000)
      }
    }

    // MARK: Watchers

    @Test func aWatcherThatNeverAnswersIsDoneWithout() throws {
      let socket = madeSocket
      let lock = try #require(try socket.lock())
      // Takes whatever is sent, and never reads it: so does a process that is halted.
      let listening = try socket.listen()
      defer { withExtendedLifetime((lock, listening)) {} }
      let under = try SessionUnderTest(folder, test: test)
      defer { under.session.end() }
      #expect(try under.paths("alpha").value == ["a.md"])
      let reason = "the watcher does not answer"
      try under.wait("looks alone") { $0 == .freshness(.unvouched(reason: reason)) }
      // Also once it was tried anew.
      for name in ["new.md", "newer.md"] {
        Thread.sleep(forTimeInterval: 8)
        _ = under.events.take()
        try folder.write("alpha\n", to: name)
        try under.wait("notes", isOfNotes)
      }
      #expect(try under.paths("alpha").value == ["a.md", "new.md", "newer.md"])
    }

    @Test func whatChangedDuringTheFirstLookIsTold() throws {
      for number in 0..<500 { try folder.write("note \(number)\n", to: "Many/\(number).md") }
      let go = DispatchSemaphore(value: 0)
      let other = try WatcherUnderTest(test, after: go)
      defer { other.end() }
      let under = try SessionUnderTest(folder, test: test)
      defer { under.session.end() }
      // Its request waits in the socket by now.
      usleep(500_000)
      go.signal()
      try under.wait("looked at for the first time", isUnvouched)
      // As long as nothing was answered, nothing else tells of notes.
      try under.wait("all may be new") { $0 == .notes(.many) }
    }

    @Test func aVaultThatIsAwayIsToldOfAlsoWhenNobodyIsToWatch() throws {
      let under = try SessionUnderTest(folder, test: test)
      defer { under.session.end() }
      try under.waitUntilVouched()
      #expect(try test.vault().vault.stopWatcher())
      try under.wait("unvouched", isUnvouched)
      let away = test.root + "-away"
      try FileManager.default.moveItem(atPath: test.root, toPath: away)
      defer { _ = rename(away, test.root) }
      try under.wait("gone") { if case .gone = $0 { true } else { false } }
    }

    @Test func askingTheWatcherToEndIsObeyed() throws {
      let under = try SessionUnderTest(folder, test: test)
      defer { under.session.end() }
      try under.waitUntilVouched()
      #expect(try socket.watcherProcess == Int(getpid()))
      #expect(try test.vault().vault.stopWatcher())
      try under.wait("unvouched", isUnvouched)
      #expect(try socket.watcherProcess == nil)
      try folder.write("alpha\n", to: "new.md")
      try under.wait("notes", isOfNotes)
      #expect(try under.paths("alpha").value == ["a.md", "new.md"])
      #expect(try socket.watcherProcess == nil)
    }

    @Test func theWatcherThatRunsIsFollowedAndReplaced() throws {
      let other = try WatcherUnderTest(test)
      #expect(try other.state() != nil)
      let under = try SessionUnderTest(folder, test: test)
      defer { under.session.end() }
      try under.waitUntilVouched()
      try folder.write("alpha\n", to: "new.md")
      let events = try under.wait("notes") { $0 == .notes(.some(.init(added: ["new.md"]))) }
      #expect(!events.contains(where: isUnvouched))
      // It ends without anybody's asking, as if its process were killed.
      other.end()
      try under.wait("vouched again") { $0 == .freshness(.vouched) }
      try folder.write("alpha\n", to: "newer.md")
      try under.wait("notes", isOfNotes)
      #expect(try under.paths("alpha").value == ["a.md", "new.md", "newer.md"])
      guard case .running = try test.vault().vault.watcher() else {
        Issue.record("nobody watches")
        return
      }
    }

    @Test func anotherWatcherThatIsAskedToEndIsNotReplaced() throws {
      let other = try WatcherUnderTest(test)
      #expect(try other.state() != nil)
      let under = try SessionUnderTest(folder, test: test)
      defer { under.session.end() }
      try under.waitUntilVouched()
      #expect(try test.vault().vault.stopWatcher())
      other.waitForEnd()
      try under.wait("unvouched", isUnvouched)
      #expect(try socket.watcherProcess == nil)
    }

    @Test func aSocketThatIsGoneIsMadeAnew() throws {
      let under = try SessionUnderTest(folder, test: test)
      defer { under.session.end() }
      try under.waitUntilVouched()
      #expect(unlink(socket.path) == 0)
      try waitUntil("there is a socket") {
        let found = try under.paths("alpha").value
        #expect(found == ["a.md"])
        return access(socket.path, F_OK) == 0
      }
    }

    /// As one whose process is stopped, or whose folders cannot be watched any more.
    @Test(arguments: [false, true]) func aWatcherThatCannotTellIsDoneWithout(_ tellsBlindness: Bool) throws {
      let socket = madeSocket
      let lock = try #require(try socket.lock())
      let pipe = try WakePipe()
      let ended = DispatchSemaphore(value: 0)
      let news = WatchNews.standing(hindrance: tellsBlindness ? "too many folders" : nil, isBlind: tellsBlindness)
      let stop = pipe.readable
      let listens = DispatchSemaphore(value: 0)
      Thread {
        defer { ended.signal() }
        do {
          let listener = try WatchListener(socket)
          listens.signal()
          Self.serve(listener, until: stop, news)
        } catch {
          Issue.record("\(error)")
          listens.signal()
        }
      }.start()
      listens.wait()
      let under = try SessionUnderTest(folder, test: test)
      defer {
        under.session.end()
        pipe.wake()
        ended.wait()
        withExtendedLifetime(lock) {}
      }
      if !tellsBlindness { try under.wait("vouched") { $0 == .freshness(.vouched) } }
      // Nobody answers this question, so that the watcher is doubted.
      #expect(try under.paths("alpha").value == ["a.md"])
      try under.wait("unvouched", isUnvouched)
      try folder.write("alpha\n", to: "new.md")
      try waitUntil("told") { under.events.take().contains(where: isOfNotes) }
      #expect(try under.paths("alpha").value == ["a.md", "new.md"])
    }

    /// Answers those who subscribe, and nobody else.
    private static func serve(_ listener: WatchListener, until stop: CInt, _ news: WatchNews) {
      var kept: [OwnedDescriptor] = []
      while true {
        var polled = ([stop] + listener.descriptors(besides: kept.count)).map {
          pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
        }
        _ = poll(&polled, nfds_t(polled.count), -1)
        if polled[0].revents != 0 { return listener.close() }
        for (request, connection) in listener.receive(besides: kept.count) {
          if case .subscribe = request { listener.send(news.bytes, to: connection) }
          kept.append(connection)
        }
      }
    }

    // MARK: Vaults

    @Test func aVaultThatIsAwayIsGoneAndComesBack() throws {
      let around = try TemporaryFolder()
      try around.write("alpha\n", to: "notes/a.md")
      let test = try VaultUnderTest(root: around.absolute("notes")).withRuntimeFolder()
      let under = try SessionUnderTest(around, test: test)
      defer { under.session.end() }
      try under.waitUntilVouched()
      #expect(try under.paths("alpha").value == ["a.md"])
      try around.move("notes", to: "elsewhere")
      try under.wait("gone") { if case .gone = $0 { true } else { false } }
      #expect(throws: (any Error).self) { try under.paths("alpha") }
      try around.write("alpha\n", to: "elsewhere/b.md")
      try around.move("elsewhere", to: "notes")
      try under.wait("back") { $0 == .freshness(.vouched) }
      #expect(try under.paths("alpha").value == ["a.md", "b.md"])
    }

    @Test func aCheckoutIsOneEvent() throws {
      let under = try SessionUnderTest(folder, test: test)
      defer { under.session.end() }
      try under.waitUntilVouched()
      let asking = DispatchSemaphore(value: 0)
      let stop = Cancellation()
      let session = under.session
      Thread {
        while !stop.isCancelled {
          let answer = Waiting<Answer<Int>>()
          session.ask(Question { try $0.list(Query()).total }) { answer.put($0) }
          do {
            let count = try answer.value().value
            #expect(count >= 2)
          } catch { Issue.record("\(error)") }
          usleep(30_000)
        }
        asking.signal()
      }.start()
      for number in 0..<Self.checkout { try folder.write("many\n", to: "Many \(number % 50)/\(number).md") }
      var told: [SessionEvent] = []
      let count = Self.checkout + 2
      try waitUntil("all are told") {
        told += under.events.take().filter(isOfNotes)
        let isAll = try under.ask(Question { try $0.list(Query()).total }).value == count
        return isAll && !told.isEmpty
      }
      stop.cancel()
      asking.wait()
      #expect(told == [.notes(.many)])
    }

    @Test func anEventThatChangesNothingIsNotTold() throws {
      // Its dates are not those of the file.
      let dated = "---\ncreated: 2026-01-02\nupdated: 2026-01-03\n---\nalpha\n"
      try folder.write(dated, to: "a.md")
      let under = try SessionUnderTest(folder, test: test)
      defer { under.session.end() }
      try under.waitUntilVouched()
      try folder.write(dated, to: "a.md")
      try folder.write("x\n", to: ".hidden")
      try folder.write("gamma\n", to: "last.md")
      let events = try under.wait("notes", isOfNotes)
      #expect(events.filter(isOfNotes) == [.notes(.some(.init(added: ["last.md"])))], "\(events)")
    }

    @Test func aConfigurationThatIsHalfWrittenIsReadAgain() throws {
      let under = try SessionUnderTest(folder, test: test)
      defer { under.session.end() }
      try under.waitUntilVouched()
      try folder.write("ignore: [Sub\ntasks:\n  fil", to: ".vault/config.yaml")
      // As a command would read it.
      #expect(try under.paths("beta").value == test.paths("beta", noIndex: true))
      try folder.write("ignore: [Sub]\n", to: ".vault/config.yaml")
      try under.wait("configuration") { $0 == .configuration }
      try waitUntil("the new one holds") { try under.paths("beta").value == [] }
      #expect(try under.paths("alpha").value == ["a.md"])
    }

    /// A watcher here that others can reach lives: to begin anew would be to look at everything once more.
    @Test func doubtsAreNoReasonToBeginAnew() throws {
      let source = try WatchSource(VaultLocation(root: test.root, marker: .none), options())
      let ended = DispatchSemaphore(value: 0)
      let vouched = DispatchSemaphore(value: 0)
      let endings = Mutex<[String]>([])
      Thread {
        source.run { told in
          switch told {
          case .news(.standing(nil, _)): vouched.signal()
          case .unvouched(let reason): endings.withLock { $0.append(reason) }
          default: break
          }
        }
        ended.signal()
      }.start()
      #expect(vouched.wait(timeout: .now() + SessionUnderTest.patience) == .success)
      for _ in 0..<3 {
        source.doubt()
        // Doubts are heard once a second.
        usleep(1_050_000)
      }
      #expect(vouched.wait(timeout: .now()) == .timedOut)
      #expect(unlink(socket.path) == 0)
      source.doubt()
      #expect(vouched.wait(timeout: .now() + SessionUnderTest.patience) == .success)
      source.end()
      #expect(ended.wait(timeout: .now() + SessionUnderTest.patience) == .success)
      #expect(endings.withLock { $0 } == [])
    }

    private func options() -> VaultSession.Options {
      var options = VaultSession.Options(version: "test")
      let environment = test.environment
      options.environment = { environment }
      return options
    }

    // MARK: Indexes

    @Test(arguments: ["deleted", "cut", "other", "nonsense"])
    func anIndexThatIsSpoiltIsDoneWithout(_ damage: String) throws {
      let under = try SessionUnderTest(folder, test: test)
      defer { under.session.end() }
      try under.waitUntilVouched()
      #expect(try under.paths("alpha").value == ["a.md"])
      let path = try test.indexPath()
      switch damage {
      case "deleted": for suffix in ["", "-wal", "-shm"] { _ = unlink(path + suffix) }
      case "cut": #expect(truncate(path, 10_000) == 0)
      case "nonsense": try test.cache.write(String(repeating: "nonsense", count: 4_096), to: test.indexName())
      default:
        let queue = try DatabaseQueue(path: path)
        try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA user_version = 999") }
        try queue.close()
      }
      try folder.write("alpha again\n", to: "c.md")
      for _ in 0..<20 { #expect(try under.paths("alpha").value == ["a.md", "c.md"]) }
      if damage == "other" {
        // It is that version's now.
        try under.wait("notice") { if case .notice = $0 { true } else { false } }
        #expect(try DatabaseQueue(path: path).read { try Int.fetchOne($0, sql: "PRAGMA user_version") } == 999)
      }
    }

    @Test func anotherProcessMayRebuildTheIndex() throws {
      let under = try SessionUnderTest(folder, test: test, prepares: true)
      defer { under.session.end() }
      try under.waitUntilVouched()
      for _ in 0..<5 {
        #expect(try test.vault().index(rebuild: true).rebuilt)
        #expect(try under.paths("alpha").value == ["a.md"])
      }
    }

    @Test func twoSessionsAndManyCommandsAgree() throws {
      let sessions = try (0..<2).map { _ in try SessionUnderTest(folder, test: test) }
      defer { for each in sessions { each.session.end() } }
      for round in 0..<10 {
        try folder.write("word\(round)\n", to: "Sub/\(round).md")
        let ended = DispatchGroup()
        for _ in 0..<20 {
          ended.enter()
          Thread { [test] in
            defer { ended.leave() }
            do {
              let found = try test.paths("word\(round)")
              #expect(found == ["Sub/\(round).md"])
            } catch { Issue.record("\(error)") }
          }.start()
        }
        for each in sessions { #expect(try each.paths("word\(round)").value == ["Sub/\(round).md"]) }
        ended.wait()
      }
    }
  }
#endif
