/// Wakes a thread that waits in `poll`: it has something to read from `wake` until `clear`, however often it was woken.
package final class WakePipe: Sendable {
  /// To be polled.
  package let readable: CInt
  private let writable: CInt

  /// A failure is the `errno` value.
  package init() throws(SystemFailure) {
    var ends: [CInt] = [-1, -1]
    guard pipe(&ends) == 0 else { throw SystemFailure(code: errno) }
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

  /// Where the pipe is full, it has enough to read already.
  package func wake() {
    var byte: UInt8 = 1
    _ = retrying { write(writable, &byte, 1) }
  }

  package func clear() {
    var bytes = [UInt8](repeating: 0, count: 64)
    while retrying({ read(readable, &bytes, 64) }) == 64 {}
  }
}
