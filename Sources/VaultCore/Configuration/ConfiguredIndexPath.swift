/// Which file a vault's own configuration may name for its index. It travels with the vault, so that it must not be able to
/// touch a note, or any file outside of the vault's `.vault/`.
package enum ConfiguredIndexPath {
  /// A file in the vault's `.vault/` that ends in `.sqlite`.
  package static func isInVault(_ path: String) -> Bool {
    let parts = path.pathNames(omittingEmpty: false)
    guard parts.count > 1, parts[0] == ".vault", let name = parts.last, name.utf8.count > 7, name.hasSuffix(".sqlite"),
      !path.utf8.contains(0)
    else { return false }
    return parts.allSatisfy { !$0.isEmpty && $0 != "." && $0 != ".." }
  }
}
