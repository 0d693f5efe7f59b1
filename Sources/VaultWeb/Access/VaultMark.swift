/// Tells vaults apart in a browser, where another may be served at the same address tomorrow: its cookies, drafts and kept notes
/// are not those of this one.
enum VaultMark {
  /// FNV-1a: it keeps nobody from anything, and shows no path.
  static func text(ofRoot root: String) -> String {
    String(root.utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 })
  }
}
