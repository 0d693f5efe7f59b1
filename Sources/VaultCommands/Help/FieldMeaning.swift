/// What a field of JSON holds: the type in a few words that `vault help json` explains, and its meaning.
struct FieldMeaning: Sendable {
  /// The field's name, behind that of what it is in (`status.type`), or of the kind of record that has its own
  /// (`task.created`).
  let name: String
  /// `text`, `integer`, `number`, `boolean`, `day`, `time`, `range`, `object` or `any`; in brackets a list of these, with a
  /// question mark where it may be null.
  let type: String
  let words: String

  private init(_ name: String, _ type: String, _ words: String) {
    self.name = name
    self.type = type
    self.words = words
  }

  /// What a field means in the first of these kinds of record that has its own meaning of it, else in all; nil where
  /// nothing is said of such a field. Kinds have the names of their schemas.
  static func of(_ field: String, in records: [String]) -> FieldMeaning? {
    for record in records {
      if let own = byName["\(record).\(field)"] { return own }
    }
    return byName[field]
  }

  /// What is in an object, or in each of a list of them, in the order of JSON's keys.
  var members: [FieldMeaning] {
    guard type.contains("object") else { return [] }
    return Self.all.filter { $0.name.hasPrefix(name + ".") }
  }

  private static let byName = Dictionary(all.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })

  private static let all = notes + links + tasks + changes + others

  private static let notes: [FieldMeaning] = [
    // Places
    .init("path", "text", "the note's path, relative to the vault's root"),
    .init("absPath", "text", "the same path, absolute"),
    .init("uri", "text", "the vault:// address"),
    .init("line", "integer", "line of the file, from 1"),
    .init("column", "integer", "column in bytes of UTF-8, from 1"),
    .init("ranges", "[range]", "where in `text` it matches"),

    // Notes
    .init("title", "text", "the note's title"),
    .init("id", "text?", "the front matter's `id`"),
    .init("tags", "[text]", "tags without #, each once"),
    .init("aliases", "[text]", "the note's other names"),
    .init("category", "text?", "the category; null where the note names none, which is shown as other"),
    .init("source", "text?", "where the note came from; null where it names none, which is shown as manual"),
    .init("pinned", "boolean", "pinned notes come first in lists"),
    .init("favorite", "boolean", "the front matter's `favorite`"),
    .init("created", "time", "when it was made: front matter, else file name, else file"),
    .init("updated", "time", "when it was changed last: front matter, else file"),
    .init("summary", "text?", "the front matter's `summary`"),
    .init("actionItems", "[text]", "the front matter's `action_items`"),
    .init("properties", "object", "the whole front matter; dates as they are written"),
    .init("words", "integer", "how many words the body has"),
    .init("hash", "text?", "SHA-256 of the file, hexadecimal; null where it was not read"),
    .init("snippet", "text", "the beginning of the text"),
    .init("warnings", "[object]", "what is odd in the note"),
    .init("warnings.code", "text", "a stable name of the kind of oddity"),
    .init("warnings.severity", "text", "error, warning or info"),
    .init("warnings.line", "integer", "line of the file, from 1"),
    .init("warnings.column", "integer", "column in bytes of UTF-8, from 1"),
    .init("warnings.message", "text", "the oddity, for people"),

    // Notes that were found, or stand in relation to another
    .init("search-hit.snippet", "text", "about 200 columns of the first line that matches"),
    .init("score", "number", "how well it fits; more is better, and nothing else is promised"),
    .init("matched", "text", "all or some: whether the note has every word"),
    .init("missing", "[text]", "words that the note lacks"),
    .init("matches", "[object]", "the lines that match"),
    .init("matches.line", "integer", "line of the file, from 1"),
    .init("matches.text", "text", "the line"),
    .init("matches.ranges", "[range]", "where in the line's `text` it matches"),
    .init("matches.before", "[text]", "lines before it; only with --context, where there are some"),
    .init("matches.after", "[text]", "lines after it, likewise"),
    .init("search-line.text", "text", "the line; the title where the note was found by other than lines"),
    .init("related-note.score", "number", "how much the two share; more is closer"),
    .init("shared", "object", "what the two have in common"),
    .init("shared.linked", "boolean", "one links to the other"),
    .init("shared.links", "[text]", "paths of notes that both link to, or that link to both"),
    .init("shared.tags", "[text]", "tags that both have"),

    // A note in full
    .init("body", "text", "everything behind the front matter"),
    .init("frontMatter", "object?", "the front matter as it is written"),
    .init("frontMatter.raw", "text", "its text, with the lines around it"),
    .init("frontMatter.range", "range", "its place in the file"),
    .init("lines", "[object]", "each line of the body; together the body, byte by byte"),
    .init("lines.number", "integer", "line of the file, from 1"),
    .init("lines.range", "range", "its place in the file, with its line ending"),
    .init(
      "lines.kind", "text",
      "heading, task, bullet, ordered, quote, code, html, rule, tableRow, "
        + "linkDefinition, paragraph, blank or comment"),
    .init("lines.level", "integer", "of a heading: 1 to 6"),
    .init("lines.status", "text", "of a task: the sign in its box"),
    .init("lines.ordinal", "integer", "of an ordered item: its number"),
    .init("lines.language", "text?", "of code: what its fence names"),
    .init("lines.depth", "integer", "how deep in lists and quotes it stands, from 0"),
    .init("lines.text", "text", "the line without its markers"),
    .init("lines.heading", "[text]", "the headings that it stands under, the outermost first"),
    .init("headings", "[object]", "the headings"),
    .init("headings.level", "integer", "1 to 6"),
    .init("headings.text", "text", "the heading as it is written, without its marks"),
    .init("headings.line", "integer", "line of the file, from 1"),
    .init("links", "[object]", "the links, those of the front matter too"),
    .init("links.kind", "text", "wiki, embed, markdown, reference, autolink, url or property"),
    .init("links.target", "text", "where it leads, as it is written, with its #heading"),
    .init("links.text", "text", "what is shown of it"),
    .init("links.line", "integer", "line of the file, from 1"),
    .init("links.resolved", "text?", "path of the note or file it leads to; null where there is none"),
    .init("tagsAt", "[object]", "each tag of the text"),
    .init("tagsAt.tag", "text", "the tag, with its #"),
    .init("tagsAt.line", "integer", "line of the file, from 1"),
    .init("tasks", "[object]", "the note's tasks, with the fields of a task"),
  ]

  private static let links: [FieldMeaning] = [
    .init("kind", "text", "wiki, embed, markdown, reference, autolink, url or property"),
    .init("target", "text", "where the link leads, as it is written, with its #heading"),
    .init("text", "text", "what is shown of the link"),
    .init("resolved", "text?", "path of the note or file it leads to; null where there is none"),
    .init("link.missing", "text?", "file, anchor or block: what the link names and is not there; else null"),
    .init("mention.text", "text", "the line, without its markers"),
    .init("name", "text", "the note's name or alias that stands there"),
  ]

  private static let tasks: [FieldMeaning] = [
    .init("handle", "text", "the task's name in 13 signs; a beginning that is one of a kind will do"),
    .init("status", "object", "what its box says"),
    .init("status.symbol", "text", "the sign in the box"),
    .init("status.name", "text", "the status's name"),
    .init("status.type", "text", "todo, in-progress, on-hold, done, cancelled or non-task"),
    .init("description", "text", "its text without its fields"),
    .init("priority", "text", "highest, high, medium, none, low or lowest"),
    .init("due", "day?", "when it has to be done; null too for a day that cannot be"),
    .init("scheduled", "day?", "when it is planned for"),
    .init("start", "day?", "when it can be begun"),
    .init("done", "day?", "when it was done"),
    .init("cancelled", "day?", "when it was cancelled"),
    .init("recurrence", "text?", "the rule by which it recurs, as it is written"),
    .init("dependsOn", "[text]", "ids of tasks that have to be done before"),
    .init("onCompletion", "text?", "keep or delete"),
    .init("heading", "text?", "the heading that it stands under"),
    .init("parent", "text?", "handle of the task that it is a part of"),
    .init("blockID", "text?", "its block id, without ^"),
    .init("urgency", "number", "the figure of Obsidian Tasks, to two digits"),
    .init("overdue", "boolean", "open, and due before today"),
    .init("blocked", "boolean", "open, and waiting for an open task"),
    .init("raw", "text", "the line as it is written"),
    .init("task.id", "text?", "its own id (🆔), which others depend on"),
    .init("task.tags", "[text]", "tags of its line, without #"),
    .init("task.category", "text", "its own category, else the note's, else general"),
    .init("task.created", "day?", "when it was made"),
    .init("agenda-entry.day", "day", "the day that it is listed under"),
    .init("reason", "text", "overdue, due, scheduled or start"),
    .init("queryLine", "integer", "the line of the query's block, from 1"),

    // Groups of tasks: each field that they are grouped by, then the figures
    .init("task-count.path", "text?", "with --group path"),
    .init("task-count.due", "text?", "with --group due: a day; null for tasks without, as below"),
    .init("task-count.scheduled", "text?", "with --group scheduled: a day"),
    .init("task-count.start", "text?", "with --group start: a day"),
    .init("task-count.happens", "text?", "with --group happens: a day"),
    .init("task-count.created", "text?", "with --group created: a day"),
    .init("doneDate", "text?", "with --group done: a day"),
    .init("task-count.cancelled", "text?", "with --group cancelled: a day"),
    .init("task-count.priority", "text?", "with --group priority"),
    .init("task-count.category", "text?", "with --group category"),
    .init("task-count.tag", "text?", "with --group tag"),
    .init("task-count.status", "text?", "with --group status: its name"),
    .init("task-count.recurrence", "text?", "with --group recurrence"),
    .init("note", "text?", "with --group note: its title"),
    .init("folder", "text?", "with --group folder"),
    .init("task-count.heading", "text?", "with --group heading"),
    .init("open", "integer", "how many are open"),
    .init("task-count.done", "integer", "how many are done, cancelled or no tasks"),
    .init("task-count.overdue", "integer", "how many of the open ones are overdue"),
    .init("task-count.total", "integer", "how many there are"),
  ]

  private static let changes: [FieldMeaning] = [
    .init("state", "text", "created, updated, deleted, restored, or found where nothing had to be made"),
    .init("search-hit.state", "text", "found, always"),
    .init("changed-task.state", "text", "created, updated or deleted"),
    .init("from", "text?", "the path before, of what was moved; else null"),
    .init("changed-task.from", "text?", "the path before, of a task that went to another note; else null"),
    .init("change.uri", "text?", "the vault:// address; null where there is none: of hidden files, say"),
    .init("change.path", "text", "the note, other file or folder, relative to the root"),
  ]

  private static let others: [FieldMeaning] = [
    .init("tag", "text", "the tag without #, as it was seen first"),
    .init("count", "integer", "how many notes have it"),
    .init("tag.total", "integer", "how many notes have it or one below it"),
    .init("key", "text", "the property's name"),
    .init("value", "any", "the value"),
    .init("property-count.name", "text", "the property's name, as the first note by path has it"),
    .init("types", "[text]", "text, number, checkbox, date, date-time, list or map: what its values are"),
    .init("alias", "text", "the note's other name"),
    .init("level", "integer", "1 to 6"),
    .init("heading.text", "text", "the heading without its marks"),
    .init("note-length.words", "integer", "how many words the body has"),
    .init("characters", "integer?", "how many characters the body has; null where it cannot be read"),
    .init("file.path", "text", "the file's path, relative to the root"),
    .init("file.uri", "text?", "the vault:// address; null where there is none"),
    .init("file.name", "text", "its name with the extension"),
    .init("file.folder", "text", "its folder; empty for the root"),
    .init("extension", "text", "the extension without its dot"),
    .init("file.note", "boolean", "it is a note"),
    .init("folder.path", "text", "the folder's path, relative to the root"),
    .init("folder.uri", "text?", "the vault:// address; null where there is none"),
    .init("folder.notes", "integer", "notes in the folder itself"),
    .init("folder.attachments", "integer", "other files in the folder itself"),
    .init("folder.total", "integer", "all of them, with those of the folders below"),
    .init("diff", "text", "what it did, as a unified diff"),
    .init("day", "day", "the note's day"),
    .init("finding.path", "text?", "the file, relative to the root; null where it is none of the vault's"),
    .init("finding.absPath", "text?", "the same path, absolute; null where there is none"),
    .init("finding.uri", "text?", "the vault:// address; null where there is none"),
    .init("severity", "text", "error, warning or info"),
    .init("code", "text", "a stable name of the kind of finding"),
    .init("message", "text", "the finding, for people"),
    .init("setting.key", "text", "the setting's name"),
    .init("default", "any", "what holds where nothing is set"),
    .init("isSet", "boolean", "the file at hand has it, though it may count for nothing there"),
    .init("setting.source", "text", "file, user, obsidian or default: what the value is from"),
    .init("help", "text", "what the setting does"),
    .init("notes", "integer", "how many notes there are"),
    .init("stats.words", "integer", "words of all bodies"),
    .init("bodyBytes", "integer", "bytes of all bodies"),
    .init("stats.pinned", "integer", "pinned notes"),
    .init("orphans", "integer", "notes that no other links to"),
    .init("stats.tags", "integer", "different tags"),
    .init("stats.links", "integer", "links"),
    .init("danglingLinks", "integer", "links that lead nowhere"),
    .init("attachments", "integer", "files other than notes"),
    .init("tasksOpen", "integer", "open tasks"),
    .init("tasksOverdue", "integer", "open tasks that are overdue"),
    .init("tasksDone", "integer", "tasks that are done or cancelled"),
    .init("stats.warnings", "integer", "warnings of all notes"),
    .init("oldest", "time?", "when the oldest note was made"),
    .init("newest", "time?", "when the newest note was made"),
    .init("categories", "object", "how many notes each category has"),
    .init("sources", "object", "how many notes each source has"),
    .init("nodes", "[object]", "the notes, nearest first, then those with the most links"),
    .init("nodes.path", "text", "the note's path, relative to the vault's root"),
    .init("nodes.absPath", "text", "the same path, absolute"),
    .init("nodes.uri", "text", "the vault:// address"),
    .init("nodes.title", "text", "the note's title"),
    .init("nodes.step", "integer?", "how many links away from --note; null without it"),
    .init("nodes.links", "integer", "how many notes of the graph it is linked with, those left out too"),
    .init("edges", "[object]", "one for each note that links to another, however often it does"),
    .init("edges.from", "text", "the path of the note with the link"),
    .init("edges.to", "text", "the path of the note that it leads to"),
    .init("omitted", "integer", "how many notes are left out because of --limit"),
    .init("history-entry.title", "text", "the change, for people"),
    .init("sequence", "integer", "the change's number, from 1"),
    .init("history-entry.time", "time", "when it was made"),
    .init("paths", "[text]", "what it changed, relative to the root"),
    .init("undone", "boolean", "it was taken back"),
    .init("undoes", "integer?", "the number of the change that this one took back"),
    .init("foreign", "boolean", "it was not made by this user on this machine"),
    .init("trash-item.path", "text", "where the file was, relative to the root"),
    .init("deleted", "time", "when it was deleted"),
    .init("trash-item.id", "text", "the name that tells it from others of the same path"),
    .init("size", "integer", "bytes"),
    .init("index.path", "text", "the index file, absolute"),
    .init("bytes", "integer", "its size in bytes"),
    .init("rebuilt", "boolean", "it was made from nothing"),
    .init("added", "integer", "notes that were added"),
    .init("changed", "integer", "notes that were read again"),
    .init("removed", "integer", "notes that were taken out"),
    .init("total", "integer", "notes that it has now"),
    .init("verified", "integer?", "notes that were read to be compared; null where stamps were"),
    .init("differing", "[text]", "notes that differed although nothing told of a change"),
    .init("seconds", "number", "how long it took, in seconds"),
    .init("running", "boolean", "a watcher is at work"),
    .init("root", "text", "the vault's root, absolute"),
    .init("process", "integer?", "the watcher's process id; null, as all below, where there is none"),
    .init("version", "text?", "the watcher's version"),
    .init("started", "text?", "when it was started, in UTC"),
    .init("hindrance", "text?", "why it cannot answer for now"),
    .init("watch.notes", "integer?", "notes that it watches"),
    .init("folders", "integer?", "folders that it watches"),
    .init("refreshes", "integer?", "how often it has looked"),
    .init("watch.changed", "integer?", "notes that it has seen change"),
    .init("answers", "integer?", "how often it has answered other commands"),
    .init("memory_bytes", "integer?", "memory in use, in bytes"),
  ]
}
