import Testing
import VaultCore
import VaultTestSupport

@testable import VaultStore

/// Today is 2026-09-21.
struct TaskPromotionTests {
  private static let actions = "---\naction_items:\n  - one\n  - \"\"\n  - two\n  - one\n  - '  '\n---\n# A\n"

  /// A note whose action items are these lines.
  private static func note(_ items: String...) -> String {
    "---\naction_items:\n" + items.map { $0 + "\n" }.joined() + "---\n# A\n"
  }

  @Test func actionItemsBecomeTasksOnce() throws {
    let test = try ChangedVault(["a.md": Self.actions])
    _ = try test.differences { try $0.editor.promoteActionItems(of: "a", under: nil, $1).change }
    #expect(try test.text("a.md") == "---\n---\n# A\n- [ ] one\n- [ ] two\n")
    #expect(try test.vault().editor.promoteActionItems(of: "a", under: nil).change.end == .unchanged)
  }

  @Test func keptItemsAreNotMadeTwice() throws {
    let test = try ChangedVault(["a.md": Self.actions])
    _ = try test.vault().editor.promoteActionItems(of: "a", under: SectionChoice("Todo", creates: true), keeping: true)
    #expect(try test.text("a.md") == Self.actions + "\n## Todo\n\n- [ ] one\n- [ ] two\n")
    #expect(try test.vault().editor.promoteActionItems(of: "a", under: "Todo", keeping: true).change.end == .unchanged)
    // Gone from the front matter, and not made again.
    _ = try test.vault().editor.promoteActionItems(of: "a", under: nil)
    #expect(try test.text("a.md") == "---\n---\n# A\n\n## Todo\n\n- [ ] one\n- [ ] two\n")
  }

  @Test func fieldsBecomeTheTasks() throws {
    let items = ["Email @anna", "Pay 📅 2026-05-01", "Call @bob due:2026-04-01", "(A) first", "Pay 📅 2026-06-01"]
    let text = Self.note("  - \(items[0])", "  - \(items[1])", "  - \(items[2])", "  - \(items[3])", "  - \(items[4])")
    let test = try ChangedVault(["a.md": text])
    let outcome = try test.vault().editor.promoteActionItems(of: "a", under: nil, keeping: true)
    #expect(try test.text("a.md") == text + items.map { "- [ ] \($0)\n" }.joined())
    let tasks = outcome.tasks.map(\.view.task)
    #expect(tasks.map(\.description) == ["Email", "Pay", "Call", "first", "Pay"])
    #expect(tasks[2].namedCategory == "bob" && tasks[2].due?.date?.description == "2026-04-01")
    #expect(tasks[3].priority == .high)
    // What a task of the note says already, done or not, is not made again.
    _ = try test.vault().editor.completeTasks(["a:11"])
    #expect(try test.vault().editor.promoteActionItems(of: "a", under: nil, keeping: true).change.end == .unchanged)
  }

  @Test func createdDatesAreTodaysWhereTheyAreOn() throws {
    let test = try ChangedVault([
      "a.md": Self.note("  - one 📅 2026-10-01", "  - two ➕ 2026-01-01"),
      ".vault/config.yaml": "tasks:\n  created_dates: true\n",
    ])
    _ = try test.vault().editor.promoteActionItems(of: "a", under: nil)
    #expect(
      try test.text("a.md")
        == "---\n---\n# A\n- [ ] one ➕ 2026-09-21 📅 2026-10-01\n- [ ] two ➕ 2026-01-01\n")
  }

  @Test(arguments: [
    (["  - text: Call Bob", "    due: 2026-12-01", "  - [a, b]", "  - plain"], 3, "map"),
    (["  - plain", "  - [a, b]"], 4, "list"), (["  text: Call Bob"], 3, "map"),
    (["  - plain", "  - |", "    one", "    two"], 4, "one task"),
    (["  - one\\", "  - \"two\\nthree\""], 4, "one task"),
  ])
  func whatWouldBeLostIsRefused(_ items: [String], _ line: Int, _ words: String) throws {
    let test = try ChangedVault(["a.md": "---\naction_items:\n" + items.map { $0 + "\n" }.joined() + "---\n# A\n"])
    let before = try test.tree()
    for keeping in [false, true] {
      let error = #expect(throws: ActionItemError.self) {
        try test.vault().editor.promoteActionItems(of: "a", under: nil, keeping: keeping)
      }
      let text = "\(try #require(error))"
      #expect(text.hasPrefix("a.md:\(line): ") && text.contains(words) && text.contains("take it out of the list"))
    }
    #expect(try test.tree() == before)
  }

  @Test func theGlobalFilterIsAskedFor() throws {
    let test = try ChangedVault([
      "a.md": Self.note("  - 'one #task'", "  - two"), ".vault/config.yaml": "tasks:\n  filter: '#task'\n",
    ])
    let error = #expect(throws: ActionItemError.self) {
      try test.vault().editor.promoteActionItems(of: "a", under: nil)
    }
    #expect("\(try #require(error))".hasPrefix("a.md:4: "))
  }

  @Test func anIDThatIsTakenIsRefused() throws {
    let test = try ChangedVault(["a.md": Self.note("  - one 🆔 x"), "b.md": "- [ ] b 🆔 x\n"])
    #expect(throws: TaskIDError.self) { try test.vault().editor.promoteActionItems(of: "a", under: nil) }
  }

  /// The items are those that the note has when it is changed.
  @Test func whatAnotherAddsMeanwhileIsPromotedToo() throws {
    let test = try ChangedVault(["a.md": Self.note("  - one")])
    try test.whileAnotherWrites(Self.note("  - one", "  - two"), to: "a.md") {
      _ = try $0.editor.promoteActionItems(of: "a", under: nil)
    }
    #expect(try test.text("a.md") == "---\n---\n# A\n- [ ] one\n- [ ] two\n")
  }
}
