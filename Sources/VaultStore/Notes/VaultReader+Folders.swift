import VaultCore
import VaultPlatform

extension VaultReader {
  /// How many notes a folder has, with those of the folders in it.
  package func noteCount(below folder: NotePath) throws -> Int {
    guard !folder.text.isEmpty else { return try snapshot.noteCount }
    let prefix = Array(folder.text.utf8) + [0x2F]
    return try snapshot.heads(of: snapshot.universe).count { $0.path.text.utf8.starts(with: prefix) }
  }

  /// Returns true when a folder is there, with or without notes. Throws `MoveError` for a place out of the vault.
  package func isFolder(_ name: String) throws -> Bool {
    let path = try vault.pathInVault(name)
    if path.text.isEmpty { return true }
    let tree = try VaultTree(root: location.root)
    return try tree.placeIfThere(path).flatMap { try VaultTree.kind($0) } == S_IFDIR
  }
}
