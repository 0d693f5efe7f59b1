import Testing

@testable import VaultCore

@Suite struct TaskDatesTests {
  private static let done = CivilDate("2026-03-20")

  private static func date(_ text: String?) -> TaskDate? {
    text.map { CivilDate($0).map(TaskDate.date) ?? .impossible }
  }

  /// Due, scheduled and start, before and after; completed on 2026-03-20.
  @Test(
    arguments: [
      ("every week", ["2026-03-01", nil, nil], ["2026-03-08", nil, nil]),
      ("every week when done", ["2026-03-01", nil, nil], ["2026-03-27", nil, nil]),
      ("every week when done", ["2026-05-01", nil, nil], ["2026-03-27", nil, nil]),
      ("every month when done", ["2026-01-31", nil, nil], ["2026-04-20", nil, nil]),
      ("every month on the 1st when done", ["2026-01-01", nil, nil], ["2026-04-01", nil, nil]),
      ("every 2 weeks on Monday when done", ["2026-01-05", nil, nil], ["2026-03-30", nil, nil]),
      ("every month", ["2026-01-31", "2026-01-29", "2026-02-02"], ["2026-02-28", "2026-02-26", "2026-03-02"]),
      ("every day", [nil, "2026-03-01", "2026-02-27"], [nil, "2026-03-02", "2026-02-28"]),
      ("every 3 days when done", [nil, "2022-01-04", "2022-01-01"], [nil, "2026-03-23", "2026-03-20"]),
      ("every year", [nil, nil, "2024-02-29"], [nil, nil, "2025-02-28"]),
      ("every day", [nil, nil, nil], [nil, nil, nil]),
      ("every February on the 30th", [nil, nil, nil], [nil, nil, nil]),
      ("every day", ["2026-03-01", "2026-02-30", nil], ["2026-03-02", "2026-02-30", nil]),
      ("every day", ["9999-12-30", nil, "0001-01-01"], ["9999-12-31", nil, "0001-01-02"]),
    ] as [(String, [String?], [String?])])
  func next(_ rule: String, _ before: [String?], _ after: [String?]) throws {
    let dates =
      [.due: Self.date(before[0]), .scheduled: Self.date(before[1]), .start: Self.date(before[2])] as TaskDates
    let next = try dates.next(rule, completedOn: try #require(Self.done))
    #expect(
      next == [.due: Self.date(after[0]), .scheduled: Self.date(after[1]), .start: Self.date(after[2])] as TaskDates)
  }

  @Test(
    arguments: [
      ("weekly", ["2026-03-01", nil, nil], .unknownRule("weekly")),
      ("every day for 3 times", ["2026-03-01", nil, nil], .unsupported("for 3 times")),
      ("every day for 3 times", [nil, nil, nil], .unsupported("for 3 times")),
      ("every day", ["2026-02-30", "2026-02-28", nil], .impossibleDate(.due)),
      ("every day", [nil, "2026-02-30", "2026-02-28"], .impossibleDate(.scheduled)),
      ("every day when done", [nil, nil, "2026-02-30"], .impossibleDate(.start)),
      (
        "every February on the 30th", ["2026-03-01", nil, nil],
        .noFurtherDate(rule: "every February on the 30th", after: CivilDate(dayNumber: 20513))
      ),
      (
        "every day", ["9999-12-31", nil, nil],
        .noFurtherDate(rule: "every day", after: CivilDate(dayNumber: 2_932_896))
      ),
      ("every day", ["9999-12-30", "9999-12-31", nil], .outsideTheYears(.scheduled)),
      ("every day when done", ["9999-12-30", nil, "0001-01-01"], .outsideTheYears(.start)),
    ] as [(String, [String?], RecurrenceError)])
  func refused(_ rule: String, _ before: [String?], _ error: RecurrenceError) throws {
    let dates =
      [.due: Self.date(before[0]), .scheduled: Self.date(before[1]), .start: Self.date(before[2])] as TaskDates
    let done = try #require(Self.done)
    #expect(throws: error) { try dates.next(rule, completedOn: done) }
  }

  @Test(
    arguments: [
      (
        .unknownRule("weekly"),
        "\"weekly\" is no recurrence rule. Write something like \"every week on Monday\", or complete the task without "
          + "a next occurrence (without repeating)"
      ),
      (
        .unsupported("for 3 times"),
        "The rule says \"for 3 times\", which is not supported. Take that part out, or complete the task without a next "
          + "occurrence (without repeating)"
      ),
      (
        .impossibleDate(.due),
        "The rule counts from the due date, and that day does not exist. Correct it, or complete the task without a "
          + "next occurrence (without repeating)"
      ),
      (
        .noFurtherDate(rule: "every February on the 30th", after: CivilDate(dayNumber: 0)),
        "The rule \"every February on the 30th\" has no day after 1970-01-01. Change it, or complete the task without "
          + "a next occurrence (without repeating)"
      ),
      (
        .outsideTheYears(.start),
        "The next start date would be outside the years 0001 to 9999. Change the dates or the rule, or complete the "
          + "task without a next occurrence (without repeating)"
      ),
    ] as [(RecurrenceError, String)])
  func messages(_ error: RecurrenceError, _ message: String) {
    #expect("\(error)" == message)
  }
}
