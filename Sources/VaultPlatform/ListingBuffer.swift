#if os(Linux)
  internal import CFolderListing
#endif

/// Reads the entries of one open folder after the other.
///
/// On Linux straight from the system: `readdir` would make and free a buffer, and ask about the folder, each time.
package final class ListingBuffer {
  package init() {}

  /// Calls `body` with each entry's name, ended by a NUL, and its `DT_` type. The result is an `errno` value, 0 for
  /// success.
  package func forEachEntry(of folder: CInt, _ body: (UnsafePointer<CChar>, UInt8) -> Void) -> CInt {
    #if canImport(Darwin)
      let own = dup(folder)
      guard own >= 0, let stream = fdopendir(own) else {
        let code = errno
        if own >= 0 { close(own) }
        return code
      }
      defer { closedir(stream) }
      guard let name = MemoryLayout<dirent>.offset(of: \dirent.d_name),
        let type = MemoryLayout<dirent>.offset(of: \dirent.d_type)
      else { return ENOSYS }
      while true {
        errno = 0
        guard let record = readdir(stream) else { return errno }
        // The record ends with its name, so it may be shorter than the type `dirent` says: never copied as a whole.
        let bytes = UnsafeRawPointer(record)
        body(
          bytes.advanced(by: name).assumingMemoryBound(to: CChar.self), bytes.load(fromByteOffset: type, as: UInt8.self)
        )
      }
    #else
      guard let start = memory.baseAddress else { return ENOMEM }
      while true {
        let count = getdents64(folder, start, memory.count)
        if count == 0 { return 0 }
        if count < 0 {
          if errno == EINTR { continue }
          // A folder that was deleted since it was opened has no entries.
          return errno == ENOENT ? 0 : errno
        }
        var record = UnsafeRawPointer(start)
        let end = record + count
        while record < end {
          body(
            (record + Self.name).assumingMemoryBound(to: CChar.self),
            record.load(fromByteOffset: Self.type, as: UInt8.self))
          record += Int(record.load(fromByteOffset: Self.length, as: UInt16.self))
        }
      }
    #endif
  }

  #if !canImport(Darwin)
    // Where a `linux_dirent64` keeps what is used of it, in bytes.
    private static let length = 16
    private static let type = 18
    private static let name = 19

    private let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 32_768, alignment: 8)

    deinit { memory.deallocate() }
  #endif
}
