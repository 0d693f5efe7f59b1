import Testing
import VaultCore
import VaultTestSupport

@testable import VaultStore

@Suite struct TaskConsequencesTests {
  private static let note = """
    - [ ] first 🆔 a
    - [ ] second 🆔 b ⛔ a
    - [ ] third ⛔ a, b
    - [ ] fourth ⛔ a
    - [x] fifth ⛔ a
    - [ ] sixth ⛔ nobody

    """

  private func consequences(_ lines: [Int], dryRun: Bool = false) throws -> TaskConsequences {
    let folder = try TemporaryFolder()
    try folder.write(Self.note, to: "a.md")
    let vault = try VaultUnderTest(folder).vault()
    let outcome = try vault.editor.completeTasks(lines.map { "a.md:\($0)" }, ChangeOptions(dryRun: dryRun))
    #expect(outcome.tasks.count == lines.count)
    return try vault.read { try $0.consequences(ofEnding: outcome.tasks.map(\.view.task)) }
  }

  @Test(arguments: [false, true])
  func whatWaitedForThatAloneIsFree(dryRun: Bool) throws {
    let consequences = try consequences([1], dryRun: dryRun)
    #expect(consequences.hasty == [])
    #expect(consequences.freed.map(\.description) == ["second", "fourth"])
  }

  @Test(arguments: [false, true])
  func whatIsStillWaitedForIsTold(dryRun: Bool) throws {
    let consequences = try consequences([3], dryRun: dryRun)
    #expect(consequences.hasty.map(\.task.description) == ["third"])
    #expect(consequences.hasty.flatMap(\.blockers).map(\.description) == ["first", "second"])
    #expect(consequences.freed == [])
  }

  /// What ends in the same change is not waited for.
  @Test(arguments: [false, true])
  func endingTogetherIsNotHasty(dryRun: Bool) throws {
    let consequences = try consequences([3, 2, 1], dryRun: dryRun)
    #expect(consequences.hasty == [])
    #expect(consequences.freed.map(\.description) == ["fourth"])
  }

  @Test func anIDThatNobodyHasIsNotWaitedFor() throws {
    #expect(try consequences([6]) == TaskConsequences())
  }

  @Test(arguments: [false, true])
  func whatWaitsForAnIDThatIsGoneIsTold(dryRun: Bool) throws {
    let folder = try TemporaryFolder()
    try folder.write("- [ ] p 🆔 pp\n- [ ] q ⛔ pp\n- [x] r ⛔ pp\n- [ ] s 🆔 ss\n- [ ] t ⛔ ss\n", to: "a.md")
    try folder.write("- [ ] u 🆔 ss\n- [ ] w ⛔ pp,ss\n", to: "b.md")
    let vault = try VaultUnderTest(folder).vault()
    var newID = TaskFieldChange()
    try newID.set(.id, text: "new")
    let outcomes = [
      try vault.editor.removeTasks(["a.md:1"], nested: false, ChangeOptions(dryRun: true)),
      try vault.editor.editTasks(["a.md:1"], newID, ChangeOptions(dryRun: dryRun)),
    ]
    for outcome in outcomes {
      #expect(outcome.lostIDs == ["pp"])
      let waiting = try vault.read { try $0.tasksWaiting(forLost: outcome) }
      #expect(waiting.map(\.task.description) == ["q", "w"] && waiting.allSatisfy { $0.id == "pp" })
    }
    // Another task has it.
    let other = try vault.editor.removeTasks(["a.md:4"], nested: false, ChangeOptions(dryRun: dryRun))
    #expect(try vault.read { try $0.tasksWaiting(forLost: other) }.isEmpty)
  }
}
