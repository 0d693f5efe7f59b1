import VaultCore
import VaultStore

extension RecordFields where Record == ChangeRecord {
  /// What became of a file.
  package static func change(in vault: any RecordVault) -> RecordFields {
    RecordFields(
      [Field("state") { .text($0.state.rawValue) }] + path(in: vault) { $0.path }
        + [Field("from") { .text($0.from?.text) }])
  }
}
