import VaultCore
import VaultPlatform

/// The files beneath a vault's root, for writing: every path is resolved from the open root, no symbolic link on the
/// way is followed, and so nothing outside the root is ever reached.
///
/// Folders stay open once asked for. For one operation, by one thread.
final class VaultTree {
  let rootPath: String
  let root: OwnedDescriptor
  private var folders: [[UInt8]: OwnedDescriptor] = [:]
  /// So many are kept open.
  var mostFolders = usualFolders
  /// As far as the process may have so many, with room for all else.
  static let usualFolders = min(200, max(2, ProcessLimits.filesToSpare / 4))

  init(root path: String) throws {
    rootPath = path
    let descriptor = retrying { open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    guard descriptor >= 0 else { throw ChangeError(NotePath(path), .system("opened", errno)) }
    root = OwnedDescriptor(descriptor)
  }

  /// Where a file is: the open folder that holds it, and its name.
  struct Place {
    var folder: OwnedDescriptor
    /// With a NUL after it.
    var name: [CChar]
    var path: NotePath

    init(folder: OwnedDescriptor, name: some Sequence<UInt8>, path: NotePath) {
      self.folder = folder
      self.name = name.map { CChar(bitPattern: $0) } + [0]
      self.path = path
    }

    /// For people.
    var nameText: String { String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self) }

    /// One beside it.
    func sibling(_ name: String) -> Place {
      Place(folder: folder, name: name.utf8, path: path)
    }

    /// The descriptor of what is opened there, links not followed; -1 with `errno` set where that fails. As a rule nothing
    /// is waited for: nobody may ever write to a FIFO. `mode` is that of a file that it makes.
    func open(_ flags: CInt = readingFlags, _ mode: mode_t = 0) -> CInt {
      openingHeld { openat(folder.number, name, flags, mode) }
    }

    /// A rename asks only the folder; a file that is read-only is meant to be. Throws `FileChangedError` where it is gone.
    func checkWritable() throws {
      guard faccessat(folder.number, name, W_OK, AT_EACCESS) == 0 else {
        if errno == ENOENT { throw FileChangedError(path: path.text) }
        throw ChangeError(path, .system("written", errno))
      }
    }

    /// True when names in its folder may come and go.
    var isFolderWritable: Bool { faccessat(folder.number, ".", W_OK | X_OK, AT_EACCESS) == 0 }

    /// Makes a folder there, whose mode the process' mask lowers. False where the name is taken.
    func makeFolder(mode: mode_t = 0o777) throws -> Bool {
      if mkdirat(folder.number, name, mode) == 0 { return true }
      try ChangeError.check(errno == EEXIST, path, "made")
      return false
    }
  }

  func place(_ path: NotePath) throws -> Place {
    guard Self.staysInside(path.bytes) else { throw ChangeError(path, .outside) }
    return Place(folder: try folder(path.parent.bytes, for: path), name: path.nameBytes, path: path)
  }

  /// The place of the file that is really meant: a link to a file inside the root is followed, one that leads outside is
  /// refused.
  func resolvedPlace(_ path: NotePath) throws -> Place {
    let place = try place(path)
    guard try Self.kind(place) == S_IFLNK else { return place }
    switch resolvedPath(Array(rootPath.utf8) + [UInt8(ascii: "/")] + path.bytes) {
    case .failure(let failure):
      throw ChangeError(path, failure.code == ENOENT ? .danglingLink : .system("followed", failure.code))
    case .success(let target):
      guard let inside = relativePath(of: target, beneath: Array(rootPath.utf8)), !inside.isEmpty else {
        throw ChangeError(path, .linkOutside)
      }
      return try self.place(NotePath(bytes: inside))
    }
  }

  /// The file's type bits (`S_IFREG`, …), links not followed; nil where there is nothing.
  static func kind(_ place: Place) throws -> mode_t? {
    try FileImage.status(place).map { $0.st_mode & S_IFMT }
  }

  /// The names in a folder, as found on disk. Throws `ChangeError`.
  func names(in path: NotePath) throws -> [[UInt8]] {
    try FolderNames.readBytes(folder(path.bytes, for: path), path)
  }

  /// A file, or all in a folder and those below it whose names, and whose folders' names, are wanted; links themselves.
  /// Sorted; none where there is nothing.
  func files(
    at path: NotePath, where isWanted: ([UInt8]) -> Bool = { _ in true }
  ) throws -> [(path: NotePath, status: stat)] {
    guard let status = try FileImage.status(place(path)) else { return [] }
    guard status.st_mode & S_IFMT == S_IFDIR else { return [(path, status)] }
    return try names(in: path).filter(isWanted).flatMap { try files(at: path.appending($0), where: isWanted) }
      .sorted { $0.path < $1.path }
  }

  /// As `place`; nil where not even the folder is there.
  func placeIfThere(_ path: NotePath) throws -> Place? {
    do {
      return try place(path)
    } catch let error as ChangeError {
      switch error.cause {
      case .system(_, ENOENT), .throughLink, .outside: return nil
      default: throw error
      }
    }
  }

  func exists(_ path: NotePath) throws -> Bool {
    try placeIfThere(path).flatMap { try Self.kind($0) } != nil
  }

  /// What was opened may since have been moved or removed.
  func forgetFolders() { folders = [:] }

  /// The vault's own folder, relative to the root.
  func folder(_ path: [UInt8], for file: NotePath) throws -> OwnedDescriptor {
    if path.isEmpty { return root }
    if let open = folders[path] { return open }
    let descriptor = openFolder(path[...], beneath: root.number, partLimit: 0)
    guard descriptor >= 0 else {
      let code = errno
      // A link or a file where the path needs a folder.
      throw ChangeError(file, code == ENOTDIR || code == ELOOP ? .throughLink : .system("reached", code))
    }
    let owned = OwnedDescriptor(descriptor)
    if folders.count >= mostFolders { folders = [:] }
    folders[path] = owned
    return owned
  }

  /// As `folder`; nil where it is not there.
  func folderIfThere(_ path: NotePath, for file: NotePath) throws -> OwnedDescriptor? {
    do { return try folder(path.bytes, for: file) } catch let error as ChangeError {
      guard case .system(_, ENOENT) = error.cause else { throw error }
      return nil
    }
  }

  static func staysInside(_ path: [UInt8]) -> Bool {
    !path.contains(0)
      && path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).allSatisfy {
        !$0.isEmpty && !$0.elementsEqual(".".utf8) && !$0.elementsEqual("..".utf8)
      }
  }

  /// So that the names in a folder survive a power failure, too. Some file systems cannot sync a folder.
  static func sync(_ folder: OwnedDescriptor, _ path: NotePath) throws {
    if syncDescriptor(folder.number) != 0, errno != EINVAL { throw ChangeError(path, .system("synced", errno)) }
  }
}

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
    // Opened anew, since an open folder is read once.
    let copy = retrying { openat(folder.number, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    try ChangeError.check(copy >= 0, path, "listed")
    defer { close(copy) }
    var names: [[UInt8]] = []
    let code = ListingBuffer().forEachEntry(of: copy) { name, _ in
      let bytes = Array(UnsafeRawBufferPointer(start: name, count: strlen(name)))
      if bytes != [0x2E], bytes != [0x2E, 0x2E] { names.append(bytes) }
    }
    guard code == 0 else { throw ChangeError(path, .system("listed", code)) }
    return names
  }
}
