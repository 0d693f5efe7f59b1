import VaultCore
import VaultStore

extension RecordFields where Record == TrashItem {
  package static func trashItem(in environment: VaultEnvironment) -> RecordFields {
    RecordFields([
      Field("path") { .text($0.path.text) },
      Field("deleted") { .text(NoteDate($0.deleted).iso8601(in: environment.offset)) },
      Field("id") { .text($0.id) },
      Field("size") { .integer(Int($0.size)) },
      Field("foreign") { .bool($0.isForeign) },
    ])

  }
}
