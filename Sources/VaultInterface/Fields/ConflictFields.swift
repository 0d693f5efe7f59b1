import VaultCore
import VaultStore

extension RecordFields where Record == NoteConflict {
  package static func conflict(in vault: any RecordVault) -> RecordFields {
    RecordFields(
      path(in: vault) { $0.path } + [
        Field("line") { .integer($0.lines?.lowerBound) },
        Field("endLine") { .integer($0.lines?.upperBound) },
        Field("unmerged") { .bool($0.isUnmerged) },
      ])
  }
}
