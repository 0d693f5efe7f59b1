import VaultStore

/// What the fields of records have to know of the vault that these are from.
package protocol RecordVault: Sendable {
  /// Absolute.
  var root: String { get }
  var environment: VaultEnvironment { get }
}

extension Vault: RecordVault {
  package var root: String { location.root }
}
