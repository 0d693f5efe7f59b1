import VaultCore
import VaultStore

extension RecordFields where Record == HistoryEntry {
  package static func change(in environment: VaultEnvironment) -> RecordFields {
    RecordFields([
      Field("sequence") { .integer($0.sequence) },
      Field("time") { .text(NoteDate($0.time).iso8601(in: environment.offset)) },
      Field("title") { .text($0.title) },
      Field("actor") { .text($0.actor) },
      Field("paths") { .texts($0.paths.map(\.text)) },
      Field("undone") { .bool($0.isUndone) },
      Field("undoes") { .integer($0.undoes) },
      Field("foreign") { .bool($0.isForeign) },
    ])

  }

  /// The same with what the change did, as a unified diff.
  package static func change(in environment: VaultEnvironment, diff: String) -> RecordFields {
    RecordFields(change(in: environment).fields + [Field("diff") { _ in .text(diff) }])
  }
}
