/// One setting: its name, what it may hold, and how it goes into and out of a `Configuration`.
///
/// `all` is the only place that knows the settings; reading, `config` and the reference are made from it.
package struct ConfigurationKey: Sendable {
  package enum Kind: Sendable, Hashable {
    case text, checkbox, size, number
    case choice([String])
    /// A list of texts.
    case list
    /// A list of maps, each of which is about what the field of that name says.
    case definitions(field: String)
    /// Texts under names.
    case map
  }

  /// In snake case; a dot stands before what is nested.
  package let name: String
  package let kind: Kind
  /// Which configuration may hold it.
  package let power: ConfigurationPower
  package let help: String
  package let changesParsing: Bool
  /// Sets the value; nil, or what is wrong with it and then only what is right of it is set.
  let read: @Sendable (PropertyValue, inout Configuration) -> String?
  /// In the form in which it could be written.
  package let value: @Sendable (Configuration) -> PropertyValue

  /// `read` sets the field, and throws where a part of the value or all of it cannot be used.
  init<Value>(
    _ name: String, _ power: ConfigurationPower, _ kind: Kind, _ field: Field<Value>, _ help: String,
    changesParsing: Bool = false,
    read: @escaping @Sendable (PropertyValue, inout Value) throws(SettingProblem) -> Void,
    value: @escaping @Sendable (Value) -> PropertyValue
  ) {
    self.name = name
    self.kind = kind
    self.power = power
    self.help = help
    self.changesParsing = changesParsing
    self.read = { given, configuration in
      do throws(SettingProblem) {
        try read(given, &configuration[keyPath: field])
        return nil
      } catch {
        return error.message
      }
    }
    self.value = { value($0[keyPath: field]) }
  }

  package static func named(_ name: String) -> ConfigurationKey? {
    all.first { $0.name.caseInsensitiveEquals(name) }
  }

  /// Empty where anything of the kind goes.
  package var validValues: [String] {
    switch kind {
    case .checkbox: ["true", "false"]
    case .choice(let values): values
    case .text, .size, .number, .list, .definitions, .map: []
    }
  }

  /// The value for people and scripts: a list's entries on lines of their own, empty where nothing is set.
  package func text(in configuration: Configuration) -> String { Self.text(of: value(configuration)) }

  /// The same of any value that a setting or a part of one has.
  package static func text(of value: PropertyValue) -> String {
    switch value {
    case .list(let values):
      values.map { value in
        guard case .map(let fields) = value else { return value.text ?? "" }
        return fields.map { "\($0.key)=\($0.value.text ?? "")" }.joined(separator: " ")
      }.joined(separator: "\n")
    case .map(let entries): entries.map { "\($0.key): \($0.value.text ?? "")" }.joined(separator: "\n")
    case let value: value.text ?? ""
    }
  }

  package var defaultText: String { text(in: .default) }

  // MARK: The settings

  package static let all: [ConfigurationKey] = [
    list("ignore", .reading, \.ignore, "Files and folders to leave out, in gitignore syntax."),
    checkbox("respect_gitignore", .reading, \.respectGitignore, "Leave out what .gitignore ignores."),
    ConfigurationKey(
      "max_file_size", .reading, .size, \.maximumFileSize,
      "Larger notes are listed by name only. Bytes, or with KiB, MiB or GiB.", changesParsing: true
    ) { given, bytes throws(SettingProblem) in
      guard let size = FileSize(given) else {
        throw SettingProblem(message: "is no size; write bytes, or a number with KiB, MiB or GiB")
      }
      bytes = size.bytes
    } value: {
      .text(FileSize(bytes: $0).description)
    },
    text(
      "index", .place, \.indexPath,
      "Where the index is kept: a file in the vault's .vault, or in your own configuration a folder in which each vault "
        + "gets one of its own; empty for the cache directory."),
    choice(
      "theme", .look, \.theme, "The colours of terminal output and of the web page.",
      named: Configuration.Theme.init(named:)),
    choice("appearance", .terminal, \.appearance, "Light, dark, or as the terminal and the browser are."),
    ConfigurationKey(
      "first_weekday", .reading, .choice(weekdays), \.firstWeekday,
      "The day on which weeks begin in dates like this-week."
    ) { given, weekday throws(SettingProblem) in
      weekday = try index(of: given, in: weekdays) + 1
    } value: {
      .text(weekdays[min(max($0, 1), 7) - 1])
    },
    choice("tasks.format", .changing, \.taskFormat, "How new task fields are written."),
    choice(
      "tasks.next_occurrence", .changing, \.nextOccurrence,
      "Where the next occurrence of a completed recurring task is put: above it or below."),
    checkbox("tasks.created_dates", .changing, \.writesCreatedDates, "Give new tasks the day on which they are made."),
    checkbox(
      "tasks.done_dates", .changing, \.writesDoneDates, "Give completed tasks the day on which they are completed."),
    checkbox(
      "tasks.cancelled_dates", .changing, \.writesCancelledDates,
      "Give cancelled tasks the day on which they are cancelled."),
    checkbox(
      "tasks.repeat_scheduled_dates", .changing, \.repeatsScheduledDates,
      "Give the next occurrence of a recurring task that has a start or due date its scheduled date, too."),
    checkbox(
      "tasks.file_name_dates", .reading, \.schedulesByFileName,
      "Schedule tasks without start, scheduled and due date for the day in their file's name; lines stay as they are.",
      changesParsing: true),
    list(
      "tasks.file_name_date_folders", .reading, \.fileNameDateFolders,
      "The folders whose notes tasks.file_name_dates is for; empty for all.", changesParsing: true),
    text(
      "tasks.file_name_date_format", .reading, \.fileNameDateFormat,
      "The day in a file's name, in moment's tokens; YYYY-MM-DD and YYYYMMDD are found without it.",
      changesParsing: true),
    text(
      "tasks.filter", .reading, \.taskFilter, "Only list items that contain this text are tasks; empty for all.",
      changesParsing: true),
    definitions(
      "tasks.statuses", .reading, \.taskStatuses, "Statuses besides the built-in ones: symbol, name, type, next.",
      changesParsing: true),
    texts("tasks.presets", .reading, \.taskPresets, "Instructions for queries of the plugin Tasks, by name.") {
      given, presets throws(SettingProblem) in
      presets = given.map { TaskPreset(name: $0.name, text: $0.text) }
    } text: {
      ($0.name, $0.text)
    },
    texts(
      "searches", .reading, \.searches, "Queries by name: `@name` stands for them in searches and in other queries."
    ) {
      given, searches throws(SettingProblem) in
      let all = given.map { SavedSearch(name: $0.name, query: $0.text) }
      searches = all.filter(\.canBeNamed)
      let wrong = all.filter { !$0.canBeNamed }.map { "\"\($0.name)\"" }
      guard !wrong.isEmpty else { return }
      throw SettingProblem(
        message: "has what cannot be written behind @ (\(wrong.joined(separator: ", "))): "
          + "names without blanks, quotes and single parentheses are needed")
    } text: {
      ($0.name, $0.query)
    },
    definitions(
      "categories", .reading, \.categories,
      "Categories besides the built-in ones: name, icon, title, and when, a query for the notes that `vault enrich` gives it."
    ),
    definitions("sources", .reading, \.sources, "Sources besides the built-in ones: name, icon, title."),
    path("inbox", .changing, \.inbox, "The note that takes what has no place of its own."),
    choice("capture", .changing, \.capture, "Where `vault add` puts a line: the inbox, or today's note."),
    choice(
      "timestamps", .changing, \.timestamps,
      "Whether edits of a note's text bring its `updated` up to date: where it has one, always, or never."),
    path(
      "new.name", .changing, \.newNoteName,
      "The path of a new note in its folder: {{title}}, {{slug}}, {{id}}, {{date:FORMAT}}, {{time:FORMAT}}."),
    text("new.folder", .changing, \.newNoteFolder, "The folder of new notes; empty for the root."),
    text("new.template", .changing, \.newNoteTemplate, "The template of new notes; empty for none."),
    checkbox(
      "new.created", .changing, \.writesCreated,
      "Write `created` into new notes; `timestamps: never` leaves it out as well."),
    choice(
      "new.id", .changing, \.newNoteID,
      "The `id` that new notes get: none, 8 letters and digits, or a UUID. Templates and names have the same as {{id}}."
    ),
    text(
      "templates", .changing, \.templateFolder,
      "The folder of templates; empty for .vault/templates and the one that Obsidian uses."),
    text("daily.folder", .changing, \.dailyFolder, "The folder of daily notes; empty for the one that Obsidian uses."),
    text(
      "daily.format", .changing, \.dailyFormat,
      "The name of a daily note, in moment's tokens; empty for Obsidian's, else YYYY-MM-DD."),
    text(
      "daily.template", .changing, \.dailyTemplate, "The template of daily notes; empty for the one that Obsidian uses."
    ),
    path("archive", .changing, \.archiveFolder, "The folder that `vault archive` moves notes to."),
    choice(
      "dates", .reading, \.dateSource,
      "Where a note without dates of its own has them from: its file's time, or its first and last commit.",
      changesParsing: true),
    choice(
      "verify", .reading, \.verification,
      "How often all notes are read to find what has changed without its times."),
    text(
      "editor", .personal, \.editor,
      "The editor, as a shell would start it; empty for VISUAL, else EDITOR, else vi. VAULT_EDITOR comes before it."),
    text(
      "picker", .personal, \.picker,
      "The program that searching as you type is done with, like fzf; empty for the one of this program. VAULT_PICKER comes "
        + "before it."),
    list(
      "opener", .personal, \.opener,
      "The program that `vault open` starts, and arguments of it; empty for the system's own. No shell is asked."),
    texts(
      "aliases", .personal, \.aliases,
      "Commands by names of your own: {wk: \"tasks due:this-week\"} makes `vault wk` one. Quotes are read as a shell reads "
        + "them, and none is run; what vault has a command for stays that."
    ) { given, aliases throws(SettingProblem) in
      let all = given.map { CommandAlias(name: $0.name, text: $0.text) }
      aliases = all.filter(\.isValid)
      let wrong = all.filter { !$0.isValid }.map { "\"\($0.name)\"" }
      guard !wrong.isEmpty else { return }
      throw SettingProblem(
        message:
          "has what is no command (\(wrong.joined(separator: ", "))): it needs names of letters, digits, - and _, each "
          + "with a command whose quotes are closed")
    } text: {
      ($0.name, $0.text)
    },
    checkbox(
      "sync.all", .changing, \.syncsAll,
      "Commit all files in a sync over git, and not notes and the files that they name alone."),
    checkbox(
      "sync.auto", .personal, \.syncsByItself,
      "Sync over git by itself while a vault is served that `vaults`, `default_vault` or `trusted` name: half a minute after "
        + "the last change, with copies of notes that both changed."),
    list(
      "hooks.after_change", .personal, \.afterChange,
      "A program, and arguments of it, that is started after each command that changed files. It gets their paths on "
        + "standard input, a NUL after each, and the vault in VAULT_DIR. No shell is asked."),
    texts(
      "vaults", .personal, \.vaults, "Vaults by name, to be named by `--vault NAME`, VAULT_DIR and default_vault."
    ) { given, vaults throws(SettingProblem) in
      let all = given.map { NamedVault(name: $0.name, path: $0.text) }
      vaults = all.filter(\.isValid)
      let wrong = all.filter { !$0.isValid }.map { "\"\($0.name)\"" }
      guard !wrong.isEmpty else { return }
      throw SettingProblem(
        message: "has what names no vault (\(wrong.joined(separator: ", "))): it needs names without \"/\", each with "
          + OutsidePath.need)
    } text: {
      ($0.name, $0.path)
    },
    ConfigurationKey(
      "default_vault", .personal, .text, \.defaultVault,
      "The vault where there is none upwards and none is named: a name of `vaults`, or a path; empty for none."
    ) { given, name throws(SettingProblem) in
      guard let new = given.text, new.isEmpty || NamedVault.canBeName(new) || OutsidePath.isValid(new) else {
        throw SettingProblem(message: "needs a name of `vaults`, or \(OutsidePath.need)")
      }
      name = new.isEmpty ? nil : new
    } value: {
      $0.map { .text($0) } ?? .null
    },
    ConfigurationKey(
      "trusted", .personal, .list, \.trusted,
      "Vaults of other users that are changed and configured like your own; `vault config trust` adds one."
    ) { given, list throws(SettingProblem) in
      let texts = given.stringList ?? []
      list = texts.filter(OutsidePath.isValid)
      guard given.stringList != nil, list.count == texts.count else {
        throw SettingProblem(message: "takes a list, and each entry needs \(OutsidePath.need)")
      }
    } value: {
      .list($0.map { .text($0) })
    },
    choice("web.density", .look, \.webDensity, "How closely lists stand on the web page."),
    number(
      "lsp.rename_limit", .look, \.lspRenameLimit,
      "Of how many files that are not open an editor makes the changes of a rename; more are written at once, when you agree."
    ),
    checkbox("lsp.lenses", .look, \.lspLenses, "Let editors show above notes and headings how many links lead there."),
    checkbox(
      "lsp.hints", .look, \.lspHints, "Let editors show how long it is until tasks are due, and what ids stand for."),
    text(
      "fzf.line", .personal, \.pickerLine,
      "What a note's line is in another picker, as --format takes it; empty for {path}, a tab and {title}."),
    text(
      "fzf.preview", .personal, \.pickerPreview,
      "The command that shows a note beside it, in which {} is the note's path; empty for vault show."),
    choice("ui.spacing", .terminal, \.uiSpacing, "How closely lists stand in `vault ui`."),
    checkbox(
      "ui.mouse", .terminal, \.uiMouse, "Let `vault ui` have the mouse; a terminal selects text with Shift then."),
    number(
      "ui.escape_delay", .terminal, \.uiEscapeDelay,
      "Milliseconds after which a lone ESC is the key; more over slow lines."),
    texts(
      "ui.keys", .personal, \.uiKeys,
      "Keys of `vault ui`, by what they do: {edit: \"e Ctrl-E\", quit: q}; `vault help ui` has all."
    ) { given, keys throws(SettingProblem) in
      keys = given.map { ConfiguredKeys(name: $0.name, keys: $0.text) }
    } text: {
      ($0.name, $0.keys)
    },
    list(
      "mcp.read", .narrowing, \.assistantsRead, "The folders whose notes assistants see; empty for all."),
    text(
      "mcp.hide", .narrowing, \.assistantsHide,
      "A query for notes that assistants do not see: 'tag:private OR path:Diary/'."),
    list(
      "mcp.write", .personal, \.assistantsWrite,
      "The folders in which assistants may write, also where `vault mcp` is not told so; \".\" for all of a vault."),
    ConfigurationKey(
      "mcp.max_answer", .personal, .size, \.largestAnswer,
      "How much a tool tells an assistant at once, from 24KiB to 96KiB; clients cut off what is more than they take."
    ) { given, bytes throws(SettingProblem) in
      guard let size = FileSize(given), Configuration.answerSizes.contains(size.bytes) else {
        throw SettingProblem(message: "takes a size from 24KiB to 96KiB")
      }
      bytes = size.bytes
    } value: {
      .text(FileSize(bytes: $0).description)
    },
    texts(
      "check.levels", .reading, \.check.levels,
      "How grave findings are, by their codes: {attachment-orphan: off, link-case: error}; off, info, warning or error."
    ) { given, levels throws(SettingProblem) in
      var read: [CheckSettings.Level] = []
      for (name, text) in given { read.append(try CheckSettings.Level.read(name, text)) }
      levels = read
    } text: {
      ($0.name, $0.level.rawValue)
    },
    list(
      "check.ignore", .reading, \.check.ignore,
      "Queries for notes of which no findings are told: ['path:Archive/']."),
    definitions(
      "check.schema", .reading, \.check.schema,
      "What the front matter of notes has to hold: notes (a query), required, properties with their rules, other."),
  ]

  private static let weekdays = DayWords.weekdays
}
