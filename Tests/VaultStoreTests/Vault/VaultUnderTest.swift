import Foundation
import Synchronization
import VaultCore
import VaultTestSupport

@testable import VaultStore

/// A vault with a cache of its own, and all that it told.
struct VaultUnderTest: Sendable {
  let root: String
  /// Outside the vault: the user's cache, and in it the user's state.
  let cache: TemporaryFolder
  let notices = Notices()
  var environment: VaultEnvironment

  static let today = CivilDate(year: 2026, month: 3, day: 12) ?? CivilDate(dayNumber: 0)

  init(root: String, cache: TemporaryFolder? = nil) throws {
    self.root = root
    self.cache = try cache ?? TemporaryFolder()
    environment = VaultEnvironment.fixed(Self.today, timeZone: TimeZone(secondsFromGMT: 3_600) ?? .gmt)
    environment.variables = [
      "XDG_CACHE_HOME": self.cache.path, "XDG_STATE_HOME": self.cache.absolute("state"),
    ]
  }

  init(_ folder: TemporaryFolder, cache: TemporaryFolder? = nil) throws {
    try self.init(root: folder.path, cache: cache)
  }

  func vault(noIndex: Bool = false, timing: PhaseTiming = .off) throws -> OpenVault {
    let notices = notices
    var listener = VaultListener()
    listener.notice = { notices.add($0.message) }
    let vault = try Vault(
      location: VaultLocation(root: root, marker: .none), environment: environment,
      options: Vault.Options(noIndex: noIndex, timing: timing), notice: listener.notice)
    return OpenVault(vault: vault, listener: listener)
  }

  func indexPath() throws -> String { try vault().indexPath ?? "" }

  /// The path of the index relative to the cache.
  func indexName() throws -> String { String(try indexPath().dropFirst(cache.path.count + 1)) }

  func query(_ text: String) throws -> Query {
    try QueryParser(context: QueryContext(today: environment.today)).parse(text)
  }

  /// The paths that a search finds, by path.
  func paths(_ text: String, noIndex: Bool = false) throws -> [String] {
    try vault(noIndex: noIndex).read { try $0.search(query(text), options: SearchOptions(linesPerHit: 0)) }.hits
      .map(\.record.path.text).sorted()
  }

  final class Notices: Sendable {
    private let messages = Mutex<[String]>([])

    func add(_ message: String) { messages.withLock { $0.append(message) } }
    var all: [String] { messages.withLock { $0 } }
    func clear() { messages.withLock { $0 = [] } }
  }
}
