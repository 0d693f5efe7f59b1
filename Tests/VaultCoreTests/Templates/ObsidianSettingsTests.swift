import Testing

@testable import VaultCore

@Suite struct ObsidianSettingsTests {
  private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  @Test func readsDailyNotes() {
    let (settings, diagnostics) = ObsidianSettings.dailyNotes(
      bytes(
        #"{"folder": "/Journal//daily/", "format": "YYYY/MM/YYYY-MM-DD", "template": "Templates/Day", "autorun": true}"#
      ))
    #expect(settings.folder == "Journal/daily")
    #expect(settings.format == "YYYY/MM/YYYY-MM-DD")
    #expect(settings.template == "Templates/Day")
    #expect(settings.opensAtStart)
    #expect(diagnostics == [])
  }

  @Test(arguments: [
    "", "  \n", "{}", #"{"folder": "", "format": "", "template": "", "autorun": null, "other": [1]}"#,
    #"{"folder": "/", "format": "  "}"#,
  ])
  func missingAndEmptyKeysAreDefaults(_ text: String) {
    #expect(ObsidianSettings.dailyNotes(bytes(text)).settings == ObsidianSettings.DailyNotes())
    #expect(ObsidianSettings.templates(bytes(#"{"dateFormat": ""}"#)).settings == ObsidianSettings.Templates())
    #expect(ObsidianSettings.app(bytes("")).settings == ObsidianSettings.App())
    #expect(ObsidianSettings.dailyNotes(bytes(text)).diagnostics == [])
  }

