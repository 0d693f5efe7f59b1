/// Which places the setting `index` may name. The configuration travels with a vault, so what it says must not be able
/// to touch a note, or any file that is not an index.
package enum ConfiguredIndexPath {
  /// A path that ends in `.sqlite`, absolute or inside a folder of the vault whose name begins with a dot.
  package static func isSafe(_ path: String) -> Bool {
    guard path.utf8.count > 7, path.hasSuffix(".sqlite"), !path.utf8.contains(0) else { return false }
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    if parts.contains("..") { return false }
    if path.hasPrefix("/") { return true }
    return parts.count > 1 && parts[0].hasPrefix(".") && parts[0] != "."
  }

  package static let remedy =
    "\"index\" may name a file that ends in .sqlite, by an absolute path or in a folder of the vault that begins with a dot, such as .vault/index.sqlite"
}
