/// An operator of the query language: one row of the table that the parser, its error messages, completion and
/// `help query` share.
package struct QueryOperator: Hashable, Sendable {
  package enum Name: String, Hashable, Sendable, CaseIterable {
    case title, heading, alias, content
    case line, block, section, sub
    case matchCase = "match-case"
    case ignoreCase = "ignore-case"
    case path, file, tag, category, source, links
    case linkedBy = "linked-by"
    case mentions, created, updated
    case git, since, committed, author, referenced
    case task
    case taskTodo = "task-todo"
    case taskDone = "task-done"
    case due, scheduled, start, done, cancelled, priority, status
    case `is`, has, no
    case sort, limit

    /// True when regular expressions may stand behind it.
    var takesExpressions: Bool { takesSubstrings || self == .tag || Query.NameField(rawValue: rawValue) != nil }

    /// True when `~text` may stand behind it.
    var takesSubstrings: Bool {
      takesUnits || self == .matchCase || self == .ignoreCase || Query.TextField(rawValue: rawValue) != nil
    }

    /// True when what stands in its parentheses has to hold for one line, block, section or task.
    var takesUnits: Bool { Query.TextUnit(rawValue: rawValue) != nil || Query.TaskTextScope(rawValue: rawValue) != nil }

    package var takesDates: Bool {
      [.created, .updated, .committed, .referenced, .due, .scheduled, .start, .done, .cancelled].contains(self)
    }
  }

  /// What it asks about. Where tasks are asked for, an operator for notes asks the task's note.
  package enum Subject: String, Hashable, Sendable {
    case notes, tasks, both
  }

  package var name: Name
  /// Other spellings, without the colon.
  package var aliases: [String]
  /// What follows the colon, for people: `WORD`, `DATE`, …
  package var argument: String
  /// The valid arguments where they can be listed.
  package var values: [String]
  /// One line without a full stop.
  package var help: String
  /// A query that uses it, quoted for a POSIX shell where it needs to be.
  package var example: String
  package var subject: Subject

  private init(
    _ name: Name, _ argument: String, _ help: String, example: String, subject: Subject = .notes,
    aliases: [String] = [], values: [String] = []
  ) {
    self.name = name
    self.aliases = aliases
    self.argument = argument
    self.values = values
    self.help = help
    self.example = example
    self.subject = subject
  }

  /// The name as it is typed.
  package var spelling: String { name.rawValue + ":" }

  /// The operator of that name or alias, in any case of ASCII letters.
  package static func named(_ text: String) -> QueryOperator? {
    all.first { row in
      row.name.rawValue.caseInsensitiveEquals(text) || row.aliases.contains { $0.caseInsensitiveEquals(text) }
    }
  }

  package static subscript(_ name: Name) -> QueryOperator {
    // Every name has a row: a test sees to it.
    all.first { $0.name == name } ?? QueryOperator(name, "", "", example: "")
  }

  package static let all: [QueryOperator] = [
    QueryOperator(.title, "WORD", "in the note's title", example: "title:bread"),
    QueryOperator(.heading, "WORD", "in a heading", example: "heading:plan"),
    QueryOperator(.alias, "WORD", "in one of the note's other names", example: "alias:glossary"),
    QueryOperator(.content, "WORD", "in the body alone", example: "content:flour"),
    QueryOperator(.line, "(WORDS)", "all in one line", example: "'line:(flour water)'"),
    QueryOperator(
      .block, "(WORDS)", "all in one paragraph, list item or other block", example: "'block:(flour OR rye)'"),
    QueryOperator(
      .section, "(WORDS)", "all between one heading and the next", example: "'section:(chapter -draft)'"),
    QueryOperator(.sub, "TEXT", "anywhere, also inside words; the same as ~TEXT", example: "sub:ollect"),
    QueryOperator(
      .matchCase, "WORD", "case and accents as written; also before a group", example: "match-case:Glossa"),
    QueryOperator(
      .ignoreCase, "WORD", "in any case, as always; undoes match-case: around it", example: "ignore-case:glossa"),
    QueryOperator(.path, "TEXT", "a part of the path", example: "path:Journal/"),
    QueryOperator(.file, "TEXT", "a part of the file's name", example: "file:2026"),
    QueryOperator(
      .tag, "TAG", "a tag or one below it; TAG/* only those below", example: "tag:translation", subject: .both),
    QueryOperator(.category, "NAME", "the category, whole", example: "category:idea", subject: .both),
    QueryOperator(.source, "NAME", "where the note came from, whole", example: "source:voice"),
    QueryOperator(.links, "NOTE", "notes that link to that note or other file", example: "'links:\"The Salt Road\"'"),
    QueryOperator(.linkedBy, "NOTE", "notes that it links to", example: "linked-by:Glossa"),
    QueryOperator(
      .mentions, "NOTE", "notes that name it in words that are no link", example: "mentions:Wei"),
    QueryOperator(
      .created, "DATE", "made on those days (of a task: its created date)", example: "created:2026-02", subject: .both),
    QueryOperator(.updated, "DATE", "last changed on those days", example: "updated:2026-01-01.."),
    QueryOperator(
      .git, "STATE", "notes that git has in that state", example: "git:modified",
      values: Query.GitState.allCases.map(\.rawValue)),
    QueryOperator(.since, "REVISION", "changed since that commit or day, as git knows", example: "since:HEAD"),
    QueryOperator(.committed, "DATE", "last committed on those days", example: "committed:this-week"),
    QueryOperator(.author, "NAME", "committed by somebody of that name or address", example: "author:ansel"),
    QueryOperator(
      .referenced, "DATE", "last shown to an assistant on those days", example: "referenced:-7d.."),
    QueryOperator(
      .task, "WORD", "in a task's description; task:\"\" is any task", example: "task:chapter", subject: .tasks),
    QueryOperator(.taskTodo, "WORD", "the same, of a task to be done", example: "task-todo:chapter", subject: .tasks),
    QueryOperator(
      .taskDone, "WORD", "the same, of a task that is done or cancelled", example: "task-done:chapter",
      subject: .tasks),
    QueryOperator(.due, "DATE", "due on those days", example: "due:this-week", subject: .tasks),
    QueryOperator(
      .scheduled, "DATE", "scheduled for those days", example: "scheduled:..2026-03-31", subject: .tasks),
    QueryOperator(
      .start, "DATE", "can be started on those days", example: "start:2026-02-01..2026-03-31", subject: .tasks),
    QueryOperator(.done, "DATE", "completed on those days", example: "done:2026-W10", subject: .tasks),
    QueryOperator(
      .cancelled, "DATE", "cancelled on those days", example: "cancelled:last-month", subject: .tasks,
      aliases: ["canceled"]),
    QueryOperator(
      .priority, "PRIORITY", "that priority; with < <= > >= those beside it", example: "'priority:>=medium'",
      subject: .tasks, values: priorities),
    QueryOperator(
      .status, "STATUS", "the status by its name, type or symbol", example: "status:in-progress", subject: .tasks,
      values: StatusType.allCases.map(\.rawValue)),
    QueryOperator(
      .is, "STATE", "notes or tasks in that state", example: "is:pinned", subject: .both,
      values: Query.NoteFlag.allCases.map(\.rawValue) + Query.TaskFlag.allCases.map(\.rawValue)),
    QueryOperator(
      .has, "THING", "notes or tasks that have one", example: "has:attachment", subject: .both,
      values: Query.Presence.allCases.map(\.rawValue)),
    QueryOperator(
      .no, "THING", "notes or tasks that have none", example: "no:due", subject: .both,
      values: Query.Presence.allCases.map(\.rawValue)),
    QueryOperator(
      .sort, "KEY", "the order; -KEY the other way round; several: the next ones break ties",
      example: "tag:translation sort:-updated", subject: .both, values: Query.SortField.allCases.map(\.rawValue)),
    QueryOperator(.limit, "NUMBER", "so many at most", example: "tag:translation limit:20", subject: .both),
  ]

  /// Highest first.
  static let priorities = TaskPriority.allCases.sorted(by: >).map(\.rawValue)
}

