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
}
