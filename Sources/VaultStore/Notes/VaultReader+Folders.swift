import VaultCore
import VaultPlatform

extension VaultReader {
  /// How many notes a folder has, with those of the folders in it.
  package func noteCount(below folder: NotePath) throws -> Int {
    guard !folder.text.isEmpty else { return try snapshot.noteCount }
    let prefix = Array(folder.text.utf8) + [0x2F]
    return try snapshot.heads(of: snapshot.universe).count { $0.path.text.utf8.starts(with: prefix) }
  }

  /// Returns true when a folder is there, with or without notes, and may be seen. Throws `MoveError` for a place out of the vault.
  package func isFolder(_ name: String) throws -> Bool {
    let path = try vault.pathInVault(name)
    if path.text.isEmpty { return true }
    guard try isVisible(folder: path) else { return false }
    let tree = try VaultTree(root: location.root)
    return try tree.placeIfThere(path).flatMap { try VaultTree.kind($0) } == S_IFDIR
  }
}

extension VaultReader {
  /// A file of the vault that is no note, open for reading. Throws `NoteNameError` where the vault has none of that path,
  /// ignored ones among them, and `FileReadError` for what is no regular file.
  package func openedFile(at path: NotePath) throws -> OwnedDescriptor {
    guard try snapshot.directory.exact(foldedPath: LinkResolver.key(path.text)).contains(path), !path.isNote else {
      throw NoteNameError.notFound(path.text, nearest: [])
    }
    let number = openInside(location.root, path.bytes)
    guard number >= 0 else { throw FileReadError(path, .system(errno)) }
    let file = OwnedDescriptor(number)
    var status = stat()
    guard fstat(number, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw FileReadError(path, .notRegular)
    }
    return file
  }
  /// How many bytes such a file has, and the first of them, at most so many. Throws as `openedFile` does.
  package func beginning(ofFileAt path: NotePath, most: Int) throws -> (size: Int, bytes: [UInt8]) {
    let file = try openedFile(at: path)
    var status = stat()
    guard fstat(file.number, &status) == 0 else { throw FileReadError(path, .system(errno)) }
    var bytes = [UInt8](repeating: 0, count: min(most, Int(status.st_size)))
    var count = 0
    while count < bytes.count {
      let more = bytes.withUnsafeMutableBytes {
        readSome(file.number, UnsafeMutableRawBufferPointer(rebasing: $0[count...]))
      }
      if more < 0 { throw FileReadError(path, .system(errno)) }
      if more == 0 { break }
      count += more
    }
    return (Int(status.st_size), Array(bytes[..<count]))
  }
}
