import Foundation
import Synchronization
import Testing
import VaultPlatform
import VaultTestSupport

@testable import VaultStore

/// The watcher of a vault, on a thread of its own. It ends with this value.
final class WatcherUnderTest {
  private struct State {
    var ending: VaultWatcher.Ending?
    var error: String?
    var hindrances: [String?] = []
    var refreshes: [IndexChanges] = []
    var notices: [String] = []
    var quiet: QuietWatch?
  }

  private final class Box: Sendable {
    let state = Mutex(State())
    let begun = DispatchSemaphore(value: 0)
    let ended = DispatchSemaphore(value: 0)
  }

  private let box = Box()
  private let test: VaultUnderTest
  private let stop = Pipe()
  private var hasEnded = false

  /// Whether the system tells of changes where these tests put their vaults.
  static let isPossible: Bool = {
    do {
      let folder = try TemporaryFolder()
      let descriptor = open(folder.path, O_RDONLY)
      defer { close(descriptor) }
      return FileSystem.tellsChanges(descriptor)
    } catch {
      return false
    }
  }()

  /// Returns once its socket is there. Its first look is made `after` that. `mounts`: other tests mount something at any
  /// time, and each mount makes it look again.
  init(_ test: VaultUnderTest, after go: DispatchSemaphore? = nil, mounts: MountTable = MountTable()) throws {
    self.test = test
    let (box, end) = (box, stop.fileHandleForReading.fileDescriptor)
    Thread {
      do {
        let notice: (VaultWatcher.Notice) -> Void = { notice in
          box.state.withLock { state in
            switch notice {
            case .ready: break
            case .refreshed(let changes, _): state.refreshes.append(changes)
            case .told(let told): state.notices.append(told.message)
            case .hindered(let reason): state.hindrances.append(reason)
            }
          }
        }
        let watcher = try VaultWatcher(
          test.vault().vault, version: "test", mounts: mounts, notice: notice, news: nil)
        box.state.withLock { $0.quiet = watcher.quiet }
        box.begun.signal()
        go?.wait()
        let ending = try watcher.run(until: end)
        box.state.withLock { $0.ending = ending }
      } catch {
        box.state.withLock { $0.error = "\(error)" }
        box.begun.signal()
      }
      box.ended.signal()
    }.start()
    box.begun.wait()
  }

  deinit { end() }

  func end() {
    if hasEnded { return }
    stop.fileHandleForWriting.write(Data([1]))
    waitForEnd()
  }

  func waitForEnd() {
    box.ended.wait()
    hasEnded = true
  }

  var ending: VaultWatcher.Ending? { box.state.withLock { $0.ending } }
  var error: String? { box.state.withLock { $0.error } }
  /// What it told.
  var hindrances: [String?] { box.state.withLock { $0.hindrances } }
  var refreshes: [IndexChanges] { box.state.withLock { $0.refreshes } }
  var notices: [String] { box.state.withLock { $0.notices } }

  /// What answers in this process.
  var quiet: QuietWatch? { box.state.withLock { $0.quiet } }

  func status() throws -> WatchStatus {
    guard case .running(let status) = try test.vault().vault.watcher() else {
      throw TestFailure(description: "the watcher does not answer: \(error ?? "no error")")
    }
    return status
  }

  /// What it vouches for, once it has taken in all that has happened. On a busy machine it may be late, and is asked again;
  /// nil once it has ended.
  func state() throws -> WatchedState? {
    let vault = try test.vault().vault
    let deadline = Date(timeIntervalSinceNow: SessionUnderTest.patience)
    while Date() < deadline {
      if let state = vault.watchedState(verified: false) { return state }
      if box.state.withLock({ $0.ending != nil || $0.error != nil }) { return nil }
      usleep(5_000)
    }
    return nil
  }

  struct TestFailure: Error, CustomStringConvertible { let description: String }
}

extension VaultUnderTest {
  /// With a folder for sockets of its own.
  func withRuntimeFolder() throws -> VaultUnderTest {
    var test = self
    try cache.makeFolder("run")
    test.environment.variables["XDG_RUNTIME_DIR"] = cache.absolute("run")
    return test
  }
}
