import VaultInterface
import VaultStore

/// A kind of record that `--json` prints: for `vault help json`, which makes its list from the tables that print them.
struct RecordKind {
  /// The schema's file without `.json`.
  let schema: String
  let title: String
  /// What prints it.
  let commands: [String]
  /// The kind whose fields it has besides its own; nil where it has its own alone.
  let base: String?
  /// In the order of JSON's keys, those of the base too.
  let fields: [String]

  private init<Record>(
    _ schema: String, _ title: String, _ table: RecordFields<Record>, base: String? = nil, of commands: String...
  ) {
    self.schema = schema
    self.title = title
    self.commands = commands
    self.base = base
    fields = table.fields.map(\.name)
  }

  func meaning(of field: String) -> FieldMeaning? {
    FieldMeaning.of(field, in: [schema] + (base.map { [$0] } ?? []))
  }

  static func all(in environment: VaultEnvironment) -> [RecordKind] {
    [
      RecordKind("note", "A note", .note(in: environment), of: "list", "orphans"),
      RecordKind("search-hit", "A hit", .searchHit(in: environment), base: "note", of: "search"),
      RecordKind("search-line", "A line that a search found", LineHit.fields, of: "search --lines"),
      RecordKind("shown-note", "A note in full", .shownNote(in: environment), base: "note", of: "show"),
      RecordKind("exported-note", "A note with its text", .exportedNote(in: environment), base: "note", of: "export"),
      RecordKind("related-note", "A related note", .related(in: environment), base: "note", of: "related"),
      RecordKind("task", "A task", .task, of: "tasks", "tasks next", "tasks --tasks-query"),
      RecordKind("agenda-entry", "A task on the agenda", .agendaEntry, base: "task", of: "tasks agenda"),
      RecordKind("query-entry", "A task that a note's query found", .noteQueryEntry, base: "task", of: "tasks run"),
      RecordKind(
        "task-count", "How many tasks a group has", .tally(by: TaskGrouping.allCases.filter { $0 != .none }),
        of: "tasks --count --group"),
      RecordKind("link", "A link", LinksCommand.fields, of: "links"),
      RecordKind("backlink", "A link to a note", BacklinksCommand.fields, of: "backlinks"),
      RecordKind("mention", "A place that names a note without a link", UnlinkedCommand.fields, of: "unlinked"),
      RecordKind(
        "change", "What became of a note, another file or a folder", .change,
        of: "all that change notes", "undo", "redo", "trash restore", "trash empty", "today", "journal DATE"),
      RecordKind(
        "changed-task", "What became of a task", TaskChangeReport.fields, base: "task",
        of: "all of tasks that change some"),
      RecordKind("tag", "A tag", TagsCommand.fields, of: "tags"),
      RecordKind("property", "A property of a note", GetCommand.fields, of: "get"),
      RecordKind("daily-note", "A daily note", JournalCommand.fields, of: "journal --list"),
      RecordKind("finding", "A finding", DoctorCommand.fields, of: "doctor"),
      RecordKind("history-entry", "A change that was made", HistoryCommand.fields(in: environment), of: "history"),
      RecordKind("trash-item", "A file in the trash", TrashListCommand.fields(in: environment), of: "trash list"),
      RecordKind("setting", "A setting", ConfigListCommand.Setting.fields, of: "config list"),
      RecordKind("stats", "Figures of the vault", StatsCommand.fields(in: environment), of: "stats"),
      RecordKind("index", "What was indexed", IndexCommand.fields, of: "index"),
      RecordKind("watch", "Whether the vault is watched", WatchReport.fields, of: "watch --status"),
    ]
  }
}
