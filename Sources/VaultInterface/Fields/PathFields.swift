import VaultCore
import VaultStore

extension RecordFields {
  /// `path` from the vault's root, and beside it `absPath`, and `uri`, its address, which hidden files have none of.
  package static func path(in vault: any RecordVault, _ path: @escaping @Sendable (Record) -> NotePath?) -> [Field] {
    let root = vault.root == "/" ? "" : vault.root
    return [
      Field("path") { .text(path($0)?.text) },
      Field("absPath") { .text(path($0).map { root + "/" + $0.text }) },
      Field("uri") { .text(path($0).flatMap(VaultURL.init(file:))?.description) },
    ]
  }

  /// The names of the fields that a path alone gives.
  package static var pathNames: Set<String> { ["path", "absPath", "uri"] }
}
