import VaultCore
import VaultStore

extension RecordFields where Record == TaskView {
  /// A task as JSON and `--format` give it. An impossible date is `null`.
  package static func task(in vault: any RecordVault) -> RecordFields {
    RecordFields([Field("handle") { .text($0.task.handle) }] + path(in: vault) { $0.task.path } + rest)
  }

  private static let rest =
    [
      Field("line") { .integer($0.task.line) },
      Field("status", members: ["symbol", "name", "type"]) { JSONValue(status: $0.task.status) },
      Field("description") { .text($0.task.description) },
      Field("priority") { .text($0.task.priority.rawValue) },
      Field("category") { .text($0.task.category) },
    ] + dateFields + [
      Field("recurrence") { .text($0.task.recurrence) },
      Field("id") { .text($0.task.id) },
      Field("dependsOn") { .texts($0.task.dependsOn) },
      Field("onCompletion") { .text($0.task.onCompletion) },
      Field("tags") { .texts($0.task.tags) },
      Field("heading") { .text($0.task.heading) },
      Field("parent") { .text($0.task.parent) },
      Field("blockID") { .text($0.task.blockID) },
      // Two digits, as Obsidian Tasks shows it: sums of such figures are not exact beyond.
      Field("urgency") { .number(($0.urgency * 100).rounded() / 100) },
      Field("overdue") { .bool($0.isOverdue) },
      Field("blocked") { .bool($0.isBlocked) },
      Field("raw") { .text($0.task.raw) },
    ]
}

/// Each kind of date is a field of that name.
private let dateFields = TaskFieldKind.dates.map { kind in
  RecordFields<TaskView>.Field(kind.rawValue) { .text($0.task.dates[day: kind]?.description) }
}

extension JSONValue {
  init(status: TaskStatus) {
    self = .object([
      Member("symbol", .text(String(status.symbol))), Member("name", .text(status.name)),
      Member("type", .text(status.type.rawValue)),
    ])
  }
}
