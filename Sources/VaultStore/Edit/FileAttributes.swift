import VaultCore
import VaultPlatform

/// What a file has besides its bytes: owner, mode, extended attributes, access control list.
enum FileAttributes {
  /// Gives `file` what `original` has.
  static func copy(from original: CInt, to file: CInt, _ path: NotePath) throws {
    let status = try FileImage.status(of: original, path)
    let own = try FileImage.status(of: file, path)
    // Only the superuser may give files away; the mode comes last, since a change of owner clears bits of it.
    if own.st_uid != status.st_uid || own.st_gid != status.st_gid {
      guard fchown(file, status.st_uid, status.st_gid) == 0 else {
        throw ChangeError(path, .system("written under its owner", errno))
      }
    }
    do {
      try ExtendedAttributes.copy(from: original, to: file)
    } catch .unreadable(let code) {
      throw ChangeError(path, .system("looked at", code))
    } catch .unwritable(let code) {
      throw ChangeError(path, .system("written with its attributes", code))
    }
    guard fchmod(file, status.st_mode & 0o7777) == 0 else { throw ChangeError(path, .system("written", errno)) }
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
