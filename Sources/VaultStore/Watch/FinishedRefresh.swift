import Synchronization
import VaultPlatform

/// Carries what a refresh found to the thread that waits for several things at once.
final class FinishedRefresh: Sendable {
  private let pipe: WakePipe
  private let state = Mutex(State())

  private struct State {
    var result: WatchRefresh?
    var progress: (done: Int, total: Int)?
    var notices: [VaultNotice] = []
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
    state.withLock { $0.result = refresh }
    pipe.wake()
  }

  /// What somebody besides has found.
  func put(_ notice: VaultNotice) {
    state.withLock { $0.notices.append(notice) }
    pipe.wake()
  }

  /// So many notes of so many have been read.
  func put(done: Int, total: Int) {
    guard total >= Self.manyNotes, done == total || done.isMultiple(of: 64) else { return }
    let isDue = state.withLock { state in
      let now = ContinuousClock.now
      if done < total, let toldAt = state.toldAt, now - toldAt < Self.pause { return false }
      (state.progress, state.toldAt) = ((done, total), now)
      return true
    }
    if isDue { pipe.wake() }
  }

  /// What has come since this was asked last.
  func take() -> (refresh: WatchRefresh?, progress: (done: Int, total: Int)?, notices: [VaultNotice]) {
    pipe.clear()
    return state.withLock { state in
      defer { (state.result, state.progress, state.notices) = (nil, nil, []) }
      return (state.result, state.progress, state.notices)
    }
  }
}
