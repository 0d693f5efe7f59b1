extension ObsidianSettings {
  /// `plugins/obsidian-tasks-plugin/data.json`. Nil stands for what the file does not say.
  package struct TasksPlugin: Hashable, Sendable {
    /// Instructions before those of every query.
    package var globalQuery = ""
    package var presets: [TaskPreset] = []
    /// Only items that contain it are tasks.
    package var globalFilter: String?
    /// The core statuses and the others, each symbol once.
    package var statuses: [StatusDefinition] = []
    package var format: Configuration.TaskFormat?
    package var writesCreatedDates: Bool?
    package var nextOccurrence: Configuration.NextOccurrence?

    package init() {}
  }

  package static func tasksPlugin(_ bytes: [UInt8]) -> (settings: TasksPlugin, diagnostics: [Diagnostic]) {
    var reader = ObsidianSettingsReader(bytes)
    var settings = TasksPlugin()
    settings.globalQuery = reader.text("globalQuery") ?? ""
    settings.presets = reader.texts("presets").map { TaskPreset(name: $0.name, text: $0.text) }
    settings.globalFilter = reader.text("globalFilter")
    settings.statuses = statuses(&reader)
    settings.format = reader.choice("taskFormat", ["tasksPluginEmoji", "dataview"]).map {
      $0 == "dataview" ? .inline : .emoji
    }
    settings.writesCreatedDates = reader.checkbox("setCreatedDate")
    settings.nextOccurrence = reader.checkbox("recurrenceOnNextLine").map { $0 ? .below : .above }
    return (settings, reader.diagnostics)
  }

  /// The statuses; the plugin takes the first of several that have one symbol.
  private static func statuses(_ reader: inout ObsidianSettingsReader) -> [StatusDefinition] {
    let lists = reader.value("statusSettings", "an object") { value -> [(name: String, value: JSONValue)]? in
      guard case .object = value else { return nil }
      return ["coreStatuses", "customStatuses"].compactMap { name in value[name].map { (name, $0) } }
    }
    var found: [StatusDefinition] = []
    for (name, list) in lists ?? [] where list != .null {
      guard case .list(let entries) = list else {
        reader.warn("\"\(name)\" should be a list, not \(list.kind); its statuses are passed over")
        continue
      }
      for entry in entries {
        switch status(entry) {
        case .success(let status?): if !found.contains(where: { $0.isSame(as: status) }) { found.append(status) }
        case .success(nil): continue
        case .failure(let problem): reader.warn("\"\(name)\" \(problem.message); that status is passed over")
        }
      }
    }
    return found
  }

  /// Returns nil for a row that the person has not filled in yet.
  private static func status(_ entry: JSONValue) -> Result<StatusDefinition?, DefinitionProblem> {
    guard case .object = entry else {
      return .failure(DefinitionProblem(message: "has an entry that is no object but \(entry.kind)"))
    }
    let type = text("type", entry) ?? StatusType.todo.pluginName
    guard let symbol = text("symbol", entry), !symbol.isEmpty, type != "EMPTY" else { return .success(nil) }
    guard let scalar = StatusDefinition.scalar(symbol) else {
      return .failure(DefinitionProblem(message: "has the symbol \"\(symbol)\", which is not one character"))
    }
    guard let known = StatusType.allCases.first(where: { $0.pluginName == type }) else {
      let types = StatusType.allCases.map(\.pluginName).joined(separator: ", ")
      return .failure(DefinitionProblem(message: "has the type \"\(type)\", which is none of \(types)"))
    }
    return .success(
      StatusDefinition(
        symbol: scalar, name: text("name", entry) ?? symbol, type: known,
        next: StatusDefinition.scalar(text("nextStatusSymbol", entry)) ?? StatusDefinition.usualNext(after: known)))
  }

  private static func text(_ name: String, _ entry: JSONValue) -> String? {
    if case .text(let text) = entry[name] { text } else { nil }
  }
}

extension Configuration {
  /// What holds where the vault's own configuration says nothing: the defaults, and before them what Obsidian's plugin
  /// Tasks is set to.
  package static func defaults(_ plugin: ObsidianSettings.TasksPlugin) -> Configuration {
    var defaults = Configuration.default
    defaults.taskFilter = plugin.globalFilter ?? defaults.taskFilter
    defaults.taskFormat = plugin.format ?? defaults.taskFormat
    defaults.writesCreatedDates = plugin.writesCreatedDates ?? defaults.writesCreatedDates
    defaults.nextOccurrence = plugin.nextOccurrence ?? defaults.nextOccurrence
    for status in plugin.statuses {
      if let index = defaults.taskStatuses.firstIndex(where: { $0.isSame(as: status) }) {
        defaults.taskStatuses[index] = status
      } else {
        defaults.taskStatuses.append(status)
      }
    }
    return defaults
  }
}
