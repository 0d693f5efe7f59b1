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

  /// Where the file of a lock is.
  package enum Place {
    case path(String)
    /// A regular file in an open folder, and no link to one. `shown`: its path, for errors.
    case name(String, in: OwnedDescriptor, shown: String)

    fileprivate var shown: String {
      switch self {
      case .path(let path): path
      case .name(_, _, let path): path
      }
    }

    fileprivate func open(_ mode: mode_t) -> Int32 {
      let flags = O_RDWR | O_CREAT | O_CLOEXEC
      switch self {
      case .path(let path): return openFile(path, flags, mode)
      case .name(let name, let folder, _):
        let file = retrying { openat(folder.number, name, flags | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY, mode) }
        var status = stat()
        guard file >= 0, fstat(file, &status) != 0 || status.st_mode & S_IFMT != S_IFREG else { return file }
        close(file)
        errno = ENXIO
        return -1
      }
    }

    fileprivate var status: stat? {
      switch self {
      case .path(let path): return VaultPlatform.status(of: path)
      case .name(let name, let folder, _):
        var status = stat()
        return fstatat(folder.number, name, &status, AT_SYMLINK_NOFOLLOW) == 0 ? status : nil
      }
    }
  }

  package static func acquire(
    _ path: String, _ mode: Mode, patience: Double, fileMode: mode_t = 0o600
  ) throws(FileFailure) -> FileLock? {
    try acquire(.path(path), mode, patience: patience, fileMode: fileMode)
  }

  /// Waits up to `patience` seconds. Nil when another process keeps it then. The file is made with `fileMode` where it is
  /// missing. Throws ENXIO for what should be a regular file and is none.
  package static func acquire(
    _ place: Place, _ mode: Mode, patience: Double, fileMode: mode_t = 0o600
  ) throws(FileFailure) -> FileLock? {
    let path = place.shown
    let operation = (mode == .shared ? LOCK_SH : LOCK_EX) | LOCK_NB
    let deadline = ContinuousClock.now + .seconds(patience)
    var pause: UInt32 = 500
    while true {
      let descriptor = place.open(fileMode)
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
      if lock.isFile(at: place) { return lock }
    }
  }

  private func isFile(at place: Place) -> Bool {
    var own = stat()
    guard fstat(descriptor, &own) == 0, let there = place.status else { return false }
    return own.st_ino == there.st_ino && own.st_dev == there.st_dev
  }
}

/// `open(2)`, whose variadic form Swift imports differently by platform.
package func openFile(_ path: String, _ flags: Int32, _ mode: mode_t = 0) -> Int32 {
  open(path, flags, mode)
}
