import VaultCore
import VaultPlatform

/// What zk keeps beside the notes of a notebook.
enum NotebookFiles {
  static let folder = ".zk"
  static let path = ".zk/config.toml"

  /// How its notes are written; nil for what is no notebook of zk. What cannot be understood in its configuration is told.
  static func format(root: String, _ notice: (VaultNotice) -> Void) throws -> NotebookFormat? {
    guard status(of: root + "/" + folder)?.isFolder == true else { return nil }
    return try SettingsFile.settings(
      path, of: "zk", root: root, NotebookFormat(), notice, NotebookFormat.read)
  }
}
