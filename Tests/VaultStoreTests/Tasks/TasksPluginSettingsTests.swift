import Testing
import VaultCore
import VaultTestSupport

@testable import VaultStore

/// What Obsidian's plugin Tasks is set to holds where the vault's own configuration says nothing.
@Suite("Settings of the plugin Tasks")
struct TasksPluginSettingsTests {
  static let path = ".obsidian/plugins/obsidian-tasks-plugin/data.json"
  static let settings = #"""
    {"globalFilter": "#task", "taskFormat": "dataview", "setCreatedDate": true, "recurrenceOnNextLine": true,
     "statusSettings": {"coreStatuses": [], "customStatuses": [
       {"symbol": "w", "name": "Waiting", "nextStatusSymbol": "x", "type": "ON_HOLD"},
       {"symbol": "i", "name": "Info", "nextStatusSymbol": " ", "type": "NON_TASK"}]}}
    """#

  let folder: TemporaryFolder
  let test: VaultUnderTest

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("- [ ] mow #task\n- [w] wait #task\n- [i] know #task\n- [ ] no task of it\n", to: "A.md")
    test = try VaultUnderTest(folder)
  }

  private func open(noIndex: Bool = false) throws -> [String] {
    let vault = try test.vault(noIndex: noIndex)
    return try vault.read { try $0.tasks(Query(), scope: .open) }.tasks.map {
      "\($0.task.status.name): \($0.task.description)"
    }
  }

  @Test func theIndexFollowsThem() throws {
    #expect(try open() == ["Todo: mow #task", "Unknown: wait #task", "Unknown: know #task", "Todo: no task of it"])
    try folder.write(Self.settings, to: Self.path)
    #expect(try open() == ["Todo: mow #task", "Waiting: wait #task"])
    #expect(try open(noIndex: true) == ["Todo: mow #task", "Waiting: wait #task"])
    try folder.write(Self.settings.replacing("ON_HOLD", with: "DONE"), to: Self.path)
    #expect(try open() == ["Todo: mow #task"])
    #expect(test.notices.all == [])
  }

  @Test func theVaultsOwnComeFirst() throws {
    try folder.write(Self.settings, to: Self.path)
    var configuration = try test.vault().configuration
    #expect(configuration.taskFilter == "#task" && configuration.taskFormat == .inline)
    #expect(configuration.writesCreatedDates && configuration.nextOccurrence == .below)
    try folder.write(
      """
      tasks:
        filter: ""
        format: emoji
        created_dates: false
        next_occurrence: above
        statuses: [{symbol: w, name: Later, type: todo}]

      """, to: ".vault/config.yaml")
    configuration = try test.vault().configuration
    #expect(configuration.taskFilter == nil && configuration.taskFormat == .emoji)
    #expect(!configuration.writesCreatedDates && configuration.nextOccurrence == .above)
    #expect(try open() == ["Todo: mow #task", "Later: wait #task", "Todo: no task of it"])
  }

  @Test func nonsenseIsToldAndChangesNothing() throws {
    let before = try open()
    for text in ["{", "[]", #"{"globalFilter": ["a"], "statusSettings": {"customStatuses": [{"symbol": "wx"}]}}"#] {
      test.notices.clear()
      try folder.write(text, to: Self.path)
      #expect(try open() == before)
      #expect(!test.notices.all.isEmpty && test.notices.all.allSatisfy { $0.hasPrefix(Self.path + ":1:") })
    }
  }
}
