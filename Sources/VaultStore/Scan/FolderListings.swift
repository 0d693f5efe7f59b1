import VaultCore
import VaultPlatform

/// What was found in a vault's folders when they were listed last, kept in a file beside the index.
///
/// A file system that keeps its folders' times raises them with every entry that comes, goes or is renamed. So a folder
/// whose stamp is still the same, and was conclusive when the folder was listed (see `FileStamp.isConclusive`), need not be
/// listed again. The file is a cache: what is damaged or missing is listed, and it is renamed into place without a sync.
struct FolderListings: Sendable {
  /// A folder's entries as they were read.
  struct Listing: Sendable {
    let path: [UInt8]
    /// Taken before the folder was listed.
    let stamp: FileStamp
    let entries: [UInt8]
  }

  private struct Known: Sendable {
    var stamp: FileStamp
    /// Where the encoded entries lie in `bytes`.
    var entries: Range<Int>
  }

  private static let magic = Array("vltdirs1".utf8)
  private static let headerSize = 16

  private let bytes: [UInt8]
  private var folders: [[UInt8]: Known] = [:]

  /// Nothing known.
  init() {
    bytes = []
  }

  /// Returns nil for anything but bytes that `encoded` made.
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= Self.headerSize, bytes.starts(with: Self.magic) else { return nil }
    self.bytes = bytes
    let isRead = bytes.withUnsafeBytes { all -> Bool in
      let content = UnsafeRawBufferPointer(rebasing: all[Self.headerSize...])
      guard all.loadUnaligned(fromByteOffset: 8, as: UInt64.self) == hashOfName(content) else { return false }
      var reader = ByteReader(content)
      while !reader.isAtEnd {
        guard let path = reader.data(), let size = reader.signed(), let mtime = reader.signed(),
          let ctime = reader.signed(), let device = reader.varint(), let inode = reader.varint(),
          let entries = reader.data()
        else { return false }
        let end = Self.headerSize + reader.offset
        folders[Array(path)] = Known(
          stamp: FileStamp(size: size, mtimeNS: mtime, ctimeNS: ctime, device: device, inode: inode),
          entries: end - entries.count..<end)
      }
      return true
    }
    guard isRead else { return nil }
  }

  var isEmpty: Bool { folders.isEmpty }

  /// Returns true when the folder's entries are known; then they are put where listing it would put them.
  func read(
    _ folder: [UInt8], _ stamp: FileStamp, into entries: inout [FolderEntry], names: inout [UInt8],
    hasIgnoreFile: inout Bool
  ) -> Bool {
    guard let known = folders[folder], known.stamp == stamp else { return false }
    entries.removeAll(keepingCapacity: true)
    names.removeAll(keepingCapacity: true)
    return bytes.withUnsafeBytes { all in
      var reader = ByteReader(UnsafeRawBufferPointer(rebasing: all[known.entries]))
      guard let hasFile = reader.bool(), let text = reader.data(), let kinds = reader.data() else { return false }
      hasIgnoreFile = hasFile
      names.append(contentsOf: text)
      var start = 0
      for code in kinds {
        guard start < text.count, let base = text.baseAddress, let kind = FolderEntry.Kind(rawValue: code) else {
          return false
        }
        let length = strnlen((base + start).assumingMemoryBound(to: CChar.self), text.count - start)
        guard start + length < text.count else { return false }
        let name = UnsafeRawBufferPointer(rebasing: text[start..<start + length])
        entries.append(
          FolderEntry(
            name: NameRange(start: start, length: length), kind: kind, isNote: FolderEntry.isNoteName(name)))
        start += length + 1
      }
      return true
    }
  }

  /// What `read` gives back.
  static func encoded(_ entries: [FolderEntry], names: [UInt8], hasIgnoreFile: Bool) -> [UInt8] {
    var writer = ByteWriter()
    writer.write(hasIgnoreFile)
    writer.write(names)
    writer.write(entries.map(\.kind.rawValue))
    return writer.bytes
  }

  /// A file's bytes for the folders at `paths`: those of `listings` that were conclusive at `checkedAt`, and of the others
  /// what is known. Nil where that says nothing new.
  func encoded(adding listings: [Listing], paths: some Sequence<[UInt8]>, checkedAt: Int64) -> [UInt8]? {
    guard listings.contains(where: { $0.stamp.isConclusive(checkedAt: checkedAt) }) else { return nil }
    let listed = Dictionary(listings.map { ($0.path, $0) }) { _, last in last }
    var writer = ByteWriter()
    for path in paths {
      let stamp: FileStamp
      let entries: ArraySlice<UInt8>
      if let listing = listed[path] {
        guard listing.stamp.isConclusive(checkedAt: checkedAt) else { continue }
        (stamp, entries) = (listing.stamp, listing.entries[...])
      } else if let known = folders[path] {
        (stamp, entries) = (known.stamp, bytes[known.entries])
      } else {
        continue
      }
      writer.write(path)
      writer.write(signed: stamp.size)
      writer.write(signed: stamp.mtimeNS)
      writer.write(signed: stamp.ctimeNS)
      writer.write(varint: stamp.device)
      writer.write(varint: stamp.inode)
      writer.write(entries)
    }
    let hash = writer.bytes.withUnsafeBytes { hashOfName($0) }
    return Self.magic + withUnsafeBytes(of: hash) { Array($0) } + writer.bytes
  }
}

// On disk

extension FolderListings {
  /// What the file holds: nothing where there is none or it is damaged, nil where it is none of ours or unreadable.
  static func read(_ path: String) -> FolderListings? {
    let file = retrying { open(path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC) }
    guard file >= 0 else { return errno == ENOENT ? FolderListings() : nil }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.isOwnFile else { return nil }
    do throws(FileReadFailure) {
      let bytes = try readFile(file, limit: 1 << 30).bytes
      guard bytes.isEmpty || bytes.starts(with: magic) else { return nil }
      return FolderListings(bytes) ?? FolderListings()
    } catch {
      // Whatever it is, every folder can be listed instead, and what is wrong with those is told.
      return nil
    }
  }

  /// Puts the bytes in the file's place. False where that cannot be: then folders are listed again next time, and
  /// nothing is lost.
  @discardableResult
  static func write(_ bytes: [UInt8], to path: String) -> Bool {
    let temporary = "\(path).\(getpid())"
    func made() -> CInt { retrying { open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600) } }
    var file = made()
    if file < 0, errno == ENOENT {
      // The cache has a folder for it only where the index is there as well.
      do { _ = try PrivateFolder(NotePath(path).folder, others: .mayRead, makes: true) } catch { return false }
      file = made()
    }
    guard file >= 0 else { return false }
    do {
      defer { close(file) }
      try completing(bytes.count) { done in bytes[done...].withUnsafeBytes { writeSome(file, $0) } }
    } catch {
      unlink(temporary)
      return false
    }
    if rename(temporary, path) == 0 { return true }
    unlink(temporary)
    return false
  }
}
