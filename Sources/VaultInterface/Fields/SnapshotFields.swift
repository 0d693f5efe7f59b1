import VaultCore
import VaultStore

extension RecordFields where Record == StatusSnapshot {
  /// A glance at a vault as JSON and `--format` give it.
  package static func snapshot(in vault: any RecordVault) -> RecordFields {
    let environment = vault.environment
    let task = RecordFields<TaskView>.task(in: vault)
    let name = RecordFields<NoteRecord>.noteName(in: vault)
    return RecordFields([
      Field("version") { _ in .integer(1) },
      Field("at") { .text(NoteDate($0.at).iso8601(in: environment.offset)) },
      Field("vault") { .text($0.root) },
      Field("today") { .text($0.today.description) },
      Field("pinnedNote", members: ["path", "absPath", "uri", "title", "preview"]) { glance in
        guard let record = glance.note else { return .null }
        return name.value(record).with("preview", .text(Preview(record).snippet))
      },
      Field(
        "counts", members: ["notes", "pinned", "open", "inProgress", "overdue", "dueToday", "dueWeek"]
      ) { glance in
        .object(
          [.init("notes", .integer(glance.notes)), .init("pinned", .integer(glance.pinned))]
            + (JSONValue(glance.tasks).members ?? []))
      },
      Field("next") { .list($0.next.map(task.value)) },
      Field("referenced") { glance in
        .list(
          glance.referenced.map {
            name.value($0.record).with(
              "lastReferenced", .text(NoteDate.instant($0.milliseconds).iso8601(in: environment.offset)))
          })
      },
    ])
  }
}

extension RecordFields where Record == NoteRecord {
  /// What a note is called, and where it is.
  fileprivate static func noteName(in vault: any RecordVault) -> RecordFields {
    RecordFields(path(in: vault) { $0.path } + [Field("title") { .text($0.title) }])
  }
}

extension JSONValue {
  package init(_ counts: TaskCounts) {
    self = .object([
      Member("open", .integer(counts.open)), Member("inProgress", .integer(counts.inProgress)),
      Member("overdue", .integer(counts.overdue)), Member("dueToday", .integer(counts.dueToday)),
      Member("dueWeek", .integer(counts.dueWeek)),
    ])
  }

  fileprivate func with(_ name: String, _ value: JSONValue) -> JSONValue {
    .object((members ?? []) + [Member(name, value)])
  }
}
