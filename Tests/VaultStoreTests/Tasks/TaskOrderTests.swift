import Testing

@testable import VaultCore
@testable import VaultStore

struct TaskOrderTests {
  private func task(_ path: String, _ line: Int = 1, due: String? = nil, _ priority: TaskPriority = .none) -> TaskItem {
    TaskItem(
      handle: "", path: NotePath(path), line: line,
      status: TaskStatus(symbol: " ", name: "Todo", type: .todo), description: "",
      values: TaskFieldValues(dates: [.due: due.flatMap { CivilDate($0) }.map { .date($0) }], priority: priority),
      raw: "")
  }

  private func order(_ tasks: [TaskItem], _ keys: [Query.SortKey] = []) throws -> [Int] {
    TaskOrder(keys: keys, today: try #require(CivilDate("2026-03-14"))).sorted(tasks)
  }

  @Test func byDayThenPriorityThenPlace() throws {
    let tasks = [
      task("Projects/b.md"), task("Projects/a.md", 9), task("Projects/a.md", 10), task("Projects/a.md", 2),
      task("Z.md", due: "2026-03-20"), task("A.md", due: "2026-03-20", .low), task("Z.md", 3, due: "2026-03-02"),
      task("Pro.md"), task("z.md", 1, .highest),
    ]
    #expect(try order(tasks) == [6, 4, 5, 8, 7, 3, 1, 2, 0])
  }

  @Test func byKeysGiven() throws {
    let tasks = [
      task("b.md", due: "2026-03-02"), task("a.md"), task("c.md", due: "2026-03-20"),
      task("a.md", 5, due: "2026-03-02"),
    ]
    #expect(try order(tasks, [Query.SortKey(.due, isReversed: true)]) == [2, 3, 0, 1])
    #expect(try order(tasks, [Query.SortKey(.path, isReversed: true)]) == [2, 0, 3, 1])
    #expect(try order(tasks, [Query.SortKey(.path), Query.SortKey(.due)]) == [3, 1, 0, 2])
    #expect(try order([], [Query.SortKey(.path)]).isEmpty)
  }
}
