/// Wakes a thread that waits for several descriptors at once.
package final class WakePipe: Sendable {
  /// Has something to read from `wake` on until `clear`.
  package let readable: CInt
  let writable: CInt

  package init() throws(SystemFailure) {
    var ends: [CInt] = [-1, -1]
    guard pipe(&ends) == 0 else { throw SystemFailure(code: errno) }
    (readable, writable) = (ends[0], ends[1])
    for end in ends { keepToItself(end) }
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

  /// What was written since it was asked last, 64 bytes at most.
  func received() -> ArraySlice<UInt8> {
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = bytes.withUnsafeMutableBytes { readSome(readable, $0) }
    return bytes[..<max(count, 0)]
  }

  package func clear() {
    while received().count == 64 {}
  }
}

/// Lets calls for a descriptor not wait, and programs that this one starts not have it.
package func keepToItself(_ descriptor: CInt) {
  _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
}
