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
    let vault = NoVault(environment: environment)
    return [
      RecordKind("note", "A note", .note(in: vault), of: "list", "orphans", "deadends", "recent", "random"),
      RecordKind(
        "referenced-note", "A note that was referenced lately", .referencedNote(in: vault), base: "note",
        of: "list --referenced"),
      RecordKind("search-hit", "A hit", .searchHit(in: vault), base: "note", of: "search"),
      RecordKind("search-line", "A line that a search found", LineHit.fields(in: vault), of: "search --lines"),
      RecordKind("shown-note", "A note in full", .shownNote(in: vault), base: "note", of: "show"),
      RecordKind("exported-note", "A note with its text", .exportedNote(in: vault), base: "note", of: "export"),
      RecordKind("related-note", "A related note", .related(in: vault), base: "note", of: "related"),
      RecordKind("snapshot", "A glance at a vault", .snapshot(in: vault), of: "snapshot"),
      RecordKind("graph", "Notes and the links among them", .graph(in: vault), of: "graph"),
      RecordKind("task", "A task", .task(in: vault), of: "tasks", "tasks next", "tasks --tasks-query"),
      RecordKind("agenda-entry", "A task on the agenda", .agendaEntry(in: vault), base: "task", of: "tasks agenda"),
      RecordKind(
        "query-entry", "A task that a note's query found", .noteQueryEntry(in: vault), base: "task", of: "tasks run"),
      RecordKind(
        "task-count", "How many tasks a group has", .tally(by: TaskGrouping.allCases.filter { $0 != .none }),
        of: "tasks --count --group"),
      RecordKind("link", "A link", .link(in: vault), of: "links"),
      RecordKind("backlink", "A link to a note", .backlink(in: vault), of: "backlinks"),
      RecordKind(
        "mention", "A place that names a note without a link", .mention(in: vault), of: "unlinked"),
      RecordKind(
        "change", "What became of a note, another file or a folder", .change(in: vault),
        of: "all that change notes", "undo", "redo", "trash restore", "trash empty", "today", "journal DATE"),
      RecordKind(
        "changed-task", "What became of a task", .changedTask(in: vault), base: "task",
        of: "all of tasks that change some"),
      RecordKind("tag", "A tag", .tag, of: "tags"),
      RecordKind("property", "A property of a note", GetCommand.fields(in: vault), of: "get"),
      RecordKind("property-count", "A property's name", .property, of: "properties"),
      RecordKind("property-value", "A value of a property", .propertyValue, of: "properties NAME"),
      RecordKind("alias", "An alias", AliasesCommand.fields(in: vault), of: "aliases"),
      RecordKind("heading", "A heading", OutlineCommand.fields(in: vault), of: "outline"),
      RecordKind("note-length", "How much a note holds", WordCountCommand.fields(in: vault), of: "wordcount"),
      RecordKind("file", "A file", .file(in: vault), of: "files", "attachments"),
      RecordKind("folder", "A folder", .folder(in: vault), of: "folders"),
      RecordKind("daily-note", "A daily note", JournalCommand.fields(in: vault), of: "journal --list"),
      RecordKind("finding", "A finding", .finding(in: vault), of: "doctor", "check"),
      RecordKind("conflict", "A conflict that a merge left", .conflict(in: vault), of: "conflicts"),
      RecordKind("git-change", "What became of a note since a commit", .gitChange(in: vault), of: "changed"),
      RecordKind("sync", "What a sync did", RecordFields<SyncOutcome>.sync, of: "sync"),
      RecordKind(
        "remote-sync", "What a sync with a server of notes did", RecordFields<RemoteOutcome>.remote, of: "sync --remote"
      ),
      RecordKind("note-version", "A version of a note", .noteVersion(in: environment), of: "history --git"),
      RecordKind(
        "task-event", "What became of a task", .taskEvent(in: vault), of: "tasks history", "changed --tasks"),
      RecordKind("history-entry", "A change that was made", .change(in: environment), of: "history"),
      RecordKind(
        "shown-change", "A change, with what it did", .change(in: environment, diff: ""),
        base: "history-entry", of: "history show"),
      RecordKind("trash-item", "A file in the trash", .trashItem(in: environment), of: "trash list"),
      RecordKind("setting", "A setting", RecordFields<Setting>.setting, of: "config list"),
      RecordKind("stats", "Figures of the vault", .stats(in: environment), of: "stats"),
      RecordKind("index", "What was indexed", IndexCommand.fields, of: "index"),
      RecordKind("watch", "Whether the vault is watched", WatchReport.fields, of: "watch --status"),
    ]
  }
}

/// Stands for a vault where only the names of the fields are wanted.
private struct NoVault: RecordVault {
  let root = ""
  let environment: VaultEnvironment
}
