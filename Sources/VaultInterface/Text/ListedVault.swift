import Foundation
import VaultCore
import VaultStore

/// What listings need of a vault besides the records.
package struct ListedVault {
  package let environment: VaultEnvironment
  package let labels: NoteLabels

  package init(_ vault: Vault) {
    environment = vault.environment
    labels = NoteLabels(categories: vault.configuration.categories, sources: vault.configuration.sources)
  }

  /// For people relative to now, for programs ISO 8601.
  package func time(_ date: NoteDate, isRelative: Bool) -> String {
    isRelative ? RelativeTime.text(date, in: environment) : date.iso8601(in: environment.offset)
  }
}

extension NoteDate {
  package init(_ date: Date) { self = .instant(Int64(date.timeIntervalSince1970 * 1_000)) }
}
