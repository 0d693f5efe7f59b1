import Synchronization
import VaultPlatform

/// Carries what a refresh found to the thread that waits for several things at once.
final class FinishedRefresh: Sendable {
  /// Has something to read once there is something to take.
  let readable: CInt
  private let writable: CInt
  private let result = Mutex<WatchRefresh?>(nil)

  init() throws(WatchFailure) {
    var ends: [CInt] = [-1, -1]
    guard pipe(&ends) == 0 else { throw .system(errno) }
    (readable, writable) = (ends[0], ends[1])
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
  }

  deinit {
    close(readable)
    close(writable)
  }

  func put(_ refresh: WatchRefresh) {
    result.withLock { $0 = refresh }
    var byte: UInt8 = 1
    _ = retrying { write(writable, &byte, 1) }
  }

  func take() -> WatchRefresh? {
    var byte: UInt8 = 0
    _ = retrying { read(readable, &byte, 1) }
    return result.withLock { result in
      defer { result = nil }
      return result
    }
  }
}
