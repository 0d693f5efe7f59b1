import Testing

@testable import VaultCore

@Suite struct UrgencyTests {
  private let today = CivilDate(dayNumber: 20_000)

  private func task(_ change: (inout TaskItem) -> Void) -> TaskItem {
    var task = TaskItem(
      handle: "0", path: NotePath("a.md"), line: 1, status: StatusRegistry.default.status(for: " "), description: "x",
      values: TaskFieldValues(priority: .low), raw: "- [ ] x")
    change(&task)
    return task
  }

  @Test(arguments: [
    (-400, 12), (-8, 12), (-7, 12), (0, 8.8), (1, 8.342857), (7, 5.6), (14, 2.4), (15, 2.4), (400, 2.4),
  ])
  func due(_ daysAhead: Int, _ expected: Double) {
    let value = Urgency.value(of: task { $0.dates[.due] = .date(today.adding(days: daysAhead)) }, on: today)
    #expect(abs(value - expected) < 0.00001)
  }

  @Test(
    arguments: [
      (.highest, 9), (.high, 6), (.medium, 3.9), (.none, 1.95), (.low, 0), (.lowest, -1.8),
    ] as [(TaskPriority, Double)])
  func priority(_ priority: TaskPriority, _ expected: Double) {
    #expect(Urgency.value(of: task { $0.values.priority = priority }, on: today) == expected)
  }

  @Test(arguments: [(-1, 5), (0, 5), (1, 0)] as [(Int, Double)])
  func scheduled(_ daysAhead: Int, _ expected: Double) {
    #expect(
      Urgency.value(of: task { $0.dates[.scheduled] = .date(today.adding(days: daysAhead)) }, on: today) == expected)
  }

  @Test(arguments: [(-1, 0), (0, 0), (1, -3)] as [(Int, Double)])
  func start(_ daysAhead: Int, _ expected: Double) {
    #expect(Urgency.value(of: task { $0.dates[.start] = .date(today.adding(days: daysAhead)) }, on: today) == expected)
  }

  @Test func impossibleDatesCountAsNone() {
    let value = Urgency.value(
      of: task {
        $0.dates[.due] = .impossible
        $0.dates[.scheduled] = .impossible
        $0.dates[.start] = .impossible
      }, on: today)
    #expect(value == 0)
  }

  @Test func partsAddUp() {
    let value = Urgency.value(
      of: task {
        $0.dates[.due] = .date(today)
        $0.values.priority = .high
        $0.dates[.scheduled] = .date(today)
        $0.dates[.start] = .date(today.adding(days: 2))
      }, on: today)
    #expect(abs(value - 16.8) < 1e-9)
  }

  @Test(arguments: [(8.8, "8.80"), (-1.8, "-1.80"), (10.285714, "10.29"), (0, "0.00"), (-0.05, "-0.05")])
  func textHasTwoDigits(_ value: Double, _ text: String) {
    #expect(Urgency.text(value) == text)
  }
}
