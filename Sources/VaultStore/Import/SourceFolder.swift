import VaultCore
import VaultPlatform

/// What a folder outside the vault holds: everything but hidden files and folders and `node_modules`. Links are not
/// followed.
struct SourceFolder {
  typealias File = (path: NotePath, status: stat)

  /// By path.
  private(set) var files: [File] = []
  private(set) var problems: [TransferProblem] = []

  /// Throws `ChangeError` where the folder itself cannot be opened.
  init(_ root: String) throws {
    let tree = try VaultTree(root: root)
    var waiting: [[UInt8]] = [[]]
    while let folder = waiting.popLast() {
      let path = NotePath(bytes: folder)
      do {
        let descriptor = try tree.folder(folder, for: path)
        for name in try FolderNames.readBytes(descriptor, path) where name.first != UInt8(ascii: ".") {
          if HiddenName.isHidden(name) {
            tell(path.appending(name), "is a hidden place on some systems, under another spelling, and is left out")
            continue
          }
          if let inner = try add(name, in: folder, descriptor) { waiting.append(inner) }
        }
      } catch let error as ChangeError {
        guard case .system(_, let code) = error.cause, !SystemFailure(code: code).isShortage else { throw error }
        tell(path, unreadable(code))
      }
    }
    files.sort { $0.path < $1.path }
    problems.sort { $0.place < $1.place }
  }

  /// A folder is given back, to be looked into.
  private mutating func add(
    _ name: [UInt8], in folder: [UInt8], _ descriptor: OwnedDescriptor
  ) throws -> [UInt8]? {
    let bytes = joinedPath(folder, name)
    let path = NotePath(bytes: bytes)
    var status = stat()
    guard fstatat(descriptor.number, name.map { CChar(bitPattern: $0) } + [0], &status, AT_SYMLINK_NOFOLLOW) == 0 else {
      let failure = SystemFailure(code: errno)
      if failure.isShortage { throw ChangeError(path, .system("looked at", failure.code)) }
      tell(path, unreadable(failure.code))
      return nil
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: files.append((path, status))
    case S_IFDIR: return name.elementsEqual("node_modules".utf8) ? nil : bytes
    case S_IFLNK: tell(path, "is a symbolic link, and links are not followed; copy what it leads to by hand")
    default: tell(path, "is a FIFO, socket or device, and is left out")
    }
    return nil
  }

  private mutating func tell(_ path: NotePath, _ message: String) {
    problems.append(TransferProblem(place: path.text, message: message))
  }

  private func unreadable(_ code: CInt) -> String {
    code == EACCES
      ? "cannot be read: \(systemMessage(code)); `chmod -R u+rX` would allow it. Import it again then"
      : "cannot be read: \(systemMessage(code)); check the disk, and import it again then"
  }
}
