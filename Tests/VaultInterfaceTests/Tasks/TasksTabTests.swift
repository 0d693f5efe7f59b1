import Testing
import VaultCore
import VaultListingSupport
import VaultStore

@testable import VaultInterface

/// A tab asks for its tasks by words of the query language, and counts them by what a task says.
@Suite struct TasksTabTests {
  @Test(arguments: VaultURL.TasksTab.allCases)
  func whatIsFoundIsWhatIsCounted(_ tab: VaultURL.TasksTab) throws {
    let priorities = ["🔺", "⏫", "🔼", "", "🔽", "⏬"]
    let days = ["", "📅 2026-03-13", "📅 2026-03-14", "📅 2026-03-15", "📅 2026-02-30"]
    let lines = priorities.flatMap { priority in
      days.flatMap { day in [" ", "/", "x", "-"].map { "- [\($0)] a task \(priority) \(day)" } }
    }
    let fixture = try ListingFixture(["Tasks.md": lines.joined(separator: "\n")])
    let today = try #require(CivilDate("2026-03-14"))
    try fixture.vault.read { reader in
      let found = try reader.tasks(tab.restricted(Query(), fixture.vault), scope: .open)
      let counted = try reader.reduceTasks(Query(), scope: .open, into: [Int]()) { lines, task in
        if tab.holds(task, today: today) { lines.append(task.line) }
      }
      #expect(found.tasks.map(\.task.line).sorted() == counted.sorted())
      #expect(!counted.isEmpty)
      #expect((counted.count == 2 * priorities.count * days.count) == (tab == .all))
    }
  }
}
