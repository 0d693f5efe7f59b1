import VaultCore
import VaultStore

/// What listings need of a vault besides the records.
package struct ListedVault {
  package let root: String
  package let environment: VaultEnvironment
  package let labels: NoteLabels

  package init(root: String, environment: VaultEnvironment, labels: NoteLabels) {
    self.root = root
    self.environment = environment
    self.labels = labels
  }

  package init(_ vault: Vault) {
    self.init(
      root: vault.location.root, environment: vault.environment,
      labels: NoteLabels(categories: vault.configuration.categories, sources: vault.configuration.sources))
  }

  /// For people relative to now, for programs ISO 8601.
  package func time(_ date: NoteDate, isRelative: Bool) -> String {
    isRelative ? RelativeTime.text(date, in: environment) : date.iso8601(in: environment.offset)
  }
}
