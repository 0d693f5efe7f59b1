import VaultCore
import VaultPlatform

/// A file as it was read: what it holds, and what a new version of it must keep.
struct FileImage {
  var bytes: [UInt8]
  var status: stat

  var identity: FileStamp.Identity { FileStamp(status).identity }

  var mode: mode_t { status.st_mode & 0o7777 }
  var needsWritingInPlace: Bool { status.needsWritingInPlace }

  /// Returns nil when there is nothing of that name.
  static func status(_ place: VaultTree.Place) throws -> stat? {
    var status = stat()
    if fstatat(place.folder.number, place.name, &status, AT_SYMLINK_NOFOLLOW) == 0 { return status }
    if errno == ENOENT { return nil }
    throw ChangeError(place.path, .system("looked at", errno))
  }

  /// Reads a regular file; links are not followed. Throws `ChangeError`.
  static func read(_ place: VaultTree.Place, limit: Int = 1 << 30) throws -> FileImage {
    guard let image = try readIfThere(place, limit: limit) else { throw ChangeError(place.path, .missing) }
    return image
  }

  /// Returns nil when there is nothing of that name.
  static func readIfThere(_ place: VaultTree.Place, limit: Int = 1 << 30) throws -> FileImage? {
    // Nobody may ever write to a FIFO.
    let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
    let file = retrying { openat(place.folder.number, place.name, flags) }
    if file < 0, errno == ENOENT { return nil }
    guard file >= 0 else {
      let code = errno
      throw ChangeError(place.path, code == ENXIO ? .notRegular : code == ELOOP ? .throughLink : .system("read", code))
    }
    defer { close(file) }
    return try read(file, place.path, limit: limit)
  }

  static func read(_ file: CInt, _ path: NotePath, limit: Int = 1 << 30) throws -> FileImage {
    var status = stat()
    guard fstat(file, &status) == 0 else { throw ChangeError(path, .system("looked at", errno)) }
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
  /// True when a file that took this one's place would lose something: its other names (hard links), or its owner.
  var needsWritingInPlace: Bool { st_nlink > 1 || !FileAttributes.canKeepOwner(self) }
}
