import GRDBSQLite
import VaultPlatform

/// A file in a folder of this user's: the index, or one beside it. The folder is held open, so that whatever becomes of its
/// path meanwhile, the same file is meant. Links in its place are never followed.
struct IndexFile: Sendable {
  /// Where people find it.
  let path: String
  private let name: String
  private let folder: PrivateFolder

  init(path: String, in folder: PrivateFolder) {
    self.path = path
    self.folder = folder
    name = String(path[(path.utf8.lastIndex(of: 0x2F).map(path.utf8.index(after:)) ?? path.startIndex)...])
  }

  /// The file whose name goes on with `suffix`.
  func beside(_ suffix: String) -> IndexFile { IndexFile(path: path + suffix, in: folder) }

  /// What the system says of it; nil where there is none.
  var status: stat? { folder.status(of: name) }

  var exists: Bool { status != nil }
  var identity: FileStamp.Identity? { status.map { FileStamp($0).identity } }
  /// In bytes.
  var size: Int64 { status.map { Int64($0.st_size) } ?? 0 }

  var isFolderWritable: Bool { faccessat(folder.descriptor.number, ".", W_OK, 0) == 0 }

  // MARK: Changes

  /// Makes an empty file that nobody else may read, whatever the umask is.
  func make() throws(FileFailure) { try make(with: []) }

  /// The same with some few bytes in it.
  func make(with bytes: [UInt8]) throws(FileFailure) {
    let file = folder.open(name, O_WRONLY | O_CREAT | O_EXCL)
    guard file >= 0 else { throw FileFailure(path: path, code: errno) }
    defer { close(file) }
    guard fchmod(file, 0o600) == 0, bytes.withUnsafeBytes({ writeSome(file, $0) }) == bytes.count else {
      throw FileFailure(path: path, code: errno)
    }
  }

  /// Throws where it is anything but a file of this user's, and leaves that as it is.
  func removeIfPresent() throws(FileFailure) {
    guard let status else { return }
    guard status.isOwnFile else { throw FileFailure(path: path, code: EPERM) }
    guard unlinkat(folder.descriptor.number, name, 0) == 0 || errno == ENOENT else {
      throw FileFailure(path: path, code: errno)
    }
  }

  /// Where there is no such file, nothing happens.
  func rename(to other: IndexFile) throws(FileFailure) {
    guard renameat(folder.descriptor.number, name, other.folder.descriptor.number, other.name) == 0 || errno == ENOENT
    else {
      throw FileFailure(path: path, code: errno)
    }
  }

  /// Writes what is in the system's memory of it to the disk.
  func sync() throws(FileFailure) {
    let file = folder.open(name, O_RDONLY)
    guard file >= 0 else { throw FileFailure(path: path, code: errno) }
    defer { close(file) }
    guard fsync(file) == 0 else { throw FileFailure(path: path, code: errno) }
  }

  /// Its first bytes; nil where it is not there or cannot be read. Not for a database that this process has open: closing a
  /// file ends all locks that the process has on it.
  func beginning(_ count: Int) -> [UInt8]? {
    let file = folder.open(name, O_RDONLY)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: count)
    let read = bytes.withUnsafeMutableBytes { readSome(file, $0) }
    return read < 0 ? nil : Array(bytes[..<read])
  }

  /// Tells this file from any other that ever stands in its place: its inode number and the time when it was made. A file
  /// whose bytes are written over keeps both. Nil where anybody else may open it.
  var fingerprint: String? {
    guard let status, status.isOwnFile, status.st_nlink == 1, status.st_mode & 0o077 == 0 else { return nil }
    return "\(status.st_ino) \(birthTime(folder.descriptor.number, name))"
  }

  /// Waits up to `patience` seconds for the lock on this file, which is made where it is missing. Nil when another process
  /// keeps it then.
  func lock(_ mode: FileLock.Mode, patience: Double) throws(FileFailure) -> FileLock? {
    try FileLock.acquire(name, in: folder, mode, patience: patience)
  }

  // MARK: For SQLite

  /// The path for whoever takes no descriptors, good for as long as this value lives.
  ///
  /// On Linux it leads through the open folder. SQLite would look where that leads, and take the folder's path in its
  /// stead, so it is told to take paths as they are. It opens no file through a link then, since whatever it opens it
  /// opens with O_NOFOLLOW.
  var reached: String {
    #if os(Linux)
      if Self.takesPathsAsTheyAre { return "/proc/self/fd/\(folder.descriptor.number)/\(name)" }
    #endif
    return path
  }

  #if os(Linux)
    private static let takesPathsAsTheyAre: Bool = {
      guard access("/proc/self/fd", X_OK) == 0, let usual = sqlite3_vfs_find(nil) else { return false }
      let system = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
      system.initialize(to: usual.pointee)
      // Never freed: SQLite keeps both.
      system.pointee.zName = UnsafePointer(strdup("paths-as-they-are"))
      system.pointee.xFullPathname = { _, path, size, full in
        guard let path, let full, strlen(path) < size else { return SQLITE_CANTOPEN }
        strcpy(full, path)
        return SQLITE_OK
      }
      return sqlite3_vfs_register(system, 1) == SQLITE_OK
    }()
  #endif
}
