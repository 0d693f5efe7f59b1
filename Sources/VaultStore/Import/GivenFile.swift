import VaultCore
import VaultPlatform

/// A file that a person names to be read once: also a FIFO, as of `<(…)`, and a device.
package enum GivenFile {
  package enum Failure: Error, Hashable {
    /// The `errno` value.
    case system(CInt)
    /// In bytes.
    case tooLarge(limit: Int)

    /// The cause, without the path.
    package var reason: String {
      switch self {
      case .system(let code): systemMessage(code)
      case .tooLarge(let limit): "more than \(limit >> 20) MiB"
      }
    }
  }

  /// All that `path` holds, `limit` bytes at most; relative to `folder`. Waits for a FIFO's writer.
  package static func read(_ path: String, from folder: String? = nil, limit: Int) throws(Failure) -> [UInt8] {
    let path = path.isAbsolutePath ? path : (folder.map { $0 + "/" } ?? "") + path
    // The system's functions would take a NUL for the end of the path.
    guard !path.utf8.contains(0) else { throw .system(ENOENT) }
    let file = retrying { open(path, O_RDONLY | O_NOCTTY | O_CLOEXEC) }
    guard file >= 0 else { throw .system(errno) }
    defer { close(file) }
    let bytes: [UInt8]?
    do { bytes = try readAll(file, limit: limit) } catch { throw .system(error.code) }
    guard let bytes else { throw .tooLarge(limit: limit) }
    return bytes
  }

  /// Puts bytes into the file that `path` names: into a FIFO or a device as it is, else whole or not at all, through a
  /// symbolic link and with the rights that it has. Throws `FileFailure`, `AtomicFileError`.
  package static func write(_ bytes: [UInt8], to path: String) throws {
    var status = stat()
    guard stat(path, &status) == 0 else {
      guard errno == ENOENT else { throw FileFailure(path: path, code: errno) }
      return try AtomicFile.replace(path, bytes, mode: 0o644)
    }
    if status.st_mode & S_IFMT == S_IFREG {
      let place = try resolvedPath(Array(path.utf8)).get()
      return try AtomicFile.replace(String(decoding: place, as: UTF8.self), bytes, mode: status.st_mode & 0o777)
    }
    let file = retrying { open(path, O_WRONLY | O_NOCTTY | O_CLOEXEC) }
    guard file >= 0 else { throw FileFailure(path: path, code: errno) }
    defer { close(file) }
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes { writeSome(file, $0) }
      guard count >= 0 else { throw FileFailure(path: path, code: errno) }
      written += count
    }
  }
}
