/// An advisory lock between processes on a file of its own; released when the process ends, however it ends.
package final class FileLock {
  private var descriptor: Int32

  package enum Mode {
    case shared, alone
  }

  private init(_ descriptor: Int32) {
    self.descriptor = descriptor
  }

  deinit { release() }

  package func release() {
    if descriptor >= 0 { close(descriptor) }
    descriptor = -1
  }

  /// Waits up to `patience` seconds. Nil when another process keeps it then. The file is made with `fileMode` where it is
  /// missing. A link in its place is not followed: ELOOP.
  package static func acquire(
    _ path: String, _ mode: Mode, patience: Double, fileMode: mode_t = 0o600
  ) throws(FileFailure) -> FileLock? {
    let operation = (mode == .shared ? LOCK_SH : LOCK_EX) | LOCK_NB
    let deadline = ContinuousClock.now + .seconds(patience)
    var pause: UInt32 = 500
    while true {
      let descriptor = openFile(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, fileMode)
      guard descriptor >= 0 else { throw FileFailure(path: path, code: errno) }
      let lock = FileLock(descriptor)
      while flock(descriptor, operation) != 0 {
        let code = errno
        guard code == EWOULDBLOCK || code == EINTR else { throw FileFailure(path: path, code: code) }
        guard ContinuousClock.now < deadline else { return nil }
        usleep(pause)
        pause = min(pause * 2, 10_000)
      }
      // Whoever deleted the file meanwhile left the next one to lock another.
      if lock.isFile(at: path) { return lock }
    }
  }

  private func isFile(at path: String) -> Bool {
    var own = stat()
    guard fstat(descriptor, &own) == 0, let there = status(of: path) else { return false }
    return own.st_ino == there.st_ino && own.st_dev == there.st_dev
  }
}

/// `open(2)`, whose variadic form Swift imports differently by platform.
package func openFile(_ path: String, _ flags: Int32, _ mode: mode_t = 0) -> Int32 {
  open(path, flags, mode)
}
