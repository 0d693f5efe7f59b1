import Testing
import VaultCore
import VaultTestSupport

@testable import VaultStore

struct VaultPluginQueryTests {
  private static let files = [
    "Roof.md": "---\nproject: roof\n---\n- [ ] tile 📅 2026-03-10 🆔 t1\n- [x] nail\n- [ ] paint ⛔ t1 #roof\n",
    "Home/Week.md": "- [ ] sweep 📅 2026-03-20\n\n```tasks\nnot done\nfolder includes {{query.file.folder}}\n```\n\n"
      + "> [!info]\n> ```tasks\n> blurb\n> ```\n\n- x\n  ```tasks\n  is blocked\n  ```\n",
  ]

  /// Lives as long as the test.
  private let test: ChangedVault

  init() throws { test = try ChangedVault(Self.files) }

  private func descriptions(_ text: String, _ vault: OpenVault, for note: String? = nil, limit: Int? = nil) throws
    -> [String]
  {
    let source = PluginQuerySource(text: text, note: note.map { NotePath($0) })
    return try #require(try vault.read { try $0.answers(to: [source], limit: limit) }.first).get().tasks.map(
      \.task.description)
  }

  @Test func blocksAreAnsweredEachForItself() throws {
    let vault = try test.vault()
    let sources = try vault.read { try $0.tasksQueries(in: "Week") }
    #expect(sources.map(\.line) == [3, 9, 14])
    let answers = try vault.read { try $0.answers(to: sources) }
    #expect(try answers[0].get().tasks.map(\.task.description) == ["sweep"])
    #expect(throws: PluginQueryError.self) { try answers[1].get() }
    let last = try answers[2].get()
    #expect(last.tasks.map(\.task.description) == ["paint #roof"])
    #expect(last.tasks.map(\.isBlocked) == [true])
    #expect(try vault.read { try $0.tasksQueries(in: "Roof") }.isEmpty)
  }

  @Test func limitsCountAfterTheOrder() throws {
    let vault = try test.vault()
    let result = try #require(
      try vault.read { try $0.answers(to: [PluginQuerySource(text: "not done\nlimit 1\nsort by due reverse")]) }.first
    )
    .get()
    #expect(result.tasks.map(\.task.description) == ["paint #roof"])
    #expect(result.total == 3)
    #expect(try descriptions("not done\nsort by description", vault, limit: 2) == ["paint #roof", "sweep"])
    #expect(try descriptions("limit 0", vault) == [])
  }

  @Test func presetsAndTheGlobalQueryComeFromSettings() throws {
    let test = try ChangedVault(
      Self.files.merging([
        ".vault/config.yaml":
          "tasks:\n  presets:\n    mine: |\n      not done\n      has due date\n    due: has due date\n",
        ".obsidian/plugins/obsidian-tasks-plugin/data.json":
          #"{"globalQuery": "not done", "presets": {"theirs": "is blocked", "mine": "done"}}"#,
      ]) { $1 })
    defer { withExtendedLifetime(test) {} }
    let vault = try test.vault()
    #expect(try descriptions("preset mine\nsort by due", vault) == ["tile", "sweep"])
    #expect(try descriptions("({{preset.due}}) AND (path includes roof)", vault) == ["tile"])
    #expect(try descriptions("preset theirs", vault) == ["paint #roof"])
    #expect(try descriptions("description includes nail", vault) == [])
    #expect(try descriptions("ignore global query\ndescription includes nail", vault) == ["nail"])
  }

  @Test func theNoteThatItIsMeantForGivesItsProperties() throws {
    let vault = try test.vault()
    let query = "filename includes {{query.file.property('project')}}\nnot done\nsort by description"
    #expect(try descriptions(query, vault, for: "Roof.md") == ["paint #roof", "tile"])
    #expect(throws: PluginQueryError.self) { try descriptions(query, vault) }
  }

  @Test func indexAndFilesAnswerAlike() throws {
    let test = try VaultUnderTest(root: test.folder.path)
    let queries = ["not done", "is blocked", "sort by urgency", "recurrence includes x", "has tags\ngroup by tags"]
      .map { PluginQuerySource(text: $0) }
    let indexed = try test.vault().read { try $0.answers(to: queries) }.map { try $0.get().tasks.map(\.task) }
    let read = try test.vault(noIndex: true).read { try $0.answers(to: queries) }.map { try $0.get().tasks.map(\.task) }
    #expect(indexed == read)
    #expect(indexed[0].count == 3)
  }
}
