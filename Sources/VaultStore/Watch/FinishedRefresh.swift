import Synchronization
import VaultPlatform

/// Carries what a refresh found to the thread that waits for several things at once.
final class FinishedRefresh: Sendable {
  private let pipe: WakePipe
  private let result = Mutex<WatchRefresh?>(nil)

  init() throws(WatchFailure) {
    do { pipe = try WakePipe() } catch { throw .system(error.code) }
  }

  /// Has something to read once there is something to take.
  var readable: CInt { pipe.readable }

  func put(_ refresh: WatchRefresh) {
    result.withLock { $0 = refresh }
    pipe.wake()
  }

  func take() -> WatchRefresh? {
    pipe.clear()
    return result.withLock { result in
      defer { result = nil }
      return result
    }
  }
}
