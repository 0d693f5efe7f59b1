import Testing
import VaultCore
import VaultListingSupport
import VaultStore

@testable import VaultInterface

/// What a tab shows is what the query language calls so.
@Suite struct TasksTabTests {
  private static let queries: [(VaultURL.TasksTab, String)] = [
    (.all, ""), (.low, "priority:low OR priority:lowest"), (.medium, "priority:medium"),
    (.high, "priority:high OR priority:highest"), (.today, "due:today"), (.overdue, "is:overdue"),
  ]

  @Test func areAllTried() { #expect(Self.queries.map(\.0) == VaultURL.TasksTab.allCases) }

  @Test(arguments: queries, [TaskScope.open, .done])
  func whatItShowsIsWhatAQueryFinds(_ pair: (VaultURL.TasksTab, String), _ scope: TaskScope) throws {
    let (tab, query) = pair
    let priorities = ["🔺", "⏫", "🔼", "", "🔽", "⏬"]
    let days = ["", "📅 2026-03-13", "📅 2026-03-14", "📅 2026-03-15", "📅 2026-02-30"]
    let lines = priorities.flatMap { priority in
      days.flatMap { day in [" ", "/", "x", "-"].map { "- [\($0)] a task \(priority) \(day)" } }
    }
    let fixture = try ListingFixture(["Tasks.md": lines.joined(separator: "\n")])
    let today = try #require(CivilDate("2026-03-14"))
    try fixture.vault.read { reader in
      let found = try reader.tasks(fixture.query(query), scope: scope)
      let shown = try reader.tasks(Query(), scope: scope) { tab.holds($0, today: today) }
      #expect(found.tasks.map(\.task.line) == shown.tasks.map(\.task.line))
      #expect(found.total == shown.total)
      #expect((shown.total == 2 * priorities.count * days.count) == (tab == .all))
      #expect(shown.tasks.isEmpty == (tab == .overdue && scope == .done))
    }
  }
}
