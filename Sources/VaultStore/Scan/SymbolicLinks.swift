import VaultCore
import VaultPlatform

/// Decides about the symbolic links of a vault once all its folders have been read.
///
/// A link to a file inside the root is a note (or another file) of the vault, unless the file itself is one already or
/// an earlier link, by path, led to it. Links out of the root and loops become problems.
struct SymbolicLinks {
  private let root: [UInt8]
  private var seen: Set<FileStamp.Identity> = []

  init(root: [UInt8]) {
    self.root = root
  }

  /// `result.folders` are sorted; its problems are no longer, afterwards.
  mutating func resolve(_ links: [PendingLink], in result: inout ScanResult) throws(ScanError) {
    if links.isEmpty { return }
    for folder in result.folders {
      for note in folder.notes { seen.insert(note.stamp.identity) }
    }
    let sorted = links.map { (path: joinedPath($0.folder, $0.name), link: $0) }
      .sorted { $0.path.lexicographicallyPrecedes($1.path) }
    for (path, link) in sorted {
      guard let folder = result.index(ofFolder: link.folder) else { continue }
      switch try target(of: path, folder: link.folder) {
      case .file(let stamp):
        if !NotePath.isNoteName(link.name) {
          result.folders[folder].addFile(named: link.name, result.key)
        } else if seen.insert(stamp.identity).inserted {
          result.folders[folder].addLinkedNote(named: link.name, stamp, result.key)
        }
      case .folder:
        break
      case .problem(let kind, let message):
        // Other files than notes may well be elsewhere for a while, as git-annex has it.
        if kind == .brokenLink, !NotePath.isNoteName(link.name) { continue }
        result.problems.append(ScanProblem(kind, NotePath(bytes: path), message))
      }
    }
  }

  private enum Target {
    case file(FileStamp)
    case folder
    case problem(ScanProblem.Kind, String)
  }

  private func target(of path: [UInt8], folder: [UInt8]) throws(ScanError) -> Target {
    let resolved: [UInt8]
    switch resolvedPath(joinedPath(root, path)) {
    case .success(let path): resolved = path
    case .failure(let failure): return try Self.unresolved(failure.code)
    }
    guard let inside = relativePath(of: resolved, beneath: root) else {
      let shown = String(decoding: resolved, as: UTF8.self)
      return .problem(
        .linkOutside, "is a link out of the vault, to \(shown), and is not followed; copy what it leads to")
    }
    guard let status = status(of: resolved.map { CChar(bitPattern: $0) } + [0], followsLink: false) else {
      return try Self.unresolved(errno)
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return .file(FileStamp(status))
    case S_IFDIR:
      let isAbove = inside.isEmpty || folder == inside || folder.starts(with: inside + [UInt8(ascii: "/")])
      return isAbove ? .problem(.linkLoop, "is a link to a folder that it lies in, and is not followed") : .folder
    default:
      return .problem(.notRegular, "is a link to a FIFO, socket or device and is not read; remove it")
    }
  }

  private static func unresolved(_ code: CInt) throws(ScanError) -> Target {
    if SystemFailure(code: code).isShortage { throw Scanner.shortage(code) }
    return switch code {
    case ELOOP:
      .problem(.linkLoop, "is a link that leads to itself and is not followed; remove it or lead it elsewhere")
    case ENOENT, ENOTDIR: .problem(.brokenLink, "is a link to nothing; remove it or lead it elsewhere")
    default: .problem(.unreadableNote, "is a link that cannot be followed: \(systemMessage(code))")
    }
  }
}
