import VaultCore
import VaultStore

extension RecordFields where Record == VaultStats {
  /// The figures of a vault.
  package static func stats(in environment: VaultEnvironment) -> RecordFields {
    RecordFields([
      .init("notes") { .integer($0.notes) },
      .init("words") { .integer($0.words) },
      .init("bodyBytes") { .integer($0.bodyBytes) },
      .init("pinned") { .integer($0.pinned) },
      .init("orphans") { .integer($0.orphans) },
      .init("tags") { .integer($0.tags) },
      .init("links") { .integer($0.links) },
      .init("danglingLinks") { .integer($0.danglingLinks) },
      .init("attachments") { .integer($0.attachments) },
      .init("tasksOpen") { .integer($0.tasksOpen) },
      .init("tasksOverdue") { .integer($0.tasksOverdue) },
      .init("tasksDone") { .integer($0.tasksDone) },
      .init("warnings") { .integer($0.warnings) },
      .init("oldest") { .text($0.oldest?.iso8601(in: environment.offset)) },
      .init("newest") { .text($0.newest?.iso8601(in: environment.offset)) },
      .init("categories") { .object($0.categories.map { JSONValue.Member($0.name, .integer($0.count)) }) },
      .init("sources") { .object($0.sources.map { JSONValue.Member($0.name, .integer($0.count)) }) },
    ])
  }
}
