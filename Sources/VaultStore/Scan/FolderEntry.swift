import VaultPlatform

/// One entry of a folder's listing.
struct FolderEntry {
  enum Kind: UInt8 {
    case file = 1
    case folder, link, other
    /// The file system does not say, or the entry has just gone.
    case unknown

    init(listed type: UInt8) {
      switch Int(type) {
      case Int(DT_REG): self = .file
      case Int(DT_DIR): self = .folder
      case Int(DT_LNK): self = .link
      case Int(DT_UNKNOWN): self = .unknown
      default: self = .other
      }
    }

    init(mode: mode_t) {
      switch mode & S_IFMT {
      case S_IFREG: self = .file
      case S_IFDIR: self = .folder
      case S_IFLNK: self = .link
      default: self = .other
      }
    }
  }

  /// In the array of names that it was read along with.
  let name: NameRange
  let kind: Kind
  let isNote: Bool

  /// Reads a whole folder: all names but those that begin with a dot. The result is an `errno` value, 0 for success.
  static func read(
    _ folder: CInt, buffer: ListingBuffer, into entries: inout [FolderEntry], names: inout [UInt8],
    hasIgnoreFile: inout Bool
  ) -> CInt {
    entries.removeAll(keepingCapacity: true)
    names.removeAll(keepingCapacity: true)
    return buffer.forEachEntry(of: folder) { text, type in
      let length = strlen(text)
      let name = UnsafeRawBufferPointer(start: text, count: length)
      if length == 0 { return }
      if name[0] == UInt8(ascii: ".") {
        if length == 10, name.elementsEqual(".gitignore".utf8) { hasIgnoreFile = true }
        return
      }
      let start = names.count
      // With the NUL, so that each name can be handed to the system where it stands.
      names.append(contentsOf: UnsafeRawBufferPointer(start: text, count: length + 1))
      entries.append(
        FolderEntry(
          name: NameRange(start: start, length: length), kind: Kind(listed: type), isNote: isNoteName(name)))
    }
  }

  /// `NotePath.isNoteName`, here once more because a generic function of another module is too slow for every name.
  @inline(__always)
  static func isNoteName(_ name: UnsafeRawBufferPointer) -> Bool {
    func ends(_ suffix: StaticString) -> Bool {
      let length = suffix.utf8CodeUnitCount
      if name.count < length { return false }
      for k in 0..<length {
        let c = name[name.count - length + k]
        let lower = c >= 0x41 && c <= 0x5A ? c | 0x20 : c
        if lower != suffix.utf8Start[k] { return false }
      }
      return true
    }
    return ends(".md") || ends(".markdown")
  }

  /// Asks the file system. The name has a NUL after it.
  static func kind(ofEntryNamed name: Slice<UnsafeRawBufferPointer>, in folder: CInt) -> Kind {
    var status = stat()
    let text = UnsafeRawBufferPointer(rebasing: name).assumingMemoryBound(to: CChar.self)
    guard let start = text.baseAddress, fstatat(folder, start, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
      return .unknown
    }
    return Kind(mode: status.st_mode)
  }
}
