import Foundation
import Synchronization
import Testing
import VaultCore
import VaultPlatform
import VaultTestSupport

@testable import VaultStore

/// A session on a folder of its own. Close it at the end of the test.
struct SessionUnderTest {
  let folder: TemporaryFolder
  let test: VaultUnderTest
  let session: VaultSession
  let listener: SessionListener

  init(_ files: [String: String] = ["a.md": "# Alpha\n\nalpha\n", "Sub/b.md": "beta\n"]) throws {
    folder = try TemporaryFolder()
    for (path, text) in files { try folder.write(text, to: path) }
    test = try VaultUnderTest(folder).withRuntimeFolder()
    session = try Self.session(test)
    listener = try session.listen()
  }

  static func session(_ test: VaultUnderTest, watches: Bool = true) throws -> VaultSession {
    var options = VaultSession.Options(version: "test")
    options.watches = watches
    let environment = test.environment
    return try VaultSession(
      VaultLocation(root: test.root, marker: .none), environment: { environment }, options: options)
  }

  /// Waits for an event that fits, and returns all that were heard until then. Fails after a minute.
  @discardableResult
  func hear(_ what: String, on other: SessionListener? = nil, _ fits: (SessionEvent) -> Bool) throws -> [SessionEvent] {
    let listener = other ?? listener
    let deadline = ContinuousClock.now + .seconds(60)
    var heard: [SessionEvent] = []
    while ContinuousClock.now < deadline {
      heard += listener.take() ?? []
      if heard.contains(where: fits) { return heard }
      var polled = pollfd(fd: listener.descriptor, events: Int16(POLLIN), revents: 0)
      _ = poll(&polled, 1, 1_000)
    }
    throw WatcherUnderTest.TestFailure(description: "no \(what) was heard, but \(heard)")
  }

  /// Waits until a watcher vouches for the vault.
  func becomeFresh() throws {
    try hear("word of a watcher") { $0 == .freshness(hindrance: nil) }
  }

  static func paths(_ text: String) -> Question<[String]> {
    Question { reader in
      let query = try QueryParser(context: QueryContext(today: VaultUnderTest.today)).parse(text)
      return try reader.search(query).hits.map(\.record.path.text).sorted()
    }
  }
}
