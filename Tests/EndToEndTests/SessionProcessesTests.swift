#if canImport(Glibc)
  import Foundation
  import Synchronization
  import Testing
  import VaultCore
  import VaultPlatform
  import VaultStore

  /// A vault held open beside processes that watch and rebuild it.
  @Suite(.serialized) struct SessionProcessesTests {
    private let sandbox: Sandbox
    private let session: VaultSession
    private let events: SessionEvents

    struct Failure: Error { let description: String }

    init() throws {
      sandbox = try Sandbox(notes: false)
      _ = try sandbox.run("printf 'alpha\\n' > a.md")
      // Only what is told of is of interest here, whoever watches.
      _ = try sandbox.run("vault watch --detach")
      var options = VaultSession.Options(version: "test")
      let variables = sandbox.environment
      options.environment = {
        var environment = VaultEnvironment.live
        environment.variables = variables
        return environment
      }
      options.prepares = false
      session = try VaultSession(VaultLocation(root: sandbox.vault, marker: .vault), options: options)
      events = try session.events()
    }

    private func wait(_ what: String, _ isMeant: (SessionEvent) -> Bool) throws {
      let deadline = Date(timeIntervalSinceNow: 60)
      while Date() < deadline {
        if events.take().contains(where: isMeant) { return }
        var polled = pollfd(fd: events.descriptor, events: Int16(POLLIN), revents: 0)
        _ = poll(&polled, 1, 500)
      }
      throw Failure(description: "no event: \(what)")
    }

    private func isOfNotes(_ event: SessionEvent) -> Bool {
      if case .notes = event { true } else { false }
    }

    private func count() throws -> Int {
      let result = Mutex<Result<Answer<Int>, any Error>?>(nil)
      let done = DispatchSemaphore(value: 0)
      session.ask(Question { try $0.list(Query()).total }) { answer in
        result.withLock { $0 = answer }
        done.signal()
      }
      guard done.wait(timeout: .now() + 60) == .success, let answer = result.withLock({ $0 }) else {
        throw Failure(description: "no answer")
      }
      return try answer.get().value
    }

    /// The process that watches.
    private func watcher() throws -> Int32 {
      let text = String(decoding: try sandbox.run("vault watch --status --json").output, as: UTF8.self)
      guard let match = text.firstMatch(of: /"process": ?(\d+)/), let process = Int32(match.1) else {
        throw Failure(description: "nobody watches: \(text)")
      }
      return process
    }

    @Test func aWatcherThatIsKilledIsReplaced() throws {
      defer { session.end() }
      try wait("vouched") { $0 == .freshness(.vouched) }
      #expect(try count() == 1)
      let process = try watcher()
      #expect(process != getpid())
      #expect(kill(process, SIGKILL) == 0)
      try wait("vouched again") { $0 == .freshness(.vouched) }
      #expect(try watcher() == getpid())
      _ = try sandbox.run("printf 'beta\\n' > b.md")
      try wait("notes", isOfNotes)
      #expect(try count() == 2)
    }

    @Test func aWatcherThatIsHaltedIsDoneWithout() throws {
      let process = try watcher()
      defer {
        session.end()
        kill(process, SIGKILL)
      }
      try wait("vouched") { $0 == .freshness(.vouched) }
      #expect(kill(process, SIGSTOP) == 0)
      _ = try sandbox.run("printf 'beta\\n' > b.md")
      // Finds out that nobody answers.
      #expect(try count() == 2)
      try wait("unvouched") { if case .freshness(.unvouched) = $0 { true } else { false } }
      _ = try sandbox.run("printf 'gamma\\n' > c.md")
      try wait("notes", isOfNotes)
      #expect(try count() == 3)
    }

    @Test func anotherProcessRebuildsTheIndex() throws {
      defer { session.end() }
      try wait("vouched") { $0 == .freshness(.vouched) }
      _ = try sandbox.run("vault watch --stop")
      for _ in 0..<3 {
        #expect(try sandbox.run("vault index --rebuild").status == 0)
        #expect(try count() == 1)
      }
    }
  }
#endif
