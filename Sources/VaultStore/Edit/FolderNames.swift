import VaultCore
import VaultPlatform

/// The names in folders by their keys (`LinkResolver.key`), each folder read once: thousands of files may be looked for in
/// one of thousands.
struct KnownFolderNames {
  private var folders: [NotePath: [String: [[UInt8]]]] = [:]

  /// The names in `folder` that differ from this one in case alone, if at all. Throws `ChangeError`.
  mutating func names(like name: String, in folder: OwnedDescriptor, _ path: NotePath) throws -> [[UInt8]] {
    let key = LinkResolver.key(name)
    if let known = folders[path] { return known[key] ?? [] }
    let names = Dictionary(grouping: try FolderNames.readBytes(folder, path)) {
      LinkResolver.key(String(decoding: $0, as: UTF8.self))
    }
    folders[path] = names
    return names[key] ?? []
  }
}

/// The names of a folder's entries.
enum FolderNames {
  /// All but `.` and `..`; undecodable bytes are replaced. `path` is for the error.
  static func read(_ folder: OwnedDescriptor, _ path: NotePath) throws -> [String] {
    try readBytes(folder, path).map { String(decoding: $0, as: UTF8.self) }
  }

  /// All but `.` and `..`, as found on disk. Throws `ChangeError`.
  static func readBytes(_ folder: OwnedDescriptor, _ path: NotePath) throws -> [[UInt8]] {
    let copy = retrying { openat(folder.number, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    guard copy >= 0, let stream = fdopendir(copy) else {
      let code = errno
      if copy >= 0 { close(copy) }
      throw ChangeError(path, .system("listed", code))
    }
    defer { closedir(stream) }
    var names: [[UInt8]] = []
    errno = 0
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: UInt8.self, capacity: 256) { Array(UnsafeBufferPointer(start: $0, count: strlen($0))) }
      }
      if name != [0x2E], name != [0x2E, 0x2E] { names.append(name) }
      errno = 0
    }
    guard errno == 0 else { throw ChangeError(path, .system("listed", errno)) }
    return names
  }
}
