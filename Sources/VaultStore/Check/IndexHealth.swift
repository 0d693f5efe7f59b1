import VaultPlatform

/// The index, as a file.
package struct IndexHealth: Sendable {
  /// Nil when there is no place for one.
  package var path: String?
  /// What is wrong with it; nil when it is healthy.
  package var problem: String?
  package var bytes: Int64
}

extension Vault {
  /// Looks all through the file of the index for damage.
  package func indexHealth() throws -> IndexHealth {
    guard let keeper = keeper(VaultListener()) else {
      return IndexHealth(
        path: indexPath, problem: options.noIndex ? nil : "there is none", bytes: indexPath.map(fileSize) ?? 0)
    }
    return IndexHealth(path: keeper.path, problem: try keeper.damage(), bytes: fileSize(keeper.path))
  }
}
