import VaultCore
import VaultPlatform

/// A file as it was read: what it holds, and what a new version of it must keep.
struct FileImage {
  var bytes: [UInt8]
  var status: stat

  /// Links are not followed. Returns nil when there is nothing of that name.
  static func status(_ place: VaultTree.Place) throws -> stat? {
    var status = stat()
    if fstatat(place.folder.number, place.name, &status, AT_SYMLINK_NOFOLLOW) == 0 { return status }
    if [ENOENT, ENOTDIR, ENAMETOOLONG].contains(errno) { return nil }
    throw ChangeError(place.path, .system("looked at", errno))
  }

  /// The status of an open file; `path` is for the error.
  static func status(of file: CInt, _ path: NotePath) throws -> stat {
    var status = stat()
    try ChangeError.check(fstat(file, &status) == 0, path, "looked at")
    return status
  }

  /// Reads a regular file; links are not followed. Throws `ChangeError`.
  static func read(_ place: VaultTree.Place, limit: Int = 1 << 30) throws -> FileImage {
    guard let image = try readIfThere(place, limit: limit) else { throw ChangeError(place.path, .missing) }
    return image
  }

  /// Returns nil when there is nothing of that name.
  static func readIfThere(_ place: VaultTree.Place, limit: Int = 1 << 30) throws -> FileImage? {
    let file = place.open()
    if file < 0, errno == ENOENT { return nil }
    guard file >= 0 else {
      let code = errno
      throw ChangeError(place.path, code == ENXIO ? .notRegular : code == ELOOP ? .throughLink : .system("read", code))
    }
    defer { close(file) }
    return try read(file, place.path, limit: limit)
  }

  static func read(_ file: CInt, _ path: NotePath, limit: Int = 1 << 30) throws -> FileImage {
    let status = try status(of: file, path)
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw ChangeError(path, status.st_mode & S_IFMT == S_IFDIR ? .folder : .notRegular)
    }
    do {
      return FileImage(bytes: try readFile(file, limit: limit).bytes, status: status)
    } catch FileReadFailure.tooLarge(let size, let limit) {
      throw ChangeError(path, .tooLarge(size: Int(size), limit: limit))
    } catch FileReadFailure.system(let code) {
      throw ChangeError(path, .system("read", code))
    } catch {
      throw ChangeError(path, .notRegular)
    }
  }
}

extension stat {
  var identity: FileStamp.Identity { FileStamp(self).identity }

  /// True when a file that took this one's place would lose something: its other names (hard links), or its owner.
  var needsWritingInPlace: Bool { st_nlink > 1 || !FileAttributes.canKeepOwner(self) }
}

/// What a file has besides its bytes: owner, mode, extended attributes, access control list.
enum FileAttributes {
  /// Gives `file` what `original` has.
  static func copy(of original: VaultTree.Place, to file: CInt) throws {
    let path = original.path
    let source = original.open()
    try ChangeError.check(source >= 0, path, "read")
    defer { close(source) }
    let status = try FileImage.status(of: source, path)
    let own = try FileImage.status(of: file, path)
    // Only the superuser may give files away; the mode comes last, since a change of owner clears bits of it.
    if own.st_uid != status.st_uid || own.st_gid != status.st_gid {
      try ChangeError.check(fchown(file, status.st_uid, status.st_gid) == 0, path, "written under its owner")
    }
    do {
      try ExtendedAttributes.copy(from: source, to: file)
    } catch .unreadable(let code) {
      throw ChangeError(path, .system("looked at", code))
    } catch .unwritable(let code) {
      throw ChangeError(path, .system("written with its attributes", code))
    }
    // What runs with the rights of the file's owner, that owner alone may write.
    let kept: mode_t = status.st_uid == geteuid() ? 0o7777 : 0o777
    try ChangeError.check(fchmod(file, status.st_mode & kept) == 0, path, "written")
  }

  /// Returns true when a new file could be given to the same owner and group.
  static func canKeepOwner(_ status: stat) -> Bool {
    let user = geteuid()
    if user == 0 { return true }
    if status.st_uid != user { return false }
    if status.st_gid == getegid() { return true }
    var groups = [gid_t](repeating: 0, count: max(0, Int(getgroups(0, nil))))
    let count = getgroups(CInt(groups.count), &groups)
    return groups.prefix(max(0, Int(count))).contains(status.st_gid)
  }
}
