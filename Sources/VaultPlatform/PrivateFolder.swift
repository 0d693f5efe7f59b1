/// A folder that belongs to this user and that nobody else can put anything into, held open: whatever becomes of its path
/// meanwhile, the files that are opened beneath it are its own.
package final class PrivateFolder: Sendable {
  package let path: String
  package let descriptor: OwnedDescriptor

  /// What others may do in the folder.
  package enum Others: Sendable {
    /// They may list it and read what its files let them read.
    case mayRead
    /// They may not even look into it.
    case mayNothing
  }

  /// Opens the folder at an absolute path, which is no symbolic link itself. `makes`: makes it, and those above it, with the
  /// mode 0700 where they are missing.
  ///
  /// Throws `FileFailure`: ENOENT where there is none, EPERM where it belongs to another user or others may do more than
  /// `others` says, ENOTDIR or ELOOP for what is no folder.
  package convenience init(_ path: String, others: Others, makes: Bool = false) throws(FileFailure) {
    var number = Self.open(path)
    if number < 0, errno == ENOENT, makes {
      try Self.make(path)
      number = Self.open(path)
    }
    guard number >= 0 else { throw FileFailure(path: path, code: errno) }
    try self.init(OwnedDescriptor(number), path: path, others: others)
  }

  /// The same by a folder that is open. `path` is for errors.
  package init(_ descriptor: OwnedDescriptor, path: String, others: Others) throws(FileFailure) {
    (self.descriptor, self.path) = (descriptor, path)
    var status = stat()
    guard fstat(descriptor.number, &status) == 0 else { throw FileFailure(path: path, code: errno) }
    let forbidden: mode_t = others == .mayRead ? 0o022 : 0o077
    guard status.st_uid == geteuid(), status.st_mode & forbidden == 0 else {
      throw FileFailure(path: path, code: EPERM)
    }
  }

  private static func open(_ path: String) -> CInt {
    openFile(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
  }

  private static func make(_ path: String) throws(FileFailure) {
    var made = path.utf8.first == UInt8(ascii: "/") ? "/" : ""
    for part in path.unicodeScalars.split(separator: "/") {
      made += (made.isEmpty || made == "/" ? "" : "/") + String(part)
      // One that cannot be made may be there: opening it tells.
      if mkdir(made, 0o700) != 0, ![EEXIST, EACCES, EROFS, EPERM].contains(errno) {
        throw FileFailure(path: made, code: errno)
      }
    }
  }

  /// Opens a file of the folder, links not followed; -1 with `errno` set where that fails. Waits for nobody.
  package func open(_ name: String, _ flags: CInt, _ mode: mode_t = 0o600) -> CInt {
    retrying { openat(descriptor.number, name, flags | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, mode) }
  }

  /// Opens a regular file of this user in the folder; nil where there is none. Throws `FileFailure`: EPERM for one of
  /// another user and for what is no regular file, ELOOP for a link.
  package func openOwn(_ name: String, _ flags: CInt, _ mode: mode_t = 0o600) throws(FileFailure) -> OwnedDescriptor? {
    let number = open(name, flags, mode)
    if number < 0 {
      if errno == ENOENT { return nil }
      throw FileFailure(path: path + "/" + name, code: errno)
    }
    let file = OwnedDescriptor(number)
    var status = stat()
    guard fstat(number, &status) == 0 else { throw FileFailure(path: path + "/" + name, code: errno) }
    guard status.isOwnFile else { throw FileFailure(path: path + "/" + name, code: EPERM) }
    return file
  }

  /// What the folder holds under the name, links not followed; nil, with `errno` set, where there is nothing.
  package func status(of name: String) -> stat? {
    var status = stat()
    return fstatat(descriptor.number, name, &status, AT_SYMLINK_NOFOLLOW) == 0 ? status : nil
  }

  /// Removes a file of the folder, where there is one.
  package func remove(_ name: String) { unlinkat(descriptor.number, name, 0) }
}