/// What a query can hold besides operators, for `help query`.
package struct QuerySyntax: Hashable, Sendable {
  package var form: String
  /// One line without a full stop.
  package var help: String
  /// A query that uses it, quoted for a POSIX shell where it needs to be.
  package var example: String

  package static let all: [QuerySyntax] = [
    QuerySyntax(
      form: "one two", help: "both words, or words that begin so; whole words rank first",
      example: "salt road"),
    QuerySyntax(form: "\"one two\"", help: "the phrase", example: "'\"salt road\"'"),
    QuerySyntax(form: "wor*", help: "words that begin so", example: "'gloss*'"),
    QuerySyntax(form: "NOT x, -x", help: "without it", example: "bread NOT rye"),
    QuerySyntax(form: "x OR y", help: "either", example: "rye OR brioche"),
    QuerySyntax(
      form: "( )", help: "grouping, also after an operator", example: "'tag:(work OR cooking) (salt OR flour)'"),
    QuerySyntax(form: "#tag", help: "the same as tag:", example: "'#work'"),
    QuerySyntax(form: "~text", help: "anywhere, also inside words", example: "'~ollect'"),
    QuerySyntax(
      form: "/text/i", help: "a regular expression of JavaScript, matched line by line; i ignores case",
      example: "'/chapter\\s+\\d/i'"),
    QuerySyntax(form: "[key]", help: "the front matter has that property", example: "'[status]'"),
    QuerySyntax(
      form: "[key:value]", help: "its value, or one of a list: words, \"a phrase\", /text/, a number, days",
      example: "'[status:active OR draft]'"),
    QuerySyntax(
      form: "[key:null]", help: "it is there without a value; [key:\"\"] finds an empty text or list, too",
      example: "'[device:null]'"),
    QuerySyntax(
      form: "[key>value]", help: "numbers and days compared: < <= = >= >; a range: [key:3..5]",
      example: "'[rating>=4]'"),
    QuerySyntax(
      form: "@name", help: "the query that `searches` of the configuration has under that name",
      example: "@open-work"),
  ]
}
