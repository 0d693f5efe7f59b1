#if os(Linux)
  internal import CFolderListing
#endif

/// What can be relied upon on the file system of an open file. Nothing on one that is not known.
package enum FileSystem {
  /// By the numbers of statfs(2): ext2 to ext4, btrfs, XFS, tmpfs, F2FS, ZFS, bcachefs.
  private static let local: Set<UInt32> = [
    0xEF53, 0x9123_683E, 0x5846_5342, 0x0102_1994, 0xF2F5_2010, 0x2FC1_2FC1, 0xCA45_1A4E,
  ]

  /// Local ones whose folders' times say less: overlayfs, FAT, exFAT, NTFS, ramfs, HFS+, JFS, NILFS, ReiserFS, eCryptfs.
  private static let otherLocal: Set<UInt32> = [
    0x794C_7630, 0x4D44, 0x2011_BAB0, 0x7366_746E, 0x8584_58F6, 0x482B, 0x3153_464A, 0x3434, 0x5265_4973, 0xF15F,
  ]

  /// Returns true when a folder's times tell of every entry that comes, goes or is renamed.
  package static func keepsFolderTimes(_ file: CInt) -> Bool { local.contains(number(file)) }

  /// Returns true when the system sees every change, whoever makes it: not where other machines change files, too.
  package static func tellsChanges(_ file: CInt) -> Bool {
    let number = number(file)
    return local.contains(number) || otherLocal.contains(number)
  }

  /// Returns true when what an open folder lists depends on a key (fscrypt). Its times stay as they are with the key or
  /// without. True where that cannot be told.
  package static func isEncrypted(_ folder: CInt) -> Bool {
    #if os(Linux)
      folder_listing_is_encrypted(folder) != 0
    #else
      true
    #endif
  }

  private static func number(_ file: CInt) -> UInt32 {
    #if os(Linux)
      folder_listing_file_system(file)
    #else
      0
    #endif
  }
}
