import Synchronization
import VaultPlatform

/// Carries what a refresh found to the thread that waits for several things at once.
final class FinishedRefresh: Sendable {
  private let pipe: WakePipe
  private let result = Mutex<WatchRefresh?>(nil)
  private let progress = Mutex(Progress())

  private struct Progress {
    var latest: (done: Int, total: Int)?
    var toldAt: ContinuousClock.Instant?
  }

  /// Progress is told for this many notes and more, and not more often than `pause`.
  private static let manyNotes = 512
  private static let pause = Duration.milliseconds(100)

  init() throws(WatchFailure) {
    do { pipe = try WakePipe() } catch { throw .system(error.code) }
  }

  /// Has something to read once there is something to take.
  var readable: CInt { pipe.readable }

  func put(_ refresh: WatchRefresh) {
    result.withLock { $0 = refresh }
    pipe.wake()
  }

  /// So many notes of so many have been read.
  func put(done: Int, total: Int) {
    guard total >= Self.manyNotes, done == total || done.isMultiple(of: 64) else { return }
    let isDue = progress.withLock { progress in
      let now = ContinuousClock.now
      if done < total, let toldAt = progress.toldAt, now - toldAt < Self.pause { return false }
      progress = Progress(latest: (done, total), toldAt: now)
      return true
    }
    if isDue { pipe.wake() }
  }

  func takeProgress() -> (done: Int, total: Int)? {
    progress.withLock { progress in
      defer { progress.latest = nil }
      return progress.latest
    }
  }

  func take() -> WatchRefresh? {
    pipe.clear()
    return result.withLock { result in
      defer { result = nil }
      return result
    }
  }
}
