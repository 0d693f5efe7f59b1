/// Wakes a thread that waits for several descriptors at once.
package final class WakePipe: Sendable {
  /// Has something to read from `wake` on until `clear`.
  package let readable: CInt
  private let writable: CInt

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

  package func wake() {
    var byte: UInt8 = 1
    // A pipe that is full wakes as well.
    _ = retrying { write(writable, &byte, 1) }
  }

  package func clear() {
    var bytes = [UInt8](repeating: 0, count: 64)
    let size = bytes.count
    while retrying({ read(readable, &bytes, size) }) == size {}
  }
}
