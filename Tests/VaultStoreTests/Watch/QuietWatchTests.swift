#if canImport(Glibc)
  import Foundation
  import Testing
  import VaultCore
  import VaultPlatform
  import VaultTestSupport

  @testable import VaultStore

  /// Answers of a watcher to its own process.
  @Suite(.enabled(if: WatcherUnderTest.isPossible)) struct QuietWatchTests {
    private let folder: TemporaryFolder
    private let test: VaultUnderTest

    init() throws {
      folder = try TemporaryFolder()
      test = try VaultUnderTest(folder).withRuntimeFolder()
      try folder.write("alpha\n", to: "a.md")
    }

    /// Asks until there is an answer: from time to time there is none on purpose.
    private func state(_ quiet: QuietWatch, _ key: String) throws -> WatchedState {
      let deadline = Date(timeIntervalSinceNow: SessionUnderTest.patience)
      while Date() < deadline {
        if let state = quiet.state(key: key) { return state }
        usleep(5_000)
      }
      throw SessionUnderTest.TestFailure(description: "nothing is vouched for")
    }

    @Test func itAnswersUntilSomethingHappens() throws {
      let watcher = try WatcherUnderTest(test, mounts: .none)
      defer { watcher.end() }
      let quiet = try #require(watcher.quiet)
      let key = try #require(try test.vault().vault.watchKey())
      let first = try state(quiet, key)
      #expect(try watcher.state() == first)
      #expect(quiet.state(key: key + "x") == nil)
      for number in 0..<50 {
        let before = try state(quiet, key)
        // At once, and whether or not the watcher has heard of it.
        try folder.write("alpha \(number)\n", to: "\(number % 7).md")
        #expect(quiet.state(key: key) != before)
        #expect(try state(quiet, key).generation > before.generation)
      }
      let last = try state(quiet, key)
      try folder.remove("a.md")
      #expect(quiet.state(key: key) != last)
      #expect(try state(quiet, key) == watcher.state())
    }

    @Test func whatNoEventTellsOfIsSeen() throws {
      let outside = try TemporaryFolder()
      try outside.write("linked\n", to: "l.md")
      #expect(symlink(outside.absolute("l.md"), folder.absolute("link.md")) == 0)
      #expect(link(folder.absolute("a.md"), outside.absolute("other.md")) == 0)
      let watcher = try WatcherUnderTest(test, mounts: .none)
      defer { watcher.end() }
      let quiet = try #require(watcher.quiet)
      let key = try #require(try test.vault().vault.watchKey())
      let before = try state(quiet, key)
      // By its other name, which lies where nobody watches.
      try outside.write("alpha by another name\n", to: "other.md")
      #expect(quiet.state(key: key) == nil)
      #expect(try watcher.state()?.generation != before.generation)
    }

    @Test func aSessionReadsWhatWasJustWritten() throws {
      let under = try SessionUnderTest(folder, test: test)
      defer { under.session.end() }
      try under.waitUntilVouched()
      for number in 0..<100 {
        try folder.write("word\(number) here\n", to: "Sub \(number % 9)/\(number).md")
        #expect(try under.paths("word\(number)").value == ["Sub \(number % 9)/\(number).md"])
      }
    }
  }
#endif
