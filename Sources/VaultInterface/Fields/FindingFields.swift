import VaultCore
import VaultStore

extension RecordFields where Record == Finding {
  package static func finding(in vault: any RecordVault) -> RecordFields {
    RecordFields(
      path(in: vault) { $0.path } + [
        Field("line") { .integer($0.diagnostic.location.line) },
        Field("column") { .integer($0.diagnostic.location.column) },
        Field("severity") { .text($0.diagnostic.severity.rawValue) },
        Field("code") { .text($0.diagnostic.code.rawValue) },
        Field("message") { .text($0.diagnostic.message) },
      ])

  }
}
