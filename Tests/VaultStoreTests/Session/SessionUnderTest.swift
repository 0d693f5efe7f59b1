import Foundation
import Synchronization
import Testing
import VaultCore
import VaultPlatform
import VaultTestSupport

@testable import VaultStore

/// A vault held open, with a cache and a folder for sockets of its own.
struct SessionUnderTest {
  let folder: TemporaryFolder
  let test: VaultUnderTest
  let session: VaultSession
  let events: SessionEvents

  /// In seconds; what has not happened by then never will.
  static let patience = 60.0

  init(
    _ folder: TemporaryFolder, test: VaultUnderTest? = nil, threads: Int = 1, prepares: Bool = false,
    visible: VisibleVault? = nil
  ) throws {
    let test = try test ?? VaultUnderTest(folder).withRuntimeFolder()
    try self.init(
      folder, test, environment: { test.environment }, threads: threads, prepares: prepares, visible: visible)
  }

  init(
    _ folder: TemporaryFolder, _ test: VaultUnderTest, environment: @escaping @Sendable () -> VaultEnvironment,
    threads: Int = 1, prepares: Bool = false, visible: VisibleVault? = nil
  ) throws {
    (self.folder, self.test) = (folder, test)
    var options = VaultSession.Options(version: "test")
    options.environment = environment
    options.interactiveThreads = threads
    options.prepares = prepares
    options.visible = visible
    session = try VaultSession(VaultLocation(root: test.root, marker: .none), options: options)
    events = try session.events()
  }

  /// Waits for the answer.
  func ask<Value>(_ question: Question<Value>) throws -> Answer<Value> {
    let waiting = Waiting<Answer<Value>>()
    session.ask(question) { waiting.put($0) }
    return try waiting.value()
  }

  func paths(_ text: String, _ freshness: Question<[String]>.Freshness = .proven) throws -> Answer<[String]> {
    let query = try test.query(text)
    return try ask(
      Question(freshness: freshness) {
        try $0.search(query, options: SearchOptions(linesPerHit: 0)).hits.map(\.record.path.text).sorted()
      })
  }

  /// Waits for an event that `isMeant`, and gives all up to it. Fails where it does not come.
  @discardableResult
  func wait(_ what: String, _ isMeant: (SessionEvent) -> Bool) throws -> [SessionEvent] {
    var all: [SessionEvent] = []
    let deadline = Date(timeIntervalSinceNow: Self.patience)
    while Date() < deadline {
      let taken = events.take()
      all += taken
      if taken.contains(where: isMeant) { return all }
      var polled = pollfd(fd: events.descriptor, events: Int16(POLLIN), revents: 0)
      _ = poll(&polled, 1, 500)
    }
    throw TestFailure(description: "no event: \(what); there were \(all)")
  }

  func waitUntilVouched() throws {
    try wait("vouched") { $0 == .freshness(.vouched) }
    // What was asked before the watcher began is asked anew.
    _ = events.take()
  }

  /// Waits until a change is told by the names of its notes. What changes while a watcher looks for the first time is told as
  /// many notes, and that may be told after it vouches.
  func waitUntilChangesAreNamed() throws {
    try waitUntilVouched()
    try folder.write("later\n", to: "later.md")
    try wait("later.md") { if case .notes = $0 { true } else { false } }
  }

  struct TestFailure: Error, CustomStringConvertible { let description: String }
}

/// An answer that comes on another thread.
final class Waiting<Value: Sendable>: Sendable {
  private let result = Mutex<Result<Value, any Error>?>(nil)
  private let isThere = DispatchSemaphore(value: 0)

  func put(_ value: Result<Value, any Error>) {
    result.withLock { $0 = value }
    isThere.signal()
  }

  func value() throws -> Value {
    guard isThere.wait(timeout: .now() + SessionUnderTest.patience) == .success,
      let result = result.withLock({ $0 })
    else { throw SessionUnderTest.TestFailure(description: "no answer") }
    return try result.get()
  }
}
