import Testing
import VaultCore
import VaultTestSupport

@testable import VaultStore

/// Today is Monday, 21 September 2026.
struct DailyNoteTests {
  private let day = CivilDate("2026-03-12")

  @Test func isMadeOnce() throws {
    let test = try ChangedVault([".vault/config.yaml": "daily:\n  folder: Days/\n"])
    let day = try #require(day)
    #expect(
      try test.differences { try $0.editor.dailyNote(day, $1).outcome } == [
        "Days": "(folder)", "Days/2026-03-12.md": "",
      ])
    try test.folder.write("mine", to: "Days/2026-03-12.md")
    #expect(try test.vault().editor.dailyNote(day).outcome.end == .unchanged)
    #expect(try test.text("Days/2026-03-12.md") == "mine")
    #expect(try test.vault().read { try $0.dailyNotes() }.map(\.day) == [day])
  }

  @Test func obsidiansSettingsHold() throws {
    let test = try ChangedVault([
      ".obsidian/daily-notes.json": #"{"folder": "D", "format": "YYYY/MM/DD dddd", "template": "T/Day"}"#,
      "T/Day.md": "# {{title}} {{date:YYYY}}\n",
    ])
    let day = try #require(day)
    let (path, _) = try test.vault().editor.dailyNote(day)
    #expect(path.text == "D/2026/03/12 Thursday.md")
    #expect(try test.text(path.text) == "# 12 Thursday 2026\n")
    // What the configuration says goes first.
    try test.folder.write("daily:\n  folder: E\n", to: ".vault/config.yaml")
    #expect(try test.vault().read { try $0.dailyNotePath(day) }.text == "E/2026/03/12 Thursday.md")
  }

  @Test(arguments: [
    (#"{"folder": ".."}"#, "", "the folder of daily notes (`folder` in .obsidian/daily-notes.json)"),
    (#"{"folder": ".vault"}"#, "", "the folder of daily notes (`folder` in .obsidian/daily-notes.json)"),
    (#"{"format": "[.]YYYY"}"#, "", "the format of daily notes (`format` in .obsidian/daily-notes.json)"),
    (#"{"folder": ".."}"#, "daily:\n  folder: .hidden\n", "the folder of daily notes (`daily.folder`)"),
    ("{}", "daily:\n  format: '[.]YYYY'\n", "the format of daily notes (`daily.format`)"),
  ])
  func whatIsToBlameIsNamed(_ obsidian: String, _ own: String, _ origin: String) throws {
    let test = try ChangedVault([".obsidian/daily-notes.json": obsidian, ".vault/config.yaml": own])
    let day = try #require(day)
    let error = #expect(throws: ChangeError.self) { try test.vault().editor.dailyNote(day) }
    #expect(error?.description.hasSuffix("; it comes from \(origin)") == true, "\(error?.description ?? "")")
  }

  @Test func aMissingTemplateIsNamedWithItsSetting() throws {
    let day = try #require(day)
    for (files, origin) in [
      ([".obsidian/daily-notes.json": #"{"template": "Day"}"#], "`template` in .obsidian/daily-notes.json"),
      ([".vault/config.yaml": "daily:\n  template: Day\n"], "the setting `daily.template`"),
    ] {
      let test = try ChangedVault(files)
      let error = #expect(throws: NoTemplateError.self) { try test.vault().editor.dailyNote(day) }
      #expect(error?.description.contains("\"Day\", which \(origin) names, in") == true)
    }
  }

  @Test func brokenSettingsAreTold() throws {
    let test = try ChangedVault([".obsidian/daily-notes.json": "{\"folder\": 3"])
    #expect(try test.vault().read { try $0.dailyNotePath(try #require(day)) }.text == "2026-03-12.md")
    #expect(test.notices.contains { $0.contains(".obsidian/daily-notes.json:1:") })
  }

  @Test(arguments: ["folder: ../out", "format: 'YYYY:MM'", "format: '[../]YYYY'"])
  func placesOutsideAreRefused(_ setting: String) throws {
    let test = try ChangedVault([".vault/config.yaml": "daily:\n  \(setting)\n"])
    #expect(throws: (any Error).self) { try test.vault().editor.dailyNote(try #require(day)) }
    #expect(try test.tree().isEmpty)
  }
}
