import VaultCore
import VaultStore

extension RecordFields where Record == ChangeRecord {
  /// What became of a file.
  package static let change = RecordFields([
    Field("state") { .text($0.state.rawValue) },
    Field("path") { .text($0.path.text) },
    Field("from") { .text($0.from?.text) },
  ])
}
