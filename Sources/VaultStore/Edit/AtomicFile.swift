import VaultCore
import VaultPlatform

/// Files outside of what the journal knows: read, and made whole or not at all.
package enum AtomicFile {
  /// Far more than a person writes into a file that is no note.
  package static let longest = 4 << 20

  /// What stands in the file; nil where there is none. `limit`: the most bytes that it may have. `isOwn`: reads it only if
  /// nobody but this user and root can have written it.
  package static func read(_ path: String, limit: Int = longest, isOwn: Bool = false) throws -> [UInt8]? {
    // Nobody may ever write to a FIFO.
    let file = openingHeld { open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC) }
    var status = stat()
    if file < 0, errno == ENOENT {
      guard lstat(path, &status) == 0 else { return nil }
      throw AtomicFileError(path, .danglingLink)
    }
    return try read(file, path, limit, isOwn: isOwn)
  }

  /// The same of a file in a vault, where no link is followed. `path`: relative to the root.
  package static func read(_ path: String, inside root: String, limit: Int = longest) throws -> [UInt8]? {
    let file = openInside(root, path)
    if file < 0, errno == ENOENT { return nil }
    let shown = root + "/" + path
    if file < 0, errno == ELOOP || errno == ENOTDIR { throw AtomicFileError(shown, .throughLink) }
    return try read(file, shown, limit)
  }

  /// `file`: what opening it has given.
  private static func read(_ file: CInt, _ path: String, _ limit: Int, isOwn: Bool = false) throws -> [UInt8] {
    guard file >= 0 else { throw AtomicFileError(path, errno == ENXIO ? .notRegular : .system("opened", errno)) }
    defer { close(file) }
    var status = stat()
    if isOwn {
      guard fstat(file, &status) == 0 else { throw AtomicFileError(path, .system("looked at", errno)) }
      guard status.isOwn else { throw AtomicFileError(path, .notOwn) }
    }
    do {
      return try readFile(file, limit: limit).bytes
    } catch .system(let code) {
      throw AtomicFileError(path, .system("read", code))
    } catch .tooLarge(_, let limit) {
      throw AtomicFileError(path, .tooLarge(limit: limit))
    } catch {
      let isFolder = fstat(file, &status) == 0 && status.isFolder
      throw AtomicFileError(path, isFolder ? .folder : .notRegular)
    }
  }

  /// Makes a file that must not be there yet, whole. False where it is, and then nothing has changed.
  package static func create(_ path: String, _ bytes: [UInt8], mode: mode_t = 0o644) throws -> Bool {
    var status = stat()
    if lstat(path, &status) == 0 { return false }
    let temporary = try temporary(beside: path, bytes, mode)
    defer { unlink(temporary) }
    if link(temporary, path) != 0 {
      let code = errno
      if code == EEXIST { return false }
      // Where there are no hard links.
      guard [EPERM, ENOTSUP, EMLINK, ENOSYS].contains(code), lstat(path, &status) != 0, rename(temporary, path) == 0
      else { throw AtomicFileError(path, .system("made", code)) }
    }
    try syncFolder(of: path)
    return true
  }

  /// Puts a file in the place of the one that may be there, whole. A link is replaced, too. `isLasting`: false for what need
  /// not survive a power failure.
  package static func replace(_ path: String, _ bytes: [UInt8], mode: mode_t, isLasting: Bool = true) throws {
    let temporary = try temporary(beside: path, bytes, mode, isLasting: isLasting)
    guard rename(temporary, path) == 0 else {
      let code = errno
      unlink(temporary)
      throw AtomicFileError(path, .system("written", code))
    }
    if isLasting { try syncFolder(of: path) }
  }

  /// The path of a new file in the same folder, written and, where it is to last, synced.
  private static func temporary(
    beside path: String, _ bytes: [UInt8], _ mode: mode_t, isLasting: Bool = true
  ) throws -> String {
    let temporary = folder(of: path) + "/" + TemporaryFile.prefix + ChangeSession.newID()
    let file = retrying { open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode) }
    guard file >= 0 else { throw AtomicFileError(path, .system("made", errno)) }
    defer { close(file) }
    do { try write(bytes, to: file, path, isLasting: isLasting) } catch {
      unlink(temporary)
      throw error
    }
    return temporary
  }

  private static func write(_ bytes: [UInt8], to file: CInt, _ path: String, isLasting: Bool) throws {
    do {
      try completing(bytes.count) { done in bytes[done...].withUnsafeBytes { writeSome(file, $0) } }
    } catch {
      throw AtomicFileError(path, .system("written", error.code))
    }
    if isLasting, syncDescriptor(file) != 0 { throw AtomicFileError(path, .system("written", errno)) }
  }

  /// So that the new name survives a power failure, too. Some file systems cannot sync a folder.
  private static func syncFolder(of path: String) throws {
    let descriptor = retrying { open(folder(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    if syncDescriptor(descriptor) != 0, errno != EINVAL { throw AtomicFileError(path, .system("synced", errno)) }
  }

  private static func folder(of path: String) -> String {
    let folder = NotePath(path).folder
    return folder.isEmpty ? (path.utf8.first == 0x2F ? "/" : ".") : folder
  }
}

/// A file that cannot be read or written, and why.
package struct AtomicFileError: Failure {
  enum Trouble {
    /// What could not be done (`written`, `opened`), and the `errno` value.
    case system(String, CInt)
    case folder
    /// A FIFO, socket or device.
    case notRegular
    case danglingLink
    case throughLink
    /// Another user can have written it.
    case notOwn
    /// In bytes.
    case tooLarge(limit: Int)
  }

  package let path: String
  let trouble: Trouble

  init(_ path: String, _ trouble: Trouble) {
    self.path = path
    self.trouble = trouble
  }

  package var kind: FailureKind { .unreadable }
  package var message: Message { "\(path): \(words.cause). It is as it was; \(words.remedy)" }

  var isTooLarge: Bool { if case .tooLarge = trouble { true } else { false } }

  var words: (cause: String, remedy: String) {
    switch trouble {
    case .system(let step, ENOSPC), .system(let step, EDQUOT):
      ("cannot be \(step): the disk, or what you may use of it, is full", "free some space")
    case .system(let step, let code):
      (
        "cannot be \(step): \(systemMessage(code))",
        SystemFailure(code: code).remedy ?? "check its permissions and the disk"
      )
    case .folder: ("is a folder where a file is needed", "move it away")
    case .notRegular: ("is a FIFO, socket or device where a file is needed", "move it away")
    case .throughLink:
      (
        "leads through a symbolic link, which is not followed there, or through a file that is no folder",
        "put the real file or folder in its place"
      )
    case .danglingLink: ("is a link to nothing", "remove it or lead it elsewhere")
    case .notOwn: ("belongs to another user, or others may write to it", "make it yours alone")
    case .tooLarge(let limit):
      ("has more than the \(limit >> 20) MiB that are read of such a file", "make it smaller")
    }
  }
}

/// What was to be changed is no longer what had been read. Nothing was changed.
package struct FileChangedError: Failure {
  package let path: String

  package var kind: FailureKind { .changedMeanwhile }
  package var message: Message {
    "\(path) was changed by another program meanwhile, so nothing was written; try again"
  }
}
