import VaultCore
import VaultStore

extension RecordFields where Record == NotePath {
  package static func file(in vault: any RecordVault) -> RecordFields {
    RecordFields(
      path(in: vault) { $0 } + [
        Field("name") { .text($0.name) },
        Field("folder") { .text($0.folder) },
        Field("extension") { .text($0.fileExtension) },
        Field("note") { .bool($0.isNote) },
      ])

  }
}

extension RecordFields where Record == FolderCount {
  package static func folder(in vault: any RecordVault) -> RecordFields {
    RecordFields(
      path(in: vault) { $0.path } + [
        Field("notes") { .integer($0.notes) },
        Field("attachments") { .integer($0.attachments) },
        Field("total") { .integer($0.total) },
      ])

  }
}
