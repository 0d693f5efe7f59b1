#if os(Linux)
  internal import CFileChange
#endif

/// The extended attributes of files, access control lists among them.
package enum ExtendedAttributes {
  /// With the `errno` value.
  package enum Failure: Error {
    case unreadable(CInt)
    case unwritable(CInt)
  }

  #if os(Linux)
    /// Gives an open file those of another. What the system keeps for itself (`security.`, `trusted.`) is copied where it
    /// allows that.
    package static func copy(from original: CInt, to file: CInt) throws(Failure) {
      for name in try names(of: original) {
        let isUsers = name.starts(with: "user.".utf8) || name.starts(with: "system.posix_acl".utf8)
        let terminated = name.map { CChar(bitPattern: $0) } + [0]
        var size = fgetxattr(original, terminated, nil, 0)
        var value = [UInt8](repeating: 0, count: max(size, 0))
        if size > 0 {
          size = value.withUnsafeMutableBytes { fgetxattr(original, terminated, $0.baseAddress, $0.count) }
        }
        let isSet = size >= 0 && fsetxattr(file, terminated, value, size, 0) == 0
        if !isSet, isUsers { throw .unwritable(errno) }
      }
      // A new file gets a list of its folder's, which may let more people in.
      let list = "system.posix_acl_access"
      if try !names(of: original).contains(where: { $0.elementsEqual(list.utf8) }), fremovexattr(file, list) != 0,
        ![ENODATA, ENOTSUP].contains(errno)
      {
        throw .unwritable(errno)
      }
    }

    private static func names(of file: CInt) throws(Failure) -> [ArraySlice<UInt8>] {
      let size = flistxattr(file, nil, 0)
      if size < 0, errno != ENOTSUP { throw .unreadable(errno) }
      guard size > 0 else { return [] }
      var list = [UInt8](repeating: 0, count: size)
      let count = list.withUnsafeMutableBytes {
        flistxattr(file, $0.baseAddress?.assumingMemoryBound(to: CChar.self), $0.count)
      }
      guard count >= 0 else { throw .unreadable(errno) }
      return list[..<count].split(separator: 0)
    }
  #else
    /// Gives an open file those of another.
    package static func copy(from original: CInt, to file: CInt) throws(Failure) {
      guard fcopyfile(original, file, nil, copyfile_flags_t(COPYFILE_XATTR | COPYFILE_ACL)) == 0 else {
        throw .unwritable(errno)
      }
    }
  #endif
}
