import Testing
import VaultCore

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
