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
    package var writesDoneDates: Bool?
    package var writesCancelledDates: Bool?
    package var nextOccurrence: Configuration.NextOccurrence?
    package var repeatsScheduledDates: Bool?
    package var schedulesByFileName: Bool?
    package var fileNameDateFolders: [String]?
    package var fileNameDateFormat: String?

    package init() {}
  }

  package static func tasksPlugin(_ bytes: [UInt8]) -> (settings: TasksPlugin, diagnostics: [Diagnostic]) {
    var reader = ObsidianSettingsReader(bytes)
    var settings = TasksPlugin()
    settings.globalQuery = reader.text("globalQuery") ?? ""
    settings.presets = reader.texts("presets").map { TaskPreset(name: $0.name, text: $0.text) }
    settings.globalFilter = reader.text("globalFilter")
    settings.statuses = statuses(&reader)
    settings.format = reader.choice("taskFormat", ["tasksPluginEmoji": .emoji, "dataview": .inline])
    settings.writesCreatedDates = reader.checkbox("setCreatedDate")
    settings.writesDoneDates = reader.checkbox("setDoneDate")
    settings.writesCancelledDates = reader.checkbox("setCancelledDate")
    settings.nextOccurrence = reader.checkbox("recurrenceOnNextLine").map { $0 ? .below : .above }
    settings.repeatsScheduledDates = reader.checkbox("removeScheduledDateOnRecurrence").map { !$0 }
    settings.schedulesByFileName = reader.checkbox("useFilenameAsScheduledDate")
    settings.fileNameDateFolders = reader.folders("filenameAsDateFolders")
    settings.fileNameDateFormat = reader.format("filenameAsScheduledDateFormat")
    return (settings, reader.diagnostics)
  }

  /// The statuses; the plugin takes the first of several that have one symbol.
  private static func statuses(_ reader: inout ObsidianSettingsReader) -> [StatusDefinition] {
    let settings = reader.value("statusSettings", "an object") { $0.members == nil ? nil : $0 }
    var found: [StatusDefinition] = []
    for name in ["coreStatuses", "customStatuses"] {
      guard let list = settings?[name], list != .null else { continue }
      guard let entries = list.list else {
        reader.warn("\"\(name)\" should be a list, not \(list.kind); its statuses are passed over")
        continue
      }
      for entry in entries {
        do throws(SettingProblem) {
          guard let status = try status(entry), !found.contains(where: { $0.isSame(as: status) }) else { continue }
          found.append(status)
        } catch {
          reader.warn("\"\(name)\" \(error.message); that status is passed over")
        }
      }
    }
    return found
  }

  /// Returns nil for a row that the person has not filled in yet.
  private static func status(_ entry: JSONValue) throws(SettingProblem) -> StatusDefinition? {
    guard entry.members != nil else {
      throw SettingProblem(message: "has an entry that is no object but \(entry.kind)")
    }
    let type = entry["type"]?.text ?? StatusType.todo.pluginName
    guard let symbol = entry["symbol"]?.text, !symbol.isEmpty, type != "EMPTY" else { return nil }
    guard let scalar = StatusDefinition.scalar(symbol) else {
      throw SettingProblem(message: "has the symbol \"\(symbol)\", which is not one character")
    }
    guard let known = StatusType.allCases.first(where: { $0.pluginName == type }) else {
      let types = StatusType.allCases.map(\.pluginName).joined(separator: ", ")
      throw SettingProblem(message: "has the type \"\(type)\", which is none of \(types)")
    }
    return StatusDefinition(
      symbol: scalar, name: entry["name"]?.text ?? symbol, type: known,
      next: StatusDefinition.scalar(entry["nextStatusSymbol"]?.text) ?? StatusDefinition.usualNext(after: known))
  }
}

extension Configuration {
  /// What holds where the vault's own configuration says nothing: `defaults`, and before them what Obsidian's plugin
  /// Tasks is set to.
  package static func defaults(
    _ plugin: ObsidianSettings.TasksPlugin, over defaults: Configuration = .default
  ) -> Configuration {
    var defaults = defaults
    defaults.taskFilter = plugin.globalFilter ?? defaults.taskFilter
    defaults.taskFormat = plugin.format ?? defaults.taskFormat
    defaults.writesCreatedDates = plugin.writesCreatedDates ?? defaults.writesCreatedDates
    defaults.writesDoneDates = plugin.writesDoneDates ?? defaults.writesDoneDates
    defaults.writesCancelledDates = plugin.writesCancelledDates ?? defaults.writesCancelledDates
    defaults.nextOccurrence = plugin.nextOccurrence ?? defaults.nextOccurrence
    defaults.repeatsScheduledDates = plugin.repeatsScheduledDates ?? defaults.repeatsScheduledDates
    defaults.schedulesByFileName = plugin.schedulesByFileName ?? defaults.schedulesByFileName
    defaults.fileNameDateFolders = plugin.fileNameDateFolders ?? defaults.fileNameDateFolders
    defaults.fileNameDateFormat = plugin.fileNameDateFormat ?? defaults.fileNameDateFormat
    for status in plugin.statuses { defaults.taskStatuses.put(status) }
    return defaults
  }
}
