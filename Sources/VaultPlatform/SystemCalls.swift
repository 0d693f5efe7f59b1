/// Calls a system call again for as long as a signal interrupts it.
@inlinable @inline(__always)
package func retrying<Result: SignedInteger>(_ call: () -> Result) -> Result {
  while true {
    let result = call()
    if result != -1 || errno != EINTR { return result }
  }
}

/// What the system says about an `errno` value: `Permission denied`.
package func systemMessage(_ code: CInt) -> String {
  guard let text = strerror(code) else { return "error \(code)" }
  return String(cString: text)
}

/// `fsync(2)`, or what it takes on the system at hand for the disk's own cache to be written, too.
package func syncDescriptor(_ file: CInt) -> CInt {
  #if canImport(Darwin)
    if fcntl(file, F_FULLFSYNC) == 0 { return 0 }
    // Where there is no such thing; a sync that failed is not tried again.
    return [ENOTSUP, ENOTTY, EINVAL].contains(errno) ? fsync(file) : -1
  #else
    fsync(file)
  #endif
}

/// In bytes; 0 where there is no such file.
package func fileSize(_ path: String) -> Int64 { status(of: path).map { Int64($0.st_size) } ?? 0 }

/// What the system says of the file or folder at a path; nil, with `errno` set, where there is none.
package func status(of path: UnsafePointer<CChar>, followsLink: Bool = true) -> stat? {
  var status = stat()
  return fstatat(AT_FDCWD, path, &status, followsLink ? 0 : AT_SYMLINK_NOFOLLOW) == 0 ? status : nil
}

extension stat {
  package var isFolder: Bool { st_mode & S_IFMT == S_IFDIR }

  /// True for a regular file of this user's.
  package var isOwnFile: Bool { st_mode & S_IFMT == S_IFREG && st_uid == geteuid() }

  /// True for what nobody but this user and root can have written.
  package var isOwn: Bool { (st_uid == geteuid() || st_uid == 0) && st_mode & 0o022 == 0 }
}

/// A file descriptor that is closed when its last owner goes.
package final class OwnedDescriptor: Sendable {
  package let number: CInt

  package init(_ number: CInt) { self.number = number }

  deinit { close(number) }
}

/// The absolute path without symbolic links, `.` and `..`; a failure is the `errno` value.
package func resolvedPath(_ path: [UInt8]) -> Result<[UInt8], SystemFailure> {
  if path.contains(0) { return .failure(SystemFailure(code: ENOENT)) }
  let terminated = path.map { CChar(bitPattern: $0) } + [0]
  guard let resolved = realpath(terminated, nil) else { return .failure(SystemFailure(code: errno)) }
  defer { free(resolved) }
  let length = strlen(resolved)
  return .success([UInt8](UnsafeRawBufferPointer(start: resolved, count: length)))
}

/// A call that the system refused.
package struct SystemFailure: Error, Hashable {
  /// An `errno` value.
  package let code: CInt

  package init(code: CInt) { self.code = code }

  /// True when the process or the system has run out of something that every file takes, or another process does not let a
  /// file go: that says nothing of the file that was asked for.
  package var isShortage: Bool { [EMFILE, ENFILE, ENOMEM, ENOBUFS, EAGAIN].contains(code) }
}

/// A file that the system did not let be handled.
package struct FileFailure: Error, CustomStringConvertible {
  package var path: String
  /// An `errno` value.
  package var code: CInt

  package init(path: String, code: CInt) {
    self.path = path
    self.code = code
  }

  package var cause: String { systemMessage(code) }
  package var description: String { "\(path): \(cause)" }
}

/// Reads as much as there is, and at most what the buffer holds; -1 with `errno` set on failure.
package func readSome(_ file: CInt, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
  retrying { read(file, buffer.baseAddress, buffer.count) }
}

/// All that is left to read of an open file; nil where that is more than `limit` bytes. Waits for a FIFO's writer.
package func readAll(_ file: CInt, limit: Int) throws(SystemFailure) -> [UInt8]? {
  var all: [UInt8] = []
  var block = [UInt8](repeating: 0, count: 65_536)
  while true {
    let count = block.withUnsafeMutableBytes { readSome(file, $0) }
    if count < 0 { throw SystemFailure(code: errno) }
    if count == 0 { return all }
    guard all.count + count <= limit else { return nil }
    all += block[..<count]
  }
}

/// Calls `step` with how much of `total` is done until all is; it returns how much more it has done, -1 with `errno` set on
/// failure. A system that does nothing and says nothing is one, too, since asking again would go on for ever.
package func completing(_ total: Int, _ step: (_ done: Int) -> Int) throws(SystemFailure) {
  var done = 0
  while done < total {
    let count = step(done)
    guard count > 0 else { throw SystemFailure(code: count < 0 ? errno : EIO) }
    done += count
  }
}

/// Writes as much as the system takes at once; -1 with `errno` set on failure.
package func writeSome(_ file: CInt, _ bytes: UnsafeRawBufferPointer) -> Int {
  retrying { write(file, bytes.baseAddress, bytes.count) }
}

/// A number that the running thread alone has; never 0. A handler of signals may ask for it.
package var threadNumber: UInt {
  #if os(Linux)
    UInt(pthread_self())
  #else
    UInt(bitPattern: pthread_self())
  #endif
}
