import VaultCore

/// Tells vaults apart in a browser, where another may be served at the same address tomorrow: its cookies, drafts and kept notes
/// are not those of this one.
enum VaultMark {
  /// Shows no path.
  static func text(ofRoot root: String) -> String { StableHash(root.utf8).text }
}
