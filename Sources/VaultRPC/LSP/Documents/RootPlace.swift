import VaultCore
import VaultPlatform
import VaultStore

/// The folder of a vault, with the path by which a client reaches it, in which there may be symbolic links.
struct RootPlace: Sendable, Hashable {
  /// Without symbolic links.
  let root: String
  /// As the client's paths begin.
  let shown: String

  /// The address of a file in the vault, as this client would write its path.
  func uri(of path: NotePath) -> DocumentURI { DocumentURI(folder: shown, path) }

  /// The file in the vault that an address is of; nil for what lies elsewhere. Its folders need not be there.
  func path(of uri: DocumentURI) -> NotePath? { uri.path.flatMap { FilePlace($0)?.path(below: root) } }
}

/// A file by its path, the folders on the way to it without symbolic links. The file itself may be one.
struct FilePlace {
  /// Absolute. Of folders that are not there, the names as they were given.
  let folder: String
  let name: String
  /// As it was given.
  let given: String

  /// `path`: absolute, without `.` and `..`. Nil where a folder on the way cannot be looked at.
  init?(_ path: String) {
    guard let slash = path.utf8.lastIndex(of: 0x2F) else { return nil }
    given = path
    name = String(path[path.utf8.index(after: slash)...])
    var (existing, missing) = (String(path[..<slash]), "")
    while true {
      switch resolvedPath(Array((existing.isEmpty ? "/" : existing).utf8)) {
      case .success(let bytes):
        guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
        folder = (text == "/" ? "" : text) + missing
        return
      case .failure(let failure):
        guard failure.code == ENOENT, let slash = existing.utf8.lastIndex(of: 0x2F) else { return nil }
        missing = existing[slash...] + missing
        existing = String(existing[..<slash])
      }
    }
  }

  /// The nearest folder of it that is there.
  var existingFolder: String {
    var folder = folder
    while !folder.isEmpty, status(of: folder)?.isFolder != true {
      folder = String(folder[..<(folder.utf8.lastIndex(of: 0x2F) ?? folder.startIndex)])
    }
    return folder.isEmpty ? "/" : folder
  }

  /// Nil for what does not lie below that folder.
  func path(below root: String) -> NotePath? {
    let start = Array((root == "/" ? "" : root).utf8) + [0x2F]
    let path = Array((folder + "/" + name).utf8)
    guard path.count > start.count, path.starts(with: start) else { return nil }
    return NotePath(bytes: path[start.count...])
  }

  /// How whoever gave the path reaches that folder.
  func place(of root: String) -> RootPlace? {
    guard let path = path(below: root) else { return nil }
    let end = "/" + path.text
    let isAsGiven =
      given.utf8.count > end.utf8.count && Array(given.utf8).suffix(end.utf8.count).elementsEqual(end.utf8)
    return RootPlace(root: root, shown: isAsGiven ? String(given.utf8.dropLast(end.utf8.count)) ?? root : root)
  }
}
