import Foundation
import Synchronization
import Testing
import VaultCore
import VaultPlatform
import VaultTestSupport

@testable import VaultStore

@Suite(.serialized, .enabled(if: WatcherUnderTest.isPossible)) struct VaultSessionTests {
  @Test func answersBearTheStateTheyAreAbout() async throws {
    let test = try SessionUnderTest()
    defer { test.session.close() }
    let first = try await test.session.ask(SessionUnderTest.paths("alpha"))
    #expect(first.value == ["a.md"])
    let again = try await test.session.ask(SessionUnderTest.paths("alpha"))
    #expect(again.stamp >= first.stamp)
    try test.folder.write("alpha and beta\n", to: "Sub/b.md")
    let second = try await test.session.ask(SessionUnderTest.paths("alpha"))
    #expect(second.value == ["Sub/b.md", "a.md"])
    #expect(second.stamp > first.stamp)
  }

  @Test func aSaveElsewhereIsHeard() throws {
    let test = try SessionUnderTest()
    defer { test.session.close() }
    try test.becomeFresh()
    try test.folder.write("gamma\n", to: "c.md")
    let added = NoteChanges.some(NoteChanges.Paths(added: ["c.md"]))
    try test.hear("event of c.md") { $0 == .notes(added) }
    try test.folder.move("c.md", to: "Sub/d.md")
    let moved = NoteChanges.some(NoteChanges.Paths(moved: [NoteChanges.Move(from: "c.md", to: "Sub/d.md")]))
    try test.hear("event of a move") { $0 == .notes(moved) }
  }

  @Test func manyChangesAreOneEvent() async throws {
    let test = try SessionUnderTest()
    defer { test.session.close() }
    try test.becomeFresh()
    for number in 0..<1_200 { try test.folder.write("x\n", to: "many/\(number).md") }
    // By the answer the watcher has taken in all of them.
    #expect(try await test.session.ask(SessionUnderTest.paths("x")).value.count == 1_200)
    let heard = try test.hear("event of many notes") { if case .notes = $0 { true } else { false } }
    #expect(heard.filter { if case .notes = $0 { true } else { false } } == [.notes(.many)])
  }

  @Test func newerQuestionsDropOlderOnesOfTheirKey() async throws {
    let test = try SessionUnderTest()
    defer { test.session.close() }
    let begun = DispatchSemaphore(value: 0)
    let outcomes = Mutex<[String]>([])
    @Sendable func note(_ name: String) -> @Sendable (Result<SessionAnswer<Int>, any Error>) -> Void {
      { result in
        outcomes.withLock { outcomes in
          switch result {
          case .success(let answer): outcomes.append("\(name) \(answer.value)")
          case .failure(let error): outcomes.append("\(name) \(type(of: error))")
          }
        }
      }
    }
    let endless = Question(key: "typed") { reader -> Int in
      begun.signal()
      // Only the cancellation ends it.
      while true { _ = try reader.search(try QueryParser(context: reader.vault.queryContext).parse("alpha")) }
    }
    test.session.ask(endless, then: note("running"))
    begun.wait()
    test.session.ask(Question(key: "typed") { _ in 1 }, then: note("waiting"))
    test.session.ask(Question(key: "typed") { _ in 2 }, then: note("newest"))
    let other = try await test.session.ask(Question(key: "other") { _ in 3 })
    #expect(other.value == 3)
    #expect(outcomes.withLock { $0 } == ["running CancelledError", "waiting CancelledError", "newest 2"])
  }

  @Test func cancelledTasksDropTheirQuestions() async throws {
    let test = try SessionUnderTest()
    defer { test.session.close() }
    let begun = DispatchSemaphore(value: 0)
    let session = test.session
    let task = Task {
      try await session.ask(
        Question { reader -> Int in
          begun.signal()
          while true { _ = try reader.search(try QueryParser(context: reader.vault.queryContext).parse("beta")) }
        })
    }
    await Task.detached { begun.wait() }.value
    task.cancel()
    await #expect(throws: CancelledError.self) { try await task.value }
    #expect(try await test.session.ask(SessionUnderTest.paths("beta")).value == ["Sub/b.md"])
  }

  @Test func changesRunOneAfterTheOtherAndAreHeard() async throws {
    let test = try SessionUnderTest(["a.md": "- [ ] one\n- [ ] two\n"])
    defer { test.session.close() }
    try test.becomeFresh()
    let session = test.session
    try await withThrowingTaskGroup(of: Void.self) { group in
      for line in [1, 2] {
        group.addTask { _ = try await session.change { try $0.completeTasks(["a:\(line)"]) } }
      }
      try await group.waitForAll()
    }
    #expect(
      String(decoding: try test.folder.bytes(of: "a.md"), as: UTF8.self).components(separatedBy: "[x]").count == 3)
    let changed = NoteChanges.some(NoteChanges.Paths(changed: ["a.md"]))
    try test.hear("event of the change") { $0 == .notes(changed) }
  }

  @Test func theConfigurationIsReadAgain() async throws {
    let test = try SessionUnderTest()
    defer { test.session.close() }
    let before = try await test.session.ask(Question { $0.configuration.ignore }).stamp
    try test.folder.write("ignore: [Sub]\n", to: ".vault/config.yaml")
    let after = try await test.session.ask(SessionUnderTest.paths("beta"))
    #expect(after.value == [] && after.stamp > before)
    try test.hear("event of the configuration") { $0 == .configuration }
    // Half of a file that is being written: what is left of it holds, and nothing fails.
    try test.folder.write("ignore: [Su", to: ".vault/config.yaml")
    #expect(try await test.session.ask(SessionUnderTest.paths("alpha")).value == ["a.md"])
    try test.folder.write("ignore: []\n", to: ".vault/config.yaml")
    #expect(try await test.session.ask(SessionUnderTest.paths("beta")).value == ["Sub/b.md"])
  }

  @Test func aSecondSessionTakesThePlaceOfTheFirst() async throws {
    let test = try SessionUnderTest()
    try test.becomeFresh()
    let second = try SessionUnderTest.session(test.test)
    defer { second.close() }
    let listener = try second.listen()
    try test.hear("word of the first's watcher", on: listener) { $0 == .freshness(hindrance: nil) }
    test.session.close()
    // It listens anew, to its own, and cannot know what it has missed.
    try test.hear("word of its own watcher", on: listener) { $0 == .notes(.many) }
    try test.hear("word of its own watcher", on: listener) { $0 == .freshness(hindrance: nil) }
    try test.folder.write("gamma\n", to: "c.md")
    #expect(try await second.ask(SessionUnderTest.paths("gamma")).value == ["c.md"])
    try test.hear("event of c.md", on: listener) { if case .notes = $0 { true } else { false } }
  }

  @Test func aStoppedWatcherIsNotStartedAgain() async throws {
    let test = try SessionUnderTest()
    defer { test.session.close() }
    try test.becomeFresh()
    #expect(try test.test.vault().vault.stopWatcher())
    try test.hear("end of the watcher") { $0 == .freshness(hindrance: "the watcher was stopped") }
    #expect(try !Self.isWatched(test))
    try test.folder.write("gamma\n", to: "c.md")
    #expect(try await test.session.ask(SessionUnderTest.paths("gamma")).value == ["c.md"])
  }

  @Test func aFolderThatGoesAndComesBackIsHeard() async throws {
    let test = try SessionUnderTest()
    defer { test.session.close() }
    try test.becomeFresh()
    let elsewhere = test.folder.path + "-elsewhere"
    try FileManager.default.moveItem(atPath: test.folder.path, toPath: elsewhere)
    try test.hear("loss of the folder") { $0 == .gone(true) }
    await #expect(throws: (any Error).self) { try await test.session.ask(SessionUnderTest.paths("alpha")) }
    try FileManager.default.moveItem(atPath: elsewhere, toPath: test.folder.path)
    try test.hear("return of the folder") { $0 == .gone(false) }
    #expect(try await test.session.ask(SessionUnderTest.paths("alpha")).value == ["a.md"])
  }

  @Test(arguments: ["deleted", "cut", "of another version"]) func aSpoiltIndexIsMadeAnew(_ harm: String) async throws {
    let test = try SessionUnderTest()
    defer { test.session.close() }
    try test.becomeFresh()
    let index = try test.test.indexPath()
    switch harm {
    case "deleted": try FileManager.default.removeItem(atPath: index)
    case "cut": #expect(truncate(index, 4_096) == 0)
    default:
      let file = try FileHandle(forWritingTo: URL(fileURLWithPath: index))
      // The user version of SQLite's header.
      try file.seek(toOffset: 60)
      try file.write(contentsOf: Data([0, 0, 0, 1]))
      try file.close()
    }
    #expect(try await test.session.ask(SessionUnderTest.paths("alpha")).value == ["a.md"])
    #expect(try await test.session.ask(SessionUnderTest.paths("beta")).value == ["Sub/b.md"])
  }

  @Test func namesAreGatheredAndMended() throws {
    let test = try SessionUnderTest()
    defer { test.session.close() }
    func found(_ typed: String) -> [String] {
      (test.session.names?.matches(typed, limit: 9) ?? []).map(\.note.path.text)
    }
    func waitFor(_ typed: String, _ paths: [String]) throws {
      let deadline = ContinuousClock.now + .seconds(60)
      while found(typed) != paths {
        guard ContinuousClock.now < deadline else {
          throw WatcherUnderTest.TestFailure(description: "\(typed): \(found(typed))")
        }
        usleep(2_000)
      }
    }
    try waitFor("alph", ["a.md"])
    try test.folder.write("# Omega\n", to: "o.md")
    try waitFor("omeg", ["o.md"])
    test.session.overlay("o.md", with: Overlay(path: "o.md", bytes: Array("# Psychro\n".utf8), version: 1, modified: 0))
    try waitFor("psychr", ["o.md"])
    test.session.overlay("o.md", with: nil)
    try waitFor("omeg", ["o.md"])
  }

  @Test func eventsComeAsASequenceToo() async throws {
    let test = try SessionUnderTest()
    let listener = test.listener
    let task = Task {
      var events: [SessionEvent] = []
      for await some in listener.events { events += some }
      return events
    }
    _ = try await test.session.ask(SessionUnderTest.paths("alpha"))
    let other = try test.session.listen()
    try test.folder.write("gamma\n", to: "c.md")
    try test.hear("event of c.md", on: other) { if case .notes = $0 { true } else { false } }
    test.session.close()
    // Ends with the session.
    #expect(await task.value.contains { if case .notes = $0 { true } else { false } })
  }

  @Test func closingLeavesNothingBehind() async throws {
    let test = try SessionUnderTest()
    try test.becomeFresh()
    test.session.close()
    await #expect(throws: CancelledError.self) { try await test.session.ask(SessionUnderTest.paths("alpha")) }
    let before = Self.held
    for round in 0..<20 {
      let session = try SessionUnderTest.session(test.test)
      if round.isMultiple(of: 2) { _ = try await session.ask(SessionUnderTest.paths("alpha")) }
      session.close()
      #expect(try !Self.isWatched(test))
    }
    // A thread that has ended may be counted for a moment.
    let deadline = ContinuousClock.now + .seconds(60)
    while Self.held.threads > before.threads + 4, ContinuousClock.now < deadline { usleep(10_000) }
    #expect(Self.held.threads <= before.threads + 4 && Self.held.descriptors <= before.descriptors + 8)
  }

  private static func isWatched(_ test: SessionUnderTest) throws -> Bool {
    if case .none = try test.test.vault().vault.watcher() { false } else { true }
  }

  /// Threads and descriptors of this process; other tests hold some, too.
  private static var held: (threads: Int, descriptors: Int) {
    func count(_ folder: String) -> Int {
      do { return try FileManager.default.contentsOfDirectory(atPath: folder).count } catch { return 0 }
    }
    return (count("/proc/self/task"), count("/proc/self/fd"))
  }

  /// Each answer is what the files said at some moment between the question and the answer.
  @Test(arguments: 0..<2) func answersAreTrueBesideChanges(_ seed: Int) async throws {
    let test = try SessionUnderTest()
    defer { test.session.close() }
    // One writer counts up in a note; the number in it only grows.
    let folder = test.folder
    let ended = DispatchSemaphore(value: 0)
    try folder.write("count n0\n", to: "n.md")
    let writer = Writer()
    Thread {
      var number = 0
      while !writer.stop.load(ordering: .sequentiallyConsistent) {
        number += 1
        do { try folder.write("count n\(number)\n", to: "n.md") } catch { break }
        writer.written.store(number, ordering: .sequentiallyConsistent)
        usleep(UInt32(500 + seed * 3_000))
      }
      ended.signal()
    }.start()
    for _ in 0..<100 {
      let least = writer.written.load(ordering: .sequentiallyConsistent)
      let answer = try await test.session.ask(
        Question { reader in
          try reader.search(try QueryParser(context: reader.vault.queryContext).parse("count")).hits
            .first?.record.snippet ?? ""
        })
      let most = writer.written.load(ordering: .sequentiallyConsistent) + 1
      let number = Int(answer.value.drop { !$0.isNumber }) ?? -1
      // A file that is being written may be read empty.
      if answer.value.isEmpty { continue }
      #expect((least...most).contains(number), "\(answer.value): \(least)...\(most)")
    }
    writer.stop.store(true, ordering: .sequentiallyConsistent)
    ended.wait()
  }

  private final class Writer: Sendable {
    let written = Atomic(0)
    let stop = Atomic(false)
  }
}
