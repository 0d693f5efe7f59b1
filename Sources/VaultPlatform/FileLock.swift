/// An advisory lock between processes on a file of its own; released when the process ends, however it ends.
package final class FileLock {
  private var file: OwnedDescriptor?

  package enum Mode {
    case shared, alone
  }

  private init(_ file: OwnedDescriptor) {
    self.file = file
  }

  deinit { release() }

  package func release() {
    // Closing the file is not enough: a child that is being started has it open too, until it runs its own program.
    if let file { _ = retrying { flock(file.number, LOCK_UN) } }
    file = nil
  }

  /// Locks a file of this user in a private folder, which is made where it is missing. Waits up to `patience` seconds; nil
  /// when another process keeps it then. Throws EPERM for what is another user's or no regular file, ELOOP for a link.
  package static func acquire(
    _ name: String, in folder: PrivateFolder, _ mode: Mode, patience: Double
  ) throws(FileFailure) -> FileLock? {
    try acquire(mode, patience, path: folder.path + "/" + name) { () throws(FileFailure) in
      try folder.openOwn(name, O_RDWR | O_CREAT)
    } there: {
      folder.status(of: name)
    }
  }

  /// The same by a regular file in an open folder, whoever's it is: one that several users share. Throws ENXIO for what is
  /// no regular file. `path` is for errors.
  package static func acquire(
    _ name: String, in folder: OwnedDescriptor, path: String, _ mode: Mode, patience: Double, fileMode: mode_t
  ) throws(FileFailure) -> FileLock? {
    try acquire(mode, patience, path: path) { () throws(FileFailure) in
      let flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
      let number = retrying { openat(folder.number, name, flags, fileMode) }
      guard number >= 0 else { return nil }
      let file = OwnedDescriptor(number)
      var status = stat()
      guard fstat(number, &status) == 0 else { throw FileFailure(path: path, code: errno) }
      guard status.st_mode & S_IFMT == S_IFREG else { throw FileFailure(path: path, code: ENXIO) }
      return file
    } there: {
      var status = stat()
      return fstatat(folder.number, name, &status, AT_SYMLINK_NOFOLLOW) == 0 ? status : nil
    }
  }

  private static func acquire(
    _ mode: Mode, _ patience: Double, path: String, open: () throws(FileFailure) -> OwnedDescriptor?,
    there: () -> stat?
  ) throws(FileFailure) -> FileLock? {
    let operation = (mode == .shared ? LOCK_SH : LOCK_EX) | LOCK_NB
    let deadline = ContinuousClock.now + .seconds(patience)
    var pause: UInt32 = 500
    while true {
      guard let file = try open() else { throw FileFailure(path: path, code: errno) }
      while flock(file.number, operation) != 0 {
        let code = errno
        guard code == EWOULDBLOCK || code == EINTR else { throw FileFailure(path: path, code: code) }
        guard ContinuousClock.now < deadline else { return nil }
        usleep(pause)
        pause = min(pause * 2, 10_000)
      }
      // Whoever deleted the file meanwhile left the next one to lock another.
      if isSame(file, there()) { return FileLock(file) }
    }
  }

  private static func isSame(_ file: OwnedDescriptor, _ there: stat?) -> Bool {
    var own = stat()
    guard fstat(file.number, &own) == 0, let there else { return false }
    return own.st_ino == there.st_ino && own.st_dev == there.st_dev
  }
}

/// `open(2)`, whose variadic form Swift imports differently by platform.
package func openFile(_ path: String, _ flags: Int32, _ mode: mode_t = 0) -> Int32 {
  open(path, flags, mode)
}
