import Testing
import VaultCore
import VaultListingSupport
import VaultStore

@testable import VaultInterface

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

  private func groups(_ groupings: TaskGrouping..., firstWeekday: Int = 1) throws -> [String] {
    let tasks = try fixture.vault.read { try $0.tasks(Query(), scope: .all) }.tasks
    let day = try #require(CivilDate("2026-03-14"))
    var calendar = TaskGrouping.Calendar(today: day, firstWeekday: firstWeekday)
    calendar.titles = try fixture.vault.read { try $0.noteTitles() }
    func lines(_ group: TaskGroup, below titles: String) -> [String] {
      let title = titles + (group.title ?? "")
      let names = group.tasks.map { String(tasks[$0].task.description.prefix { $0 != " " }) }
      guard !group.groups.isEmpty else { return ["\(title): \(names.joined(separator: " "))"] }
      return group.groups.flatMap { lines($0, below: title + " / ") }
    }
    return TaskGroup.groups(of: tasks, by: groupings.filter { $0 != .none }, calendar).flatMap { lines($0, below: "") }
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
    #expect(
      try groups(.happens).last
        == "No start, scheduled or due date: impossible undated")
    #expect(try groups(.folder) == ["No folder: done overdue today tomorrow later in impossible undated"])
    #expect(try groups(.note).map { $0.prefix(4) } == ["b: d", "Head"])
    #expect(try groups(.recurrence).map { $0.prefix(4) } == ["Not "])
    #expect(try groups(.none).count == 1)
    let calendar = TaskGrouping.Calendar(today: CivilDate(dayNumber: 0), firstWeekday: 1)
    #expect(TaskGroup.groups(of: [], by: [], calendar).isEmpty)
    #expect(TaskGroup.groups(of: [], by: [.due], calendar).isEmpty)
  }

  @Test func byDays() throws {
    #expect(try groups(.scheduled) == ["Not scheduled: done overdue today tomorrow later in impossible undated"])
    let fixture = try ListingFixture(["a.md": "- [ ] x ⏳ 2026-03-02\n- [ ] y ⏳ 2026-02-30\n- [ ] z ⏳ 2025-12-01\n"])
    let tasks = try fixture.vault.read { try $0.tasks(Query(), scope: .all) }.tasks
    let calendar = TaskGrouping.Calendar(fixture.vault.environment)
    #expect(
      TaskGroup.groups(of: tasks, by: [.scheduled], calendar).map(\.title) == [
        "2025-12-01", "2026-03-02", "A day that does not exist",
      ])
  }

  @Test func groupsInGroups() throws {
    #expect(
      try groups(.category, .priority) == [
        "general / Medium: overdue", "general / No priority: done today later impossible undated",
        "Idea / Highest: in", "Idea / No priority: tomorrow",
      ])
    #expect(try groups(.tag, .path, .due).first == "#home / b.md / Today: today")
  }

  @Test func fieldsAreReadFromText() throws {
    #expect(try TaskGrouping.list("due") == [.due])
    #expect(try TaskGrouping.list("Due, category,due") == [.due, .category])
    #expect(try TaskGrouping.list("none") == [])
    for (text, message) in [
      ("categry", "there is no field to group by \"categry\". Did you mean category?"),
      ("due,", "there is no field to group by \"\"."), ("moon", "There are: due, scheduled,"),
    ] {
      let error = #expect(throws: UnknownName.self) { try TaskGrouping.list(text) }
      #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
    }
  }
}
