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

  /// Throws what would stop every other file, too.
  func copy(_ path: NotePath) throws -> Outcome {
    if path.isHidden {
      return .refused("is in a hidden place on some systems, under another spelling, and is left out")
    }
    let content: FileContent
    do { content = try source.readForExport(path) } catch {
      try ShortageError.check("the export cannot go on", error)
      return .refused("is left out: \(error.reason)")
    }
    do {
      for folder in path.ancestors.reversed() { _ = try target.place(folder).makeFolder() }
      let place = try target.place(path)
      if try VaultTree.kind(place) != nil {
        let isSame = try FileImage.readIfThere(place)?.bytes == content.bytes
        return isSame ? .same : .refused(Self.taken)
      }
      let next = place.sibling("\(TemporaryFile.prefix)\(ChangeSession.newID())")
      let file = try TemporaryFile.write(content.bytes, to: next, replacing: nil, mode: mode(path))
      // A copy with another time is a copy all the same.
      let time = timespec(nanoseconds: content.stamp.mtimeNS)
      futimens(file.number, [time, time])
      try TemporaryFile.removingOnError(next) { try FileSwap.move(next, to: place) }
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

  private func mode(_ path: NotePath) -> mode_t {
    var status = stat()
    let absolute = (sourceRoot + "/").utf8 + path.bytes
    return stat(absolute.map { CChar(bitPattern: $0) } + [0], &status) == 0 ? status.st_mode & 0o666 | 0o600 : 0o600
  }

  func sync() throws {
    try ChangeError.check(FileExchange.syncFileSystem(of: target.root.number), NotePath(name), "synced")
  }
}
