import VaultCore
import VaultStore

extension RecordFields where Record == GitChange {
  package static func gitChange(in vault: any RecordVault) -> RecordFields {
    RecordFields(
      [Field("state") { .text($0.kind.rawValue) }] + path(in: vault) { $0.path }
        + [Field("from") { .text($0.from?.text) }])
  }
}

extension RecordFields where Record == NoteVersionSummary {
  package static func noteVersion(in environment: VaultEnvironment) -> RecordFields {
    RecordFields([
      Field("commit") { .text($0.version.commit) },
      Field("time") { .text(NoteDate.instant($0.version.time * 1_000).iso8601(in: environment.offset)) },
      Field("author") { .text($0.version.author) },
      Field("subject") { .text($0.version.subject) },
      Field("path") { .text($0.version.path.text) },
      Field("words") { .integer($0.words) },
      Field("openTasks") { .integer($0.openTasks) },
      Field("closedTasks") { .integer($0.closedTasks) },
    ])
  }
}

extension RecordFields where Record == TaskHistoryEvent {
  package static func taskEvent(in vault: any RecordVault) -> RecordFields {
    let environment = vault.environment
    return RecordFields(
      [
        Field("event") { .text($0.event.name) },
        Field("from") { .text($0.event.from) },
        Field("to") { .text($0.event.to) },
        Field("days") { .integer($0.event.days) },
        Field("commit") { .text($0.version?.commit) },
        Field("time") { .text($0.version.map { NoteDate.instant($0.time * 1_000).iso8601(in: environment.offset) }) },
        Field("author") { .text($0.version?.author) },
        Field("subject") { .text($0.version?.subject) },
        Field("handle") { .text($0.task.handle) },
      ] + path(in: vault) { $0.task.path } + [
        Field("line") { .integer($0.task.line) },
        Field("status", members: ["symbol", "name", "type"]) { JSONValue(status: $0.task.status) },
        Field("description") { .text($0.task.description) },
        Field("raw") { .text($0.task.raw) },
      ])
  }
}

extension TaskEvent {
  /// What it was before: a day, other words, or another note.
  package var from: String? {
    switch self {
    case .added, .completed, .cancelled, .reopened, .removed: nil
    case .reworded(let text): text
    case .postponed(let day, _), .broughtForward(let day, _): "\(day)"
    case .moved(let path): path.text
    }
  }

  package var to: String? {
    switch self {
    case .postponed(_, let day), .broughtForward(_, let day): "\(day)"
    case .added, .completed, .cancelled, .reopened, .removed, .reworded, .moved: nil
    }
  }

  /// How many days later it is now; fewer than none where it is earlier.
  package var days: Int? {
    switch self {
    case .postponed(let from, let to), .broughtForward(let from, let to): Int(to.dayNumber - from.dayNumber)
    case .added, .completed, .cancelled, .reopened, .removed, .reworded, .moved: nil
    }
  }
}
