import VaultCore

#if canImport(Darwin)
  import Darwin
#else
  import CFileChange
  import Glibc
#endif

/// What a file has besides its bytes: owner, mode, extended attributes, access control list.
enum FileAttributes {
  /// Gives `file` what `original` has.
  static func copy(from original: CInt, _ status: stat, to file: CInt, _ path: NotePath) throws {
    var own = stat()
    guard fstat(file, &own) == 0 else { throw ChangeError(path, .system("looked at", errno)) }
    // Only the superuser may give files away; the mode comes last, since a change of owner clears bits of it.
    if own.st_uid != status.st_uid || own.st_gid != status.st_gid {
      guard fchown(file, status.st_uid, status.st_gid) == 0 else {
        throw ChangeError(path, .system("written under its owner", errno))
      }
    }
    try copyExtended(from: original, to: file, path)
    guard fchmod(file, status.st_mode & 0o7777) == 0 else { throw ChangeError(path, .system("written", errno)) }
  }

  /// Whether a new file could be given to the same owner and group.
  static func canKeepOwner(_ status: stat) -> Bool {
    let user = geteuid()
    if user == 0 { return true }
    if status.st_uid != user { return false }
    if status.st_gid == getegid() { return true }
    var groups = [gid_t](repeating: 0, count: max(0, Int(getgroups(0, nil))))
    let count = getgroups(CInt(groups.count), &groups)
    return groups.prefix(max(0, Int(count))).contains(status.st_gid)
  }

  #if canImport(Darwin)
    private static func copyExtended(from original: CInt, to file: CInt, _ path: NotePath) throws {
      guard fcopyfile(original, file, nil, copyfile_flags_t(COPYFILE_XATTR | COPYFILE_ACL)) == 0 else {
        throw ChangeError(path, .system("written with its attributes", errno))
      }
    }
  #else
    /// The access control list is one of them. What the system keeps for itself (`security.`, `trusted.`) is copied
    /// where it allows that.
    private static func copyExtended(from original: CInt, to file: CInt, _ path: NotePath) throws {
      for name in try names(of: original, path) {
        let isUsers = name.starts(with: "user.".utf8) || name.starts(with: "system.posix_acl".utf8)
        let terminated = name.map { CChar(bitPattern: $0) } + [0]
        var size = fgetxattr(original, terminated, nil, 0)
        var value = [UInt8](repeating: 0, count: max(size, 0))
        if size > 0 {
          size = value.withUnsafeMutableBytes { fgetxattr(original, terminated, $0.baseAddress, $0.count) }
        }
        let isSet = size >= 0 && fsetxattr(file, terminated, value, size, 0) == 0
        if !isSet, isUsers { throw ChangeError(path, .system("written with its attributes", errno)) }
      }
      // A new file gets a list of its folder's, which may let more people in.
      let list = "system.posix_acl_access"
      if try !names(of: original, path).contains(where: { $0.elementsEqual(list.utf8) }), fremovexattr(file, list) != 0,
        ![ENODATA, ENOTSUP].contains(errno)
      {
        throw ChangeError(path, .system("written with its attributes", errno))
      }
    }

    private static func names(of file: CInt, _ path: NotePath) throws -> [ArraySlice<UInt8>] {
      let size = flistxattr(file, nil, 0)
      if size < 0, errno != ENOTSUP { throw ChangeError(path, .system("looked at", errno)) }
      guard size > 0 else { return [] }
      var list = [UInt8](repeating: 0, count: size)
      let count = list.withUnsafeMutableBytes {
        flistxattr(file, $0.baseAddress?.assumingMemoryBound(to: CChar.self), $0.count)
      }
      guard count >= 0 else { throw ChangeError(path, .system("looked at", errno)) }
      return list[..<count].split(separator: 0)
    }
  #endif
}
