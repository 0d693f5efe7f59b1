#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Calls a system call again for as long as a signal interrupts it.
@inline(__always)
func retrying<Result: SignedInteger>(_ call: () -> Result) -> Result {
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
func syncDescriptor(_ file: CInt) -> CInt {
  #if canImport(Darwin)
    if fcntl(file, F_FULLFSYNC) == 0 { return 0 }
    // Where there is no such thing; a sync that failed is not tried again.
    return [ENOTSUP, ENOTTY, EINVAL].contains(errno) ? fsync(file) : -1
  #else
    fsync(file)
  #endif
}

/// In bytes; 0 where there is no such file.
func fileSize(_ path: String) -> Int64 {
  var status = stat()
  return stat(path, &status) == 0 ? Int64(status.st_size) : 0
}

/// A file descriptor that is closed when its last owner goes.
final class OwnedDescriptor: Sendable {
  let number: CInt

  init(_ number: CInt) { self.number = number }

  deinit { close(number) }
}

/// The absolute path without symbolic links, `.` and `..`; a failure is the `errno` value.
func resolvedPath(_ path: [UInt8]) -> Result<[UInt8], SystemFailure> {
  if path.contains(0) { return .failure(SystemFailure(code: ENOENT)) }
  let terminated = path.map { CChar(bitPattern: $0) } + [0]
  guard let resolved = realpath(terminated, nil) else { return .failure(SystemFailure(code: errno)) }
  defer { free(resolved) }
  let length = strlen(resolved)
  return .success([UInt8](UnsafeRawBufferPointer(start: resolved, count: length)))
}

struct SystemFailure: Error, Hashable {
  let code: CInt
}