  @Test func readsTheTasksPlugin() {
    let (settings, diagnostics) = ObsidianSettings.tasksPlugin(
      bytes(#"{"globalQuery": "not done", "presets": {"b": "done", "a": "no due date\nlimit 3"}}"#))
    #expect(settings.globalQuery == "not done")
    #expect(
      settings.presets == [TaskPreset(name: "b", text: "done"), TaskPreset(name: "a", text: "no due date\nlimit 3")])
    #expect(diagnostics == [])
    #expect(ObsidianSettings.tasksPlugin(bytes("")).settings == ObsidianSettings.TasksPlugin())
    #expect(ObsidianSettings.tasksPlugin(bytes(#"{"presets": [1]}"#)).diagnostics.count == 1)
  }

  @Test func readsWhatTheTasksPluginSaysOfDates() {
    let text = #"""
      {"setDoneDate": false, "setCancelledDate": false, "removeScheduledDateOnRecurrence": true,
       "useFilenameAsScheduledDate": true, "filenameAsDateFolders": ["Journal", "/A//B/", "", 3],
       "filenameAsScheduledDateFormat": "DD.MM.YYYY"}
      """#
    let (settings, diagnostics) = ObsidianSettings.tasksPlugin(bytes(text))
    #expect(diagnostics == [])
    let defaults = Configuration.defaults(settings)
    #expect(!defaults.writesDoneDates && !defaults.writesCancelledDates && !defaults.repeatsScheduledDates)
    #expect(defaults.fileNameDates == FileNameDates(folders: ["Journal", "A/B"], format: "DD.MM.YYYY"))
    let off = ObsidianSettings.tasksPlugin(
      bytes(#"{"useFilenameAsScheduledDate": false, "filenameAsScheduledDateFormat": "", "setDoneDate": true}"#))
    #expect(off.diagnostics == [] && Configuration.defaults(off.settings) == .default)
    let wrong = ObsidianSettings.tasksPlugin(bytes(#"{"filenameAsDateFolders": "Journal", "setDoneDate": "no"}"#))
    #expect(wrong.diagnostics.count == 2 && Configuration.defaults(wrong.settings) == .default)
  }

  @Test func readsWhatTheTasksPluginSaysOfTasks() throws {
    let text = #"""
      {"globalFilter": "#task", "taskFormat": "dataview", "setCreatedDate": true, "recurrenceOnNextLine": true,
       "statusSettings": {
         "coreStatuses": [
           {"symbol": " ", "name": "To do", "nextStatusSymbol": "/", "type": "TODO", "availableAsCommand": true},
           {"symbol": "x", "name": "Done", "nextStatusSymbol": " ", "type": "DONE"}],
         "customStatuses": [
           {"symbol": "w", "name": "Waiting", "nextStatusSymbol": "x", "type": "ON_HOLD"},
           {"symbol": "w", "name": "Again", "nextStatusSymbol": "x", "type": "TODO"},
           {"symbol": "", "name": "", "nextStatusSymbol": "", "type": "EMPTY"},
           {"symbol": "i", "name": "Info", "nextStatusSymbol": "", "type": "NON_TASK"}]}}
      """#
    let (settings, diagnostics) = ObsidianSettings.tasksPlugin(bytes(text))
    #expect(diagnostics == [])
    #expect(settings.globalFilter == "#task" && settings.format == .inline)
    #expect(settings.writesCreatedDates == true && settings.nextOccurrence == .below)
    #expect(
      settings.statuses == [
        StatusDefinition(symbol: " ", name: "To do", type: .todo, next: "/"),
        StatusDefinition(symbol: "x", name: "Done", type: .done, next: " "),
        StatusDefinition(symbol: "w", name: "Waiting", type: .onHold, next: "x"),
        StatusDefinition(symbol: "i", name: "Info", type: .nonTask, next: " "),
      ])
    let defaults = Configuration.defaults(settings)
    #expect(defaults.taskFilter == "#task" && defaults.taskFormat == .inline && defaults.writesCreatedDates)
    #expect(defaults.nextOccurrence == .below)
    let statuses = StatusRegistry(custom: defaults.taskStatuses)
    #expect(statuses.next(after: " ") == "/" && statuses.status(for: "X").type == .done)
    #expect(statuses.status(for: "w").type == .onHold && statuses.status(for: "-").type == .cancelled)
    #expect(Configuration.defaults(ObsidianSettings.TasksPlugin()) == .default)
  }

  @Test(arguments: [
    (#"{"globalFilter": 1}"#, "\"globalFilter\" should be text, not a number; Obsidian's default is used"),
    (#"{"statusSettings": []}"#, "\"statusSettings\" should be an object, not a list; Obsidian's default is used"),
    (
      #"{"statusSettings": {"coreStatuses": "x"}}"#,
      "\"coreStatuses\" should be a list, not text; its statuses are passed over"
    ),
    (
      #"{"statusSettings": {"customStatuses": [7]}}"#,
      "\"customStatuses\" has an entry that is no object but a number; that status is passed over"
    ),
    (
      #"{"statusSettings": {"customStatuses": [{"symbol": "ab"}]}}"#,
      "\"customStatuses\" has the symbol \"ab\", which is not one character; that status is passed over"
    ),
    (
      #"{"statusSettings": {"customStatuses": [{"symbol": "a", "type": "LATER"}]}}"#,
      "\"customStatuses\" has the type \"LATER\", which is none of TODO, IN_PROGRESS, ON_HOLD, DONE, CANCELLED, "
        + "NON_TASK; that status is passed over"
    ),
  ])
  func whatIsWrongWithTheTasksPluginIsTold(text: String, message: String) {
    let (settings, diagnostics) = ObsidianSettings.tasksPlugin(bytes(text))
    #expect(settings == ObsidianSettings.TasksPlugin())
    #expect(diagnostics.map(\.message) == [message])
  }

  @Test func readsTemplatesAndApp() {
    let templates = ObsidianSettings.templates(bytes(#"{"folder": "T", "dateFormat": "D.M.", "timeFormat": "h a"}"#))
      .settings
    #expect(templates.folder == "T" && templates.dateFormat == "D.M." && templates.timeFormat == "h a")
    let (app, diagnostics) = ObsidianSettings.app(
      bytes(
        #"{"newFileLocation": "folder", "newFileFolderPath": "In", "newLinkFormat": "relative", "useMarkdownLinks": true, "attachmentFolderPath": "./files"}"#
      ))
    #expect(app.newNoteLocation == .folder && app.newNoteFolder == "In" && app.linkFormat == .relative)
    #expect(app.usesMarkdownLinks && app.attachmentFolder == "./files")
    #expect(diagnostics == [])
  }

  @Test func whatIsWrongIsToldAndTheDefaultTaken() {
    let broken = ObsidianSettings.dailyNotes(bytes("{\n \"folder\": x}"))
    #expect(broken.settings == ObsidianSettings.DailyNotes())
    #expect(broken.diagnostics.map(\.location) == [SourceLocation(line: 2, column: 12)])
    #expect(ObsidianSettings.templates(bytes("[]")).diagnostics.count == 1)
    let types = ObsidianSettings.dailyNotes(bytes(#"{"folder": 1, "autorun": "yes", "format": "D"}"#))
    #expect(types.settings.format == "D" && types.settings.folder == "")
    #expect(
      types.diagnostics.map(\.message) == [
        "\"folder\" should be text, not a number; Obsidian's default is used",
        "\"autorun\" should be true or false, not text; Obsidian's default is used",
      ])
    #expect(ObsidianSettings.app(bytes(#"{"newLinkFormat": "odd"}"#)).diagnostics.count == 1)
    #expect(ObsidianSettings.app([0xFF]).diagnostics.count == 1)
  }

  @Test func aDaysNoteIsFoundByItsPathAndBack() throws {
    var settings = ObsidianSettings.DailyNotes()
    let day = try #require(CivilDate("2026-03-01"))
    #expect(settings.path(for: CivilTime(date: day)) == "2026-03-01.md")
    settings.folder = "Journal"
    settings.format = "YYYY/MM-MMMM/YYYY-MM-DD-dddd"
    #expect(settings.path(for: CivilTime(date: day)) == "Journal/2026/03-March/2026-03-01-Sunday.md")
    #expect(settings.date(ofPath: "Journal/2026/03-March/2026-03-01-Sunday.md") == day)
    for path in [
      "2026/03-March/2026-03-01-Sunday.md", "Journal/2026-03-01.md", "Journal/2026/03-March/2026-03-01-Sunday", "",
    ] {
      #expect(settings.date(ofPath: path) == nil)
    }
  }
}
