import Testing
import VaultCore
import VaultTestSupport

@testable import VaultStore

/// What is new in the line of a task that was changed.
struct TaskMarksTests {
  private func marks(
    _ text: String, _ change: (VaultEditor) throws -> TaskChangeOutcome
  ) throws -> [[String]] {
    let test = try ChangedVault(["a.md": text])
    return try change(test.vault().editor).tasks.map { task in
      #expect(task.before != nil || task.marks.isEmpty)
      let raw = Array(task.view.task.raw.utf8)
      return task.marks.map { String(decoding: raw[$0], as: UTF8.self) }
    }
  }

  private func fields(_ set: (inout TaskFieldChange) throws -> Void) rethrows -> TaskFieldChange {
    var fields = TaskFieldChange()
    try set(&fields)
    return fields
  }

  @Test func newAndChangedFields() throws {
    let due = fields { $0.set(.due, CivilDate("2026-05-06")) }
    #expect(try marks("- [ ] x 📅 2026-01-01\n") { try $0.editTasks(["a:1"], due) } == [["2026-05-06"]])
    #expect(try marks("text\n\n  - [ ] ü #t\n") { try $0.editTasks(["a:3"], due) } == [["📅 2026-05-06"]])
    #expect(
      try marks("- [ ] x 📅 2026-01-01\n- [ ] y\n") { try $0.editTasks(["a:2", "a:1"], due) }
        == [["📅 2026-05-06"], ["2026-05-06"]])
    let both = fields {
      $0.set(.due, CivilDate("2026-05-06"))
      $0.set(.high)
    }
    #expect(try marks("- [ ] x ➕ 2026-01-01 ^b\n") { try $0.editTasks(["a:1"], both) } == [["⏫", "📅 2026-05-06"]])
  }

  @Test func whatGoesLeavesNoMark() throws {
    let none = fields { $0.set(.due, nil) }
    #expect(try marks("- [ ] x 📅 2026-01-01\n") { try $0.editTasks(["a:1"], none) } == [[]])
  }

  @Test func statusAndNextOccurrence() throws {
    #expect(try marks("- [ ] x\n") { try $0.setTasks(.inProgress, ["a:1"], title: "t") } == [["/"]])
    let done = try marks("- [ ] x 🔁 every day 📅 2026-01-01\n") { try $0.completeTasks(["a:1"]) }
    #expect(done == [["x", "✅ 2026-09-21"], []])
  }
}
