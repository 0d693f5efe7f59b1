#if os(Linux)
  internal import CFolderListing
#endif

/// What a path leads to, told from all else that any process of this machine can have there: two that see the same place see
/// the same files in it, also in namespaces of mounts of their own.
package struct MountedPlace: Sendable, Hashable {
  package var device: UInt64
  package var inode: UInt64
  /// The number of the mount, which belongs to one namespace alone; 0 on macOS, which has none. Nil where Linux does not tell
  /// it: then nobody knows who sees the same files.
  package var mount: UInt64?

  package init(device: UInt64, inode: UInt64, mount: UInt64?) {
    (self.device, self.inode, self.mount) = (device, inode, mount)
  }

  /// Links are followed. Nil, with `errno` set, where there is nothing.
  package init?(at path: String) {
    #if os(Linux)
      var place: [UInt64] = [0, 0, 0]
      if folder_listing_place(path, &place) == 0, place[2] != 0 {
        self.init(device: place[0], inode: place[1], mount: place[2])
        return
      }
      // A kernel without the call, or one that says nothing of mounts by it.
      let number = openFile(path, 0x20_0000 | O_CLOEXEC)
      guard number >= 0 else { return nil }
      let file = OwnedDescriptor(number)
      var status = stat()
      guard fstat(file.number, &status) == 0 else { return nil }
      self.init(
        device: UInt64(truncatingIfNeeded: status.st_dev), inode: UInt64(truncatingIfNeeded: status.st_ino),
        mount: Self.mount(of: file))
    #else
      guard let status = status(of: path) else { return nil }
      self.init(
        device: UInt64(truncatingIfNeeded: status.st_dev), inode: UInt64(truncatingIfNeeded: status.st_ino), mount: 0)
    #endif
  }

  #if os(Linux)
    private static func mount(of file: OwnedDescriptor) -> UInt64? {
      let number = openFile("/proc/self/fdinfo/\(file.number)", O_RDONLY | O_CLOEXEC)
      guard number >= 0 else { return nil }
      let info = OwnedDescriptor(number)
      do {
        guard let text = try readAll(info.number, limit: 4_096) else { return nil }
        return mount(inInfo: String(decoding: text, as: UTF8.self))
      } catch {
        return nil
      }
    }
  #endif

  /// The mount that `/proc/self/fdinfo` names.
  static func mount(inInfo text: String) -> UInt64? {
    let line = text.split(separator: "\n").first { $0.hasPrefix("mnt_id:") }
    return line?.split(whereSeparator: \.isWhitespace).last.flatMap { UInt64($0) }
  }
}
