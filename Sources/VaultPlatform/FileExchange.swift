#if os(Linux)
  internal import CFileChange
#endif

/// What a system can do with files beyond opening, reading and renaming them. Names end with a NUL; what fails sets
/// `errno`.
package enum FileExchange {
  /// Puts two entries in each other's place at once. False where that fails.
  package static func exchange(_ first: CInt, _ firstName: [CChar], _ second: CInt, _ secondName: [CChar]) -> Bool {
    #if os(Linux)
      renameat2(first, firstName, second, secondName, file_change_exchange) == 0
    #else
      renameatx_np(first, firstName, second, secondName, UInt32(RENAME_SWAP)) == 0
    #endif
  }

  /// Renames an entry to a name that must not be taken. False where that fails.
  package static func move(_ from: CInt, _ name: [CChar], to target: CInt, _ targetName: [CChar]) -> Bool {
    #if os(Linux)
      renameat2(from, name, target, targetName, file_change_no_replace) == 0
    #else
      renameatx_np(from, name, target, targetName, UInt32(RENAME_EXCL)) == 0
    #endif
  }

  /// Returns true when anyone has a file open for writing, which is open here for reading. False where the system does
  /// not tell. Some file systems say so of every file.
  package static func hasWriter(_ file: CInt) -> Bool {
    #if os(Linux)
      file_change_has_writer(file) == 1
    #else
      false
    #endif
  }

  /// Makes others who open the file wait until it is closed, where the system can and nobody has it open by now.
  package static func hold(_ file: CInt) {
    #if os(Linux)
      file_change_hold(file)
    #endif
  }

  /// True when `syncFileSystem` is worth more than a sync of each file.
  package static var syncsFileSystems: Bool {
    #if os(Linux)
      true
    #else
      false
    #endif
  }

  /// Writes all of the file system that an open file is on to its disk. False where that fails.
  package static func syncFileSystem(of file: CInt) -> Bool {
    #if os(Linux)
      return syncfs(file) == 0
    #else
      sync()
      return true
    #endif
  }
}
