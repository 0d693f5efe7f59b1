/// One setting: its name, what it may hold, and how it goes into and out of a `Configuration`.
///
/// `all` is the only place that knows the settings; reading, `config` and the reference are made from it.
package struct ConfigurationKey: Sendable {
  package enum Kind: Sendable, Hashable {
    case text, checkbox, size
    case choice([String])
    /// A list of texts.
    case list
    /// A list of maps.
    case definitions
    /// Texts under names.
    case map
  }

  /// In snake case; a dot stands before what is nested.
  package let name: String
  package let kind: Kind
  package let help: String
  package let changesParsing: Bool
  /// Sets the value; nil, or what is wrong with it and then nothing is set.
  let read: @Sendable (PropertyValue, inout Configuration) -> String?
  /// In the form in which it could be written.
  package let value: @Sendable (Configuration) -> PropertyValue

  private init(
    _ name: String, _ kind: Kind, _ help: String, changesParsing: Bool = false,
    read: @escaping @Sendable (PropertyValue, inout Configuration) -> String?,
    value: @escaping @Sendable (Configuration) -> PropertyValue
  ) {
    self.name = name
    self.kind = kind
    self.help = help
    self.changesParsing = changesParsing
    self.read = read
    self.value = value
  }

  package static func named(_ name: String) -> ConfigurationKey? {
    all.first { $0.name.caseInsensitiveEquals(name) }
  }

  /// Empty where anything of the kind goes.
  package var validValues: [String] {
    switch kind {
    case .checkbox: ["true", "false"]
    case .choice(let values): values
    case .text, .size, .list, .definitions, .map: []
    }
  }

  /// The value for people and scripts: a list's entries on lines of their own, empty where nothing is set.
  package func text(in configuration: Configuration) -> String {
    switch value(configuration) {
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
    list("ignore", \.ignore, "Files and folders to leave out, in gitignore syntax."),
    checkbox("respect_gitignore", \.respectGitignore, "Leave out what .gitignore ignores."),
    ConfigurationKey(
      "max_file_size", .size, "Larger notes are listed by name only. Bytes, or with KiB, MiB or GiB.",
      changesParsing: true
    ) { value, configuration in
      guard let size = FileSize(value) else { return "is no size; write bytes, or a number with KiB, MiB or GiB" }
      configuration.maximumFileSize = size.bytes
      return nil
    } value: {
      .text(FileSize(bytes: $0.maximumFileSize).description)
    },
    text("index", \.indexPath, "Where the index is kept, relative to the vault; empty for the cache directory."),
    choice("theme", \.theme, "The colours of terminal output."),
    choice("appearance", \.appearance, "The terminal's background: light, dark, or found out."),
    ConfigurationKey("first_weekday", .choice(weekdays), "The day on which weeks begin in dates like this-week.") {
      value, configuration in
      guard let text = value.text, let index = weekdays.firstIndex(where: { $0.caseInsensitiveEquals(text) })
      else { return notOneOf(weekdays, value) }
      configuration.firstWeekday = index + 1
      return nil
    } value: {
      .text(weekdays[min(max($0.firstWeekday, 1), 7) - 1])
    },
    choice("tasks.format", \.taskFormat, "How new task fields are written."),
    choice(
      "tasks.next_occurrence", \.nextOccurrence,
      "Where the next occurrence of a completed recurring task is put: above it or below."),
    checkbox("tasks.created_dates", \.writesCreatedDates, "Give new tasks the day on which they are made."),
    text(
      "tasks.filter", \.taskFilter, "Only list items that contain this text are tasks; empty for all.",
      changesParsing: true),
    definitions(
      "tasks.statuses", \.taskStatuses, "Statuses besides the built-in ones: symbol, name, type, next.",
      changesParsing: true),
    texts("tasks.presets", "Instructions for queries of the plugin Tasks, by name.") {
      $0.taskPresets = $1.map { TaskPreset(name: $0.name, text: $0.text) }
      return nil
    } value: {
      $0.taskPresets.map { ($0.name, $0.text) }
    },
    texts("searches", "Queries by name: `@name` stands for them in searches and in other queries.") {
      let searches = $1.map { SavedSearch(name: $0.name, query: $0.text) }
      $0.searches = searches.filter(\.canBeNamed)
      let wrong = searches.filter { !$0.canBeNamed }.map { "\"\($0.name)\"" }
      guard !wrong.isEmpty else { return nil }
      return "has what cannot be written behind @ (\(wrong.joined(separator: ", "))): "
        + "names without blanks, quotes and single parentheses are needed"
    } value: {
      $0.searches.map { ($0.name, $0.query) }
    },
    definitions("categories", \.categories, "Categories besides the built-in ones: name, icon, title."),
    definitions("sources", \.sources, "Sources besides the built-in ones: name, icon, title."),
    path("inbox", \.inbox, "The note that takes what has no place of its own."),
    choice("capture", \.capture, "Where `vault add` puts a line: the inbox, or today's note."),
    choice(
      "timestamps", \.timestamps,
      "Whether edits of a note's text bring its `updated` up to date: where it has one, always, or never."),
    path(
      "new.name", \.newNoteName,
      "The path of a new note in its folder: {{title}}, {{slug}}, {{id}}, {{date:FORMAT}}, {{time:FORMAT}}."),
    text("new.folder", \.newNoteFolder, "The folder of new notes; empty for the root."),
    text("new.template", \.newNoteTemplate, "The template of new notes; empty for none."),
    text(
      "templates", \.templateFolder,
      "The folder of templates; empty for .vault/templates and the one that Obsidian uses."),
    text("daily.folder", \.dailyFolder, "The folder of daily notes; empty for the one that Obsidian uses."),
    text(
      "daily.format", \.dailyFormat,
      "The name of a daily note, in moment's tokens; empty for Obsidian's, else YYYY-MM-DD."),
    text("daily.template", \.dailyTemplate, "The template of daily notes; empty for the one that Obsidian uses."),
    path("archive", \.archiveFolder, "The folder that `vault archive` moves notes to."),
  ]

  private static let weekdays = DayWords.weekdays

  // MARK: Kinds of settings

  private typealias Field<Value> = any WritableKeyPath<Configuration, Value> & Sendable

  private static func text(
    _ name: String, _ field: Field<String?>, _ help: String, changesParsing: Bool = false
  ) -> ConfigurationKey {
    ConfigurationKey(name, .text, help, changesParsing: changesParsing) { value, configuration in
      guard let text = value.text else { return "takes one text, no list or map" }
      configuration[keyPath: field] = text.isEmpty ? nil : text
      return nil
    } value: {
      $0[keyPath: field].map { .text($0) } ?? .null
    }
  }

  /// Texts under names.
  private static func texts(
    _ name: String, _ help: String,
    set: @escaping @Sendable (inout Configuration, [(name: String, text: String)]) -> String?,
    value: @escaping @Sendable (Configuration) -> [(name: String, text: String)]
  ) -> ConfigurationKey {
    ConfigurationKey(name, .map, help) { given, configuration in
      guard case .map(let entries) = given, entries.allSatisfy({ $0.value.text != nil || $0.value == .null }) else {
        return "takes a map from names to texts"
      }
      return set(&configuration, entries.map { ($0.key, $0.value.text ?? "") })
    } value: {
      .map(
        value($0).map {
          Property(key: $0.name, value: .text($0.text), location: SourceLocation(line: 1, column: 1))
        })
    }
  }

  /// A text that must not be empty.
  private static func path(_ name: String, _ field: Field<String>, _ help: String) -> ConfigurationKey {
    ConfigurationKey(name, .text, help) { value, configuration in
      guard let text = value.text, !text.isEmpty else { return "needs a path" }
      configuration[keyPath: field] = text
      return nil
    } value: {
      .text($0[keyPath: field])
    }
  }

  private static func checkbox(_ name: String, _ field: Field<Bool>, _ help: String) -> ConfigurationKey {
    ConfigurationKey(name, .checkbox, help) { value, configuration in
      guard let flag = value.checkbox else { return notOneOf(["true", "false"], value) }
      configuration[keyPath: field] = flag
      return nil
    } value: {
      .checkbox($0[keyPath: field])
    }
  }

  private static func list(_ name: String, _ field: Field<[String]>, _ help: String) -> ConfigurationKey {
    ConfigurationKey(name, .list, help) { value, configuration in
      guard let texts = value.stringList else { return "takes a list of texts" }
      if case .list(let values) = value, values.count != texts.count { return "takes a list of texts only" }
      configuration[keyPath: field] = texts
      return nil
    } value: {
      .list($0[keyPath: field].map { .text($0) })
    }
  }

  private static func choice<Value: RawRepresentable<String> & CaseIterable & Sendable>(
    _ name: String, _ field: Field<Value>, _ help: String
  ) -> ConfigurationKey {
    let values = Value.allCases.map(\.rawValue)
    return ConfigurationKey(name, .choice(values), help) { value, configuration in
      guard let text = value.text, let choice = Value.allCases.first(where: { $0.rawValue.caseInsensitiveEquals(text) })
      else { return notOneOf(values, value) }
      configuration[keyPath: field] = choice
      return nil
    } value: {
      .text($0[keyPath: field].rawValue)
    }
  }

  private static func definitions<Definition: ConfiguredDefinition>(
    _ name: String, _ field: Field<[Definition]>, _ help: String, changesParsing: Bool = false
  ) -> ConfigurationKey {
    ConfigurationKey(name, .definitions, help, changesParsing: changesParsing) { value, configuration in
      guard case .list(let values) = value else { return "takes a list, each entry with " + Definition.fieldNames }
      var definitions = configuration[keyPath: field]
      for value in values {
        switch Definition.read(value) {
        case .failure(let problem): return problem.message
        case .success(let definition):
          if let index = definitions.firstIndex(where: { $0.isSame(as: definition) }) {
            definitions[index] = definition
          } else {
            definitions.append(definition)
          }
        }
      }
      configuration[keyPath: field] = definitions
      return nil
    } value: {
      .list($0[keyPath: field].map(\.propertyValue))
    }
  }

  private static func notOneOf(_ values: [String], _ value: PropertyValue) -> String {
    let list = values.joined(separator: ", ")
    guard let text = value.text else { return "must be one of \(list)" }
    let nearest = Suggestion.nearest(to: text, among: values, isGenerous: true).first
    let near = nearest.map { "; did you mean \"\($0)\"?" } ?? ""
    return "cannot be \"\(text)\"\(near.isEmpty ? ";" : near) valid are \(list)"
  }
}
