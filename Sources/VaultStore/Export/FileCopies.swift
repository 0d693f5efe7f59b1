import VaultCore
import VaultPlatform

/// Copies files of one folder to the same places in another.
struct FileCopies {
  enum Outcome {
    case copied, same
    case refused(String)
  }

  private let source: FileReader
  private let sourceRoot: String
  private let target: VaultTree
  /// As it was given.
  private let name: String

  init(from root: String, to folder: String, named name: String) throws {
    source = try FileReader(root: root)
    sourceRoot = root
    self.name = name
    do {
      target = try VaultTree(root: folder)
    } catch let error as ChangeError {
      guard case .system(_, let code) = error.cause else { throw error }
      throw ExportError.unusable(name, code: code)
    }
  }

  private func read(_ path: NotePath) throws(FileReadError) -> FileContent {
    do {
      return try source.read(path, limit: ImportReader.longestFile)
    } catch  where error.cause == .link {
      return try source.read(path, isLink: true, limit: ImportReader.longestFile)
    }
  }

  /// Throws what would stop every other file, too.
  func copy(_ path: NotePath) throws -> Outcome {
    let content: FileContent
    do { content = try read(path) } catch { return .refused("is left out: \(error.reason)") }
    do {
      try makeFolders(above: path)
      let place = try target.place(path)
      if try VaultTree.kind(place) != nil {
        let isSame = try FileImage.readIfThere(place)?.bytes == content.bytes
        return isSame ? .same : .refused(Self.taken)
      }
      let next = place.sibling("\(TemporaryFile.prefix)\(ChangeSession.newID())")
      let file = try TemporaryFile.write(content.bytes, to: next, replacing: nil, mode: mode(path))
      do {
        setTime(file, content.stamp.mtimeNS)
        try FileSwap.move(next, to: place)
      } catch {
        TemporaryFile.remove(next)
        throw error
      }
      return .copied
    } catch let error as ChangeError {
      switch error.cause {
      case .system: throw error
      case .exists: return .refused(Self.taken)
      default: return .refused("a link or a file of another kind is in the way there; export into an empty folder")
      }
    }
  }

  private static let taken = "is there already with another content, and stays as it is; export into an empty folder"

  private func makeFolders(above path: NotePath) throws {
    let bytes = path.bytes
    for (index, byte) in bytes.enumerated() where byte == UInt8(ascii: "/") {
      let place = try target.place(NotePath(bytes: bytes[..<index]))
      if mkdirat(place.folder.number, place.name, 0o777) != 0, errno != EEXIST {
        throw ChangeError(place.path, .system("made", errno))
      }
    }
  }

  private func mode(_ path: NotePath) -> mode_t {
    var status = stat()
    let absolute = (sourceRoot + "/").utf8 + path.bytes
    return stat(absolute.map { CChar(bitPattern: $0) } + [0], &status) == 0 ? status.st_mode & 0o666 | 0o600 : 0o600
  }

  /// A copy with another time is a copy all the same.
  private func setTime(_ file: OwnedDescriptor, _ nanoseconds: Int64) {
    let time = timespec(nanoseconds: nanoseconds)
    futimens(file.number, [time, time])
  }

  func sync() throws {
    guard FileExchange.syncFileSystem(of: target.root.number) else {
      throw ChangeError(NotePath(name), .system("synced", errno))
    }
  }
}
