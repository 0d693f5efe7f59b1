import Foundation
import Synchronization
import VaultCore

/// What the vault's folders hold: a scan that runs while the index is being opened, or a watcher's word that spares it.
final class PendingScan {
  /// What a watcher says the index has to hold, instead of a scan.
  private(set) var vouched: WatchedState?
  private let scanner: Scanner?
  private let timing: PhaseTiming
  private let askAgain: () -> WatchedState?
  /// When the scan began, in nanoseconds since 1970.
  private(set) var startedAt: Int64 = 0
  private let box = ResultBox()
  private let done = DispatchSemaphore(value: 0)
  private var isStarted = false
  private var finished: Result<ScanResult, ScanError>?

  /// Begins to scan, unless a watcher vouches for what there is. `watchedState` asks it, the second time for what it
  /// finds in the index from then on.
  init(
    _ scanner: Scanner, timing: PhaseTiming = .off,
    watchedState: @escaping (_ verified: Bool) -> WatchedState? = { _ in nil }
  ) {
    self.scanner = scanner
    self.timing = timing
    askAgain = { watchedState(true) }
    vouched = timing.measure(.watcher) { watchedState(false) }
    if vouched == nil { start() }
  }

  /// One that has been made.
  init(found: ScanResult, at startedAt: Int64) {
    scanner = nil
    timing = .off
    askAgain = { nil }
    self.startedAt = startedAt
    isStarted = true
    finished = .success(found)
  }

  private func start() {
    guard !isStarted, let scanner else { return }
    isStarted = true
    startedAt = Scanner.clock()
    let (box, done, timing) = (box, done, timing)
    Thread {
      let result = Result { () throws(ScanError) in
        try timing.measureBeside(.scan) { () throws(ScanError) in try scanner.scan() }
      }
      box.value.withLock { $0 = result }
      done.signal()
    }.start()
  }

  /// Asks the watcher to look into the index, which is not in the state that it vouched for: others have written to it.
  /// Begins to scan where it has no other word on it, and returns false then.
  func askWatcherAgain() -> Bool {
    vouched = timing.measure(.watcher) { askAgain() }
    if vouched == nil { start() }
    return vouched != nil
  }

  /// The result, once it is there, whatever a watcher says; to be asked for on one thread.
  func wait() throws -> ScanResult {
    start()
    vouched = nil
    if finished == nil {
      try timing.measure(.wait) { try waitUntilDone() }
      finished = box.value.withLock { $0 }
    }
    return try finished?.get() ?? ScanResult(folders: [], problems: [])
  }

  private func waitUntilDone() throws {
    guard let cancellation = scanner?.cancellation else { return done.wait() }
    while done.wait(timeout: .now() + .milliseconds(4)) == .timedOut { try cancellation.check() }
    // What a cancelled scan has found is not all.
    try cancellation.check()
  }

  /// What was passed over, as in `ScanResult`.
  func problems() throws -> [ScanProblem] {
    if let vouched { return vouched.problems }
    return try wait().problems
  }

  /// All symbolic links.
  func links() throws -> [NotePath] {
    if let vouched { return vouched.links }
    return try wait().links
  }

  private final class ResultBox: Sendable {
    let value = Mutex<Result<ScanResult, ScanError>?>(nil)
  }
}
