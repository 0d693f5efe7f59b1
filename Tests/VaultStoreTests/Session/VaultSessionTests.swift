#if canImport(Glibc)
  import Foundation
  import Synchronization
  import Testing
  import VaultCore
  import VaultPlatform
  import VaultTestSupport

  @testable import VaultStore

  @Suite(.enabled(if: WatcherUnderTest.isPossible)) struct VaultSessionTests {
    private let folder: TemporaryFolder

    init() throws {
      folder = try TemporaryFolder()
      try folder.write("alpha\n", to: "a.md")
      try folder.write("beta\n", to: "Sub/b.md")
    }

    @Test func asksAndHears() throws {
      let under = try SessionUnderTest(folder)
      defer { under.session.end() }
      let first = try under.paths("alpha")
      #expect(first.value == ["a.md"] && first.isProven)
      try under.waitUntilChangesAreNamed()
      try folder.write("alpha too\n", to: "c.md")
      try under.wait("added") { if case .notes(.some(let paths)) = $0 { paths.added.contains("c.md") } else { false } }
      let second = try under.paths("alpha")
      #expect(second.value == ["a.md", "c.md"] && second.isProven)
      #expect(first.stamp < second.stamp)
    }

    @Test func movesAreTold() throws {
      let under = try SessionUnderTest(folder)
      defer { under.session.end() }
      try under.waitUntilChangesAreNamed()
      try folder.move("a.md", to: "z.md")
      try under.wait("moved") {
        if case .notes(.some(let paths)) = $0 { paths.moved == [.init(from: "a.md", to: "z.md")] } else { false }
      }
    }

    @Test func changesAreMadeAndTold() throws {
      let under = try SessionUnderTest(folder)
      defer { under.session.end() }
      try under.waitUntilVouched()
      let outcome = try under.ask(
        .change { try $0.change("new") { plan in try plan.create("new.md", Array("gamma\n".utf8)) } })
      #expect(outcome.value.end == .done)
      try under.wait("added") { if case .notes = $0 { true } else { false } }
      #expect(try under.paths("gamma").value == ["new.md"])
    }

    @Test func aNewerQuestionOfTheSameKeyDropsTheOlder() throws {
      let under = try SessionUnderTest(folder)
      defer { under.session.end() }
      let (begun, mayGo) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      let running = Waiting<Answer<Int>>()
      let waiting = Waiting<Answer<Int>>()
      under.session.ask(
        Question(key: "k") { reader in
          begun.signal()
          mayGo.wait()
          try reader.cancellation?.check()
          return 1
        }
      ) { running.put($0) }
      begun.wait()
      under.session.ask(
        // On another worker it may have begun before the next one is asked.
        Question(key: "k") { reader in
          mayGo.wait()
          try reader.cancellation?.check()
          return 2
        }
      ) { waiting.put($0) }
      let last = Waiting<Answer<Int>>()
      under.session.ask(Question(key: "k") { _ in 3 }) { last.put($0) }
      mayGo.signal()
      mayGo.signal()
      #expect(throws: CancelledError.self) { try waiting.value() }
      #expect(throws: CancelledError.self) { try running.value() }
      #expect(try last.value().value == 3)
    }

    @Test func aChangeThatIsBeingCarriedOutIsNotCancelled() throws {
      let cancellation = Cancellation()
      try cancellation.commit()
      cancellation.cancel()
      #expect(!cancellation.isCancelled)
      let other = Cancellation()
      other.cancel()
      #expect(throws: CancelledError.self) { try other.commit() }
    }

    @Test func asksFromTasks() async throws {
      let under = try SessionUnderTest(folder, threads: 2)
      let count = try await under.session.ask(Question { try $0.list(Query()).total })
      #expect(count.value == 2)
      let session = under.session
      let task = Task { try await session.ask(Question { try $0.list(Query()).total }) }
      task.cancel()
      switch await task.result {
      case .success(let answer): #expect(answer.value == 2)
      case .failure(let error): #expect(error is CancelledError)
      }
    }

    @Test func eventsComeAsASequence() async throws {
      let under = try SessionUnderTest(folder)
      let stream = try under.session.events().stream
      for await event in stream where event == .freshness(.vouched) { break }
      under.session.end()
      // It ends with the session.
      for await _ in stream {}
    }

    @Test func aSlowListenerGetsOneEventOfEachKind() throws {
      let events = try SessionEvents()
      for number in 0..<5_000 {
        events.put(.notes(.some(.init(changed: [NotePath("\(number % 10).md")]))))
        events.put(.building(done: number, total: 5_000))
        events.put(.notice([VaultNotice("notice \(number)")]))
      }
      let taken = events.take()
      #expect(taken.count == 3)
      #expect(taken.contains(.building(done: 4_999, total: 5_000)))
      #expect(taken.contains(.notes(.some(.init(changed: (0..<10).map { NotePath("\($0).md") })))))
      #expect(events.take().isEmpty)
    }

    @Test func anotherDayIsTold() throws {
      let test = try VaultUnderTest(folder).withRuntimeFolder()
      let begun = ContinuousClock.now
      let midnight = VaultEnvironment.fixed(VaultUnderTest.today).now.addingTimeInterval(43_200)
      let under = try SessionUnderTest(folder, test) {
        // Its clock stands shortly before midnight, and runs.
        var environment = VaultEnvironment.fixed(VaultUnderTest.today)
        environment.variables = test.environment.variables
        let passed = (ContinuousClock.now - begun) / .seconds(1)
        environment.now = midnight.addingTimeInterval(passed - 1)
        return environment
      }
      defer { under.session.end() }
      let before = try under.ask(Question { $0.environment.today })
      try under.wait("day") { $0 == .day(VaultUnderTest.today.adding(days: 1)) }
      let after = try under.ask(Question { $0.environment.today })
      #expect(before.stamp < after.stamp)
    }

    @Test func aClockThatIsSetBackIsTold() throws {
      let test = try VaultUnderTest(folder).withRuntimeFolder()
      let told = Waiting<CivilDate>()
      let setBack = Mutex(0.0)
      let begun = ContinuousClock.now
      let midnight = VaultEnvironment.fixed(VaultUnderTest.today).now.addingTimeInterval(43_200)
      let clock = try DayClock {
        var environment = test.environment
        environment.timeZone = .gmt
        let passed = (ContinuousClock.now - begun) / .seconds(1)
        environment.now = midnight.addingTimeInterval(passed - 0.5 + setBack.withLock { $0 })
        return environment
      } tell: {
        told.put(.success($0))
      }
      let ended = DispatchSemaphore(value: 0)
      Thread {
        clock.run()
        ended.signal()
      }.start()
      setBack.withLock { $0 = -86_400 }
      _ = try told.value()
      clock.end()
      #expect(ended.wait(timeout: .now() + SessionUnderTest.patience) == .success)
    }

    @Test func theNamesAreMadeAndMended() throws {
      let under = try SessionUnderTest(folder, prepares: true)
      defer { under.session.end() }
      try under.waitUntilVouched()
      try folder.write("# Gamma ray\n", to: "g.md")
      let deadline = Date(timeIntervalSinceNow: SessionUnderTest.patience)
      func isFound(_ typed: String = "gamray") -> Bool {
        under.session.names?.matches(typed, limit: 5).map(\.note.path) == ["g.md"]
      }
      while !isFound(), Date() < deadline { usleep(5_000) }
      #expect(isFound())
      // The title in an editor is what people look for, for as long as it is there.
      under.session.setOverlays([Overlay(path: "g.md", bytes: Array("# Psychro\n".utf8), version: 1, modified: 0)])
      while !isFound("psychr"), Date() < deadline { usleep(5_000) }
      #expect(isFound("psychr"))
      under.session.setOverlays([])
      while !isFound(), Date() < deadline { usleep(5_000) }
      #expect(isFound())
    }

    @Test func changesAreMadeOneAfterTheOther() async throws {
      try folder.write("- [ ] one\n- [ ] two\n- [ ] three\n", to: "tasks.md")
      let under = try SessionUnderTest(folder)
      let session = under.session
      try await withThrowingTaskGroup(of: Void.self) { group in
        for line in 1...3 {
          group.addTask { _ = try await session.ask(.change { try $0.completeTasks(["tasks:\(line)"]) }) }
        }
        try await group.waitForAll()
      }
      let text = String(decoding: try folder.bytes(of: "tasks.md"), as: UTF8.self)
      #expect(text.components(separatedBy: "[x]").count == 4)
    }

    @Test func endingLeavesNothingBehind() throws {
      let test = try VaultUnderTest(folder).withRuntimeFolder()
      // Once it is there, so that it is asked.
      let socket = WatchSocket(root: folder.path, environment: test.environment.variables, makes: true)
      for round in 0..<20 {
        let under = try SessionUnderTest(folder, test: test)
        // Sometimes in the midst of its first look.
        if round.isMultiple(of: 2) { try under.waitUntilVouched() }
        under.session.end()
        #expect(try socket.watcherProcess == nil)
        #expect(throws: CancelledError.self) { try under.paths("alpha") }
      }
      #expect(try socket.lock() != nil)
    }

    @Test func itsLastOwnerEndsIt() throws {
      let test = try VaultUnderTest(folder).withRuntimeFolder()
      var under: SessionUnderTest? = try SessionUnderTest(folder, test: test)
      try under?.waitUntilVouched()
      under = nil
      let deadline = Date(timeIntervalSinceNow: SessionUnderTest.patience)
      let socket = WatchSocket(root: folder.path, environment: test.environment.variables)
      while try socket.watcherProcess != nil, Date() < deadline { usleep(5_000) }
      #expect(try socket.watcherProcess == nil)
    }
  }
#endif
