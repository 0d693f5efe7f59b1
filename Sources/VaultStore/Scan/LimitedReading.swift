import VaultPlatform

/// Follows no link, and waits for nobody: `openingHeld` does, where another process lets a file go.
let readingFlags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC

/// The whole of a regular file of an open folder. Links are not followed, and nothing waits for a FIFO's writer.
func readFile(_ name: [UInt8], in folder: CInt, limit: Int) throws(FileReadFailure) -> FileContent {
  let terminated = name.map { CChar(bitPattern: $0) } + [0]
  let file = openingHeld { openat(folder, terminated, readingFlags) }
  guard file >= 0 else { throw .system(errno) }
  defer { close(file) }
  return try readFile(file, limit: limit)
}

/// The whole of an open regular file. Whatever a folder holds is read here, notes and all else: never more than `limit`
/// bytes, which are counted before there is memory for them, and nothing that has no end.
func readFile(_ file: CInt, limit: Int) throws(FileReadFailure) -> FileContent {
  var attempts = 0
  while true {
    var status = stat()
    guard fstat(file, &status) == 0 else { throw .system(errno) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notRegular }
    let stamp = FileStamp(status)
    let limit = min(max(limit, 0), 1 << 30)
    guard stamp.size <= Int64(limit) else { throw .tooLarge(size: stamp.size, limit: limit) }
    // A file of /proc says that it is empty.
    let bytes = try stamp.size == 0 ? readUnsized(file, limit: limit) : readBytes(file, expected: Int(stamp.size))
    attempts += 1
    // A file that grows or shrinks meanwhile is read again, but one that never rests is taken as it is.
    if bytes.count == Int(stamp.size) || stamp.size == 0 || attempts == 5 {
      return FileContent(bytes: bytes, stamp: stamp)
    }
  }
}

private func readUnsized(_ file: CInt, limit: Int) throws(FileReadFailure) -> [UInt8] {
  let bytes: [UInt8]?
  do { bytes = try readAll(file, limit: limit) } catch { throw .system(error.code) }
  guard let bytes else { throw .tooLarge(size: Int64(limit) + 1, limit: limit) }
  return bytes
}

private func readBytes(_ file: CInt, expected: Int) throws(FileReadFailure) -> [UInt8] {
  var failure: CInt = 0
  let bytes = [UInt8](unsafeUninitializedCapacity: expected + 1) { buffer, count in
    count = readFile(file, into: UnsafeMutableRawBufferPointer(buffer), expected: expected)
    if count < 0 { (failure, count) = (errno, 0) }
  }
  if failure != 0 { throw .system(failure) }
  return bytes
}

/// Fills a buffer that has room for one byte more than expected: it is asked for, too, so that the first read already
/// shows whether the file has grown. Returns how many there were; -1 with `errno` set on failure.
func readFile(_ file: CInt, into buffer: UnsafeMutableRawBufferPointer, expected: Int) -> Int {
  guard let base = buffer.baseAddress else { return 0 }
  var count = 0
  while count <= expected {
    let received = retrying { pread(file, base + count, expected + 1 - count, off_t(count)) }
    if received < 0 { return -1 }
    count += received
    if received == 0 || count == expected { break }
  }
  return count
}
