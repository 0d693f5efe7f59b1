import VaultCore
import VaultPlatform

/// A file that a person names to be read once: also a FIFO, as of `<(…)`, and a device.
package enum GivenFile {
  package enum Failure: Error, Hashable {
    /// The `errno` value.
    case system(CInt)
    /// In bytes; `size` is what there is at least.
    case tooLarge(size: Int, limit: Int)

    /// The cause, without the path.
    package var reason: String {
      switch self {
      case .system(let code): systemMessage(code)
      case .tooLarge(_, let limit): "more than \(limit >> 20) MiB"
      }
    }
  }

  /// All that `path` holds, `limit` bytes at most; relative to `folder`. Waits for a FIFO's writer.
  package static func read(_ path: String, from folder: String? = nil, limit: Int) throws(Failure) -> [UInt8] {
    let path = path.hasPrefix("/") ? path : (folder.map { $0 + "/" } ?? "") + path
    // The system's functions would take a NUL for the end of the path.
    guard !path.utf8.contains(0) else { throw .system(ENOENT) }
    let file = retrying { open(path, O_RDONLY | O_NOCTTY | O_CLOEXEC) }
    guard file >= 0 else { throw .system(errno) }
    defer { close(file) }
    var all: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = block.withUnsafeMutableBytes { readSome(file, $0) }
      if count < 0 { throw .system(errno) }
      if count == 0 { return all }
      all += block[..<count]
      guard all.count <= limit else { throw .tooLarge(size: all.count, limit: limit) }
    }
  }
}
