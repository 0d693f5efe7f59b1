import Testing
import VaultCore
import VaultTestSupport

@testable import VaultStore

/// Tasks that the name of their file schedules, in a vault: the index and the files agree, and follow the settings.
struct FileNameDatesInVaultTests {
  let folder: TemporaryFolder
  let test: VaultUnderTest

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(
      "- [ ] plain\n- [ ] due 📅 2026-03-09\n- [ ] start 🛫 2026-03-09\n- [ ] own ⏳ 2026-03-09\n- [x] done\n",
      to: "Journal/2026-03-01.md")
    try folder.write("- [ ] other\n", to: "Other/2026-03-02.md")
    try folder.write("- [ ] nameless\n", to: "Note.md")
    test = try VaultUnderTest(folder)
  }

  /// The tasks with a scheduled date, which both ways of answering find alike.
  private func scheduled(_ query: String = "has:scheduled") throws -> [String] {
    let answers = try [false, true].map { noIndex in
      let vault = try test.vault(noIndex: noIndex)
      return try vault.read { try $0.tasks(try test.query(query), scope: .all, sort: [.init(.path)]) }.tasks.map {
        view in
        "\(view.task.description) \(view.task.scheduled?.date?.description ?? "-") \(view.urgency)"
      }
    }
    #expect(answers[0] == answers[1])
    return answers[0].map { $0.split(separator: " ").prefix(2).joined(separator: " ") }
  }

  private func set(_ lines: String...) throws {
    try folder.write("tasks:\n" + lines.map { "  \($0)\n" }.joined(), to: ".vault/config.yaml")
  }

  @Test func theIndexFollowsTheSettings() throws {
    #expect(try scheduled() == ["own 2026-03-09"])
    try set("file_name_dates: true")
    #expect(
      try scheduled() == ["plain 2026-03-01", "own 2026-03-09", "done 2026-03-01", "other 2026-03-02"])
    #expect(try scheduled("scheduled:2026-03-02") == ["other 2026-03-02"])
    #expect(try scheduled("no:scheduled") == ["due -", "start -", "nameless -"])
    try set("file_name_dates: true", "file_name_date_folders: [Other]")
    #expect(try scheduled() == ["own 2026-03-09", "other 2026-03-02"])
    try set("file_name_dates: true", "file_name_date_format: YYYY-DD-MM")
    #expect(try scheduled("scheduled:2026-01-03") == ["plain 2026-01-03", "done 2026-01-03"])
    try set("file_name_dates: false")
    #expect(try scheduled() == ["own 2026-03-09"])
  }

  @Test func aMovedNoteGivesItsNewDay() throws {
    try set("file_name_dates: true")
    #expect(try scheduled("scheduled:2026-03-02") == ["other 2026-03-02"])
    try folder.move("Other/2026-03-02.md", to: "Other/2026-03-05.md")
    #expect(try scheduled("scheduled:2026-03-05") == ["other 2026-03-05"])
  }

  @Test func thePluginsSettingHoldsWhereTheVaultsSaysNothing() throws {
    try folder.write(
      #"{"useFilenameAsScheduledDate": true, "filenameAsDateFolders": ["Other"]}"#, to: TasksPluginSettingsTests.path)
    #expect(try scheduled() == ["own 2026-03-09", "other 2026-03-02"])
    try set("file_name_date_folders: []")
    #expect(try scheduled("scheduled:2026-03-01") == ["plain 2026-03-01", "done 2026-03-01"])
  }
}
