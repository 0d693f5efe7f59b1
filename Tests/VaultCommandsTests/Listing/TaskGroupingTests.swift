import Testing
import VaultCore
import VaultStore

@testable import VaultCommands

@Suite struct TaskGroupingTests {
  private let fixture: ListingFixture

  init() throws {
    fixture = try ListingFixture([
      "b.md": """
      - [ ] overdue 📅 2026-03-13 🔼 #Work
      - [ ] today 📅 2026-03-14 #work #home
      - [ ] tomorrow 📅 2026-03-15 [category:: Idea]
      - [ ] later 📅 2026-03-16
      - [ ] impossible 📅 2026-02-30
      - [ ] undated
      - [x] done 📅 2026-03-01
      """,
      "a.md": "# Head\n\n- [/] in progress 🔺 📅 2026-04-01 [category:: idea]\n",
    ])
  }

  private func groups(_ grouping: TaskGrouping, firstWeekday: Int = 1) throws -> [String] {
    let tasks = try fixture.vault.tasks(Query(), scope: .all).tasks
    let day = try #require(CivilDate("2026-03-14"))
    let groups = grouping.groups(of: tasks, .init(today: day, firstWeekday: firstWeekday))
    return groups.map { group in
      (group.title ?? "") + ": "
        + group.tasks.map { String(tasks[$0].task.description.prefix { $0 != " " }) }
        .joined(separator: " ")
    }
  }

  @Test func byDueDate() throws {
    #expect(
      try groups(.due) == [
        "Overdue: overdue", "Today: today", "Tomorrow: tomorrow", "Later: later in", "No due date: undated",
        "Due on a day that does not exist: impossible", "Done: done",
      ])
  }

  @Test(arguments: [(1, "Later: later in"), (3, "This week: later")])
  func theWeekEndsBeforeItsFirstDay(_ firstWeekday: Int, _ expected: String) throws {
    #expect(try groups(.due, firstWeekday: firstWeekday).contains(expected))
  }

  @Test func byPriority() throws {
    #expect(
      try groups(.priority) == [
        "Highest: in", "Medium: overdue", "No priority: done today tomorrow later impossible undated",
      ])
  }

  @Test func byCategoryWithoutRegardToCase() throws {
    #expect(try groups(.category) == ["general: done overdue today later impossible undated", "Idea: tomorrow in"])
  }

  @Test func byTagInEachGroup() throws {
    #expect(
      try groups(.tag) == [
        "#home: today", "#Work: overdue today", "No tag: done tomorrow later in impossible undated",
      ])
  }

  @Test func byOthers() throws {
    #expect(try groups(.path).map { $0.prefix(5) } == ["a.md:", "b.md:"])
    #expect(try groups(.heading).map { $0.prefix(4) } == ["Head", "No h"])
    #expect(try groups(.status).map { $0.prefix { $0 != ":" } } == ["Todo", "In Progress", "Done"])
    #expect(try groups(.none).count == 1)
    #expect(TaskGrouping.none.groups(of: [], .init(today: CivilDate(dayNumber: 0), firstWeekday: 1)).isEmpty)
  }
}
