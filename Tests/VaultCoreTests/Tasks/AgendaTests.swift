import Testing

@testable import VaultCore

@Suite struct AgendaTests {
  private let today = CivilDate(year: 2026, month: 3, day: 12) ?? CivilDate(dayNumber: 0)

  /// `d` due, `s` scheduled, `b` begins, each with the number of days from today; a leading `x`: it is done.
  private func task(_ text: String) -> TaskItem {
    var dates: [Character: TaskDate] = [:]
    for word in text.split(separator: " ") where word != "x" {
      let day = Int(word.dropFirst()).map { TaskDate.date(today.adding(days: $0)) }
      if let letter = word.first { dates[letter] = day ?? .impossible }
    }
    let isDone = text.hasPrefix("x")
    return TaskItem(
      handle: text, path: NotePath("a.md"), line: 1,
      status: TaskStatus(symbol: " ", name: "", type: isDone ? .done : .todo), description: text,
      values: TaskFieldValues(dates: [.due: dates["d"], .scheduled: dates["s"], .start: dates["b"]]), raw: text)
  }

  /// `part reason: task`, the part in days from today.
  private func agenda(_ texts: [String], days: Int = 7) -> [String] {
    Agenda(texts.map(task), today: today, days: days).entries.map { entry in
      let part =
        switch entry.part {
        case .overdue: "overdue"
        case .later: "later"
        case .day(let day): "+\(day.days(since: today))"
        }
      return "\(part) \(entry.reason.rawValue): \(texts[entry.task])"
    }
  }

  @Test(
    arguments: [
      ("d-1", ["overdue overdue"]), ("d0", ["+0 due"]), ("d7", ["+7 due"]), ("d8", ["later due"]),
      ("s-3", ["+0 scheduled"]), ("s0", ["+0 scheduled"]), ("s2", ["+2 scheduled"]), ("s9", ["later scheduled"]),
      ("b-3", []), ("b0", ["+0 start"]), ("b2", ["+2 start"]), ("b9", ["later start"]),
      // Each date has its day, and one day has a task once.
      ("d3 s1 b0", ["+0 start", "+1 scheduled", "+3 due"]), ("d1 s1 b1", ["+1 due"]), ("s1 b1", ["+1 scheduled"]),
      ("d9 s2", ["+2 scheduled", "later due"]), ("d9 s8 b8", ["later due"]), ("s9 b8", ["later scheduled"]),
      // Overdue comes before what was planned; what is planned anew stands on its day, too.
      ("d-1 s-2", ["overdue overdue"]), ("d-1 s0", ["overdue overdue", "+0 scheduled"]), ("d0 s-2", ["+0 due"]),
      ("d2 s-2", ["+0 scheduled", "+2 due"]),
      ("", []), ("x d0 s0 b0", []), ("d?", []), ("d? s0", ["+0 scheduled"]),
    ] as [(String, [String])])
  func daysOfOneTask(_ text: String, _ expected: [String]) {
    #expect(agenda([text]) == expected.map { "\($0): \(text)" })
  }

  @Test func order() {
    #expect(
      agenda(["b1", "s1", "d1", "d20", "d9", "d-1", "d-5", "s0", "s-2"]) == [
        "overdue overdue: d-5", "overdue overdue: d-1", "+0 scheduled: s-2", "+0 scheduled: s0", "+1 due: d1",
        "+1 scheduled: s1", "+1 start: b1", "later due: d9", "later due: d20",
      ])
  }

  @Test(arguments: [(0, 3), (1, 4), (7, 10), (-1, 3)])
  func everyDayIsAPart(_ days: Int, _ count: Int) {
    let parts = Agenda([], today: today, days: days).parts
    #expect(parts.count == count)
    #expect(parts.first == .overdue)
    #expect(parts.dropFirst().first == .day(today))
    #expect(parts.last == .later)
  }

  @Test func fewerDaysLeaveMoreForLater() {
    #expect(agenda(["d1", "d2"], days: 1) == ["+1 due: d1", "later due: d2"])
    #expect(agenda(["d1"], days: 0) == ["later due: d1"])
  }

  @Test func theDayOfAnEntry() {
    let entries = Agenda([task("d-2"), task("s-2"), task("d9")], today: today, days: 7).entries
    #expect(entries.map { $0.day.days(since: today) } == [-2, 0, 9])
    #expect(entries.map { $0.date.days(since: today) } == [-2, -2, 9])
  }
}
