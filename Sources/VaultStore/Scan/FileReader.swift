import VaultCore
import VaultPlatform

package struct FileContent: Sendable {
  package var bytes: [UInt8]
  /// Taken from the open file before the bytes were read: what changed later shows in the next stamp.
  package var stamp: FileStamp
}

/// Why a file could not be read.
package enum FileReadFailure: Error, Hashable {
  /// The system refused, with this `errno` value.
  case system(CInt)
  /// A folder, FIFO, socket or device.
  case notRegular
  /// A symbolic link where none is followed, or a file where the path needs a folder.
  case link
  /// A path, or a link, that leads out of the vault.
  case outside
  /// Sizes in bytes.
  case tooLarge(size: Int64, limit: Int)
}

package struct FileReadError: Failure, Hashable {
  package let path: NotePath
  package let cause: FileReadFailure

  init(_ path: NotePath, _ cause: FileReadFailure) {
    self.path = path
    self.cause =
      switch cause {
      case .system(ELOOP): .link
      case .system(ENXIO): .notRegular
      default: cause
      }
  }

  package var kind: FailureKind { .unreadable }
  package var message: Message { "\(path): \(reason)" }

  /// The cause and the remedy, without the path.
  package var reason: String {
    switch cause {
    case .system(ENOENT):
      "no such file; it may just have been moved or deleted"
    case .system(EACCES), .system(EPERM):
      "cannot be read: \(systemMessage(EACCES)); `chmod u+r` would allow it"
    case .system(let code):
      "cannot be read: \(systemMessage(code)); "
        + (SystemFailure(code: code).remedy ?? "try again, and check the disk if it stays so")
    case .notRegular:
      "is no regular file and is not read; rename it or move it out of the vault"
    case .link:
      "leads through a symbolic link or a file that is no folder, and is not followed; name the file itself"
    case .outside:
      "leads out of the vault and is not followed; copy the file into the vault instead"
    case .tooLarge(let size, let limit):
      "has \(size) bytes, more than the \(limit) that are read; raise `max_file_size` or split the file"
    }
  }
}

/// Reads files beneath a vault's root, and nothing outside it, whatever links stand in the way.
///
/// Keeps the folder of the latest file open, and those around it, so reading is fastest folder by folder. Meant for
/// one pass, by one thread: a folder that is moved meanwhile would still be read at its former path.
package final class FileReader {
  private let rootPath: [UInt8]
  private let root: OwnedDescriptor
  /// The latest folder and those that it is in, from the root's child on; below the last but one, perhaps not all.
  private var folders: [(path: [UInt8], descriptor: OwnedDescriptor)] = []
  /// At most so many are kept open.
  private static let mostFolders = 4
  /// The folder of the latest file. It is opened when a second file of it is asked for: notes from all over are read
  /// without it.
  private var latest: [UInt8] = []
  private var canOpenBeneath: Bool

  /// `root` is an absolute path without symbolic links, as `VaultLocation` gives it.
  /// `canOpenBeneath`: whether the system may be asked to open a path of several names at once.
  package init(root: String, canOpenBeneath: Bool = true) throws(FileReadError) {
    let descriptor = retrying { open(root, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    guard descriptor >= 0 else { throw FileReadError(NotePath(root), .system(errno)) }
    self.root = OwnedDescriptor(descriptor)
    rootPath = Array(root.utf8)
    self.canOpenBeneath = canOpenBeneath
  }

  /// The whole file at a path relative to the root, `limit` bytes at most.
  ///
  /// `isLink` follows a symbolic link at the path's end, to a file inside the root only.
  package func read(_ path: NotePath, isLink: Bool = false, limit: Int) throws(FileReadError) -> FileContent {
    do throws(FileReadFailure) {
      return try contents(path.bytes, isLink: isLink, limit: limit)
    } catch {
      throw FileReadError(path, error)
    }
  }

  private func contents(_ path: [UInt8], isLink: Bool, limit: Int) throws(FileReadFailure) -> FileContent {
    guard VaultTree.staysInside(path) else { throw .outside }
    var target = path
    if isLink {
      switch resolvedPath(rootPath + [UInt8(ascii: "/")] + path) {
      case .failure(let failure): throw .system(failure.code)
      case .success(let resolved):
        guard let inside = relativePath(of: resolved, beneath: rootPath) else { throw .outside }
        target = inside
      }
    }
    let nameStart = target.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
    let folder = target[..<max(nameStart - 1, 0)]
    defer { if !folder.elementsEqual(latest) { latest = Array(folder) } }
    if canOpenBeneath, !folder.isEmpty, !folder.elementsEqual(latest), let file = openBeneath(target) {
      defer { close(file) }
      return try readFile(file, limit: limit)
    }
    let parent = try openedFolder(folder)
    return try readFile(Array(target[nameStart...]), in: parent.number, limit: limit)
  }

  /// The file itself, in one call; nil where that does not work, for whatever reason.
  private func openBeneath(_ path: [UInt8]) -> CInt? {
    guard path.count < longestPath else { return nil }
    let terminated = path.map { CChar(bitPattern: $0) } + [0]
    let file = VaultPlatform.openBeneath(root.number, terminated, readingFlags)
    if file < 0, errno == ENOSYS || errno == EPERM { canOpenBeneath = false }
    return file < 0 ? nil : file
  }

  private func openedFolder(_ path: ArraySlice<UInt8>) throws(FileReadFailure) -> OwnedDescriptor {
    let slash = UInt8(ascii: "/")
    while let last = folders.last,
      !path.starts(with: last.path) || path.count > last.path.count && path[path.startIndex + last.path.count] != slash
    {
      folders.removeLast()
    }
    if folders.count == Self.mostFolders, folders.last?.path.count != path.count { folders.removeLast() }
    var length = folders.last?.path.count ?? 0
    while length < path.count {
      let start = path.startIndex + length + (length == 0 ? 0 : 1)
      let isLast = folders.count == Self.mostFolders - 1
      let end = isLast ? path.endIndex : path[start...].firstIndex(of: slash) ?? path.endIndex
      let around = folders.last?.descriptor ?? root
      let descriptor = openFolder(path[start..<end], beneath: around.number, partLimit: 0)
      guard descriptor >= 0 else { throw errno == ENOTDIR ? .link : .system(errno) }
      folders.append((Array(path[..<end]), OwnedDescriptor(descriptor)))
      length = end - path.startIndex
    }
    return folders.last?.descriptor ?? root
  }
}

/// The part of an absolute path below a root, both without links; empty for the root, nil outside it.
func relativePath(of path: [UInt8], beneath root: [UInt8]) -> [UInt8]? {
  if path == root { return [] }
  let prefix = root.last == UInt8(ascii: "/") ? root : root + [UInt8(ascii: "/")]
  return path.starts(with: prefix) ? Array(path[prefix.count...]) : nil
}
