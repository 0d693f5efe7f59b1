import Testing

@testable import VaultCore

/// Dates in words, on Saturday, 14 March 2026 unless said otherwise.
@Suite struct PluginQueryDatesTests {
  private func days(_ text: String, on today: CivilDate = PluginQueryCase.today) -> String? {
    PluginQueryDates(today: today).span(of: text, whole: text).map {
      $0.first == $0.last ? "\($0.first)" : "\($0.first) \($0.last)"
    }
  }

  static let readable: [(String, String)] = [
    ("2026-01-31", "2026-01-31"), ("2026-01-31 2026-02-02", "2026-01-31 2026-02-02"),
    ("2026-02-02 2026-01-31", "2026-01-31 2026-02-02"), ("2026-02-30 2026-01-31", "2026-01-31"),
    ("1/31/2026", "2026-01-31"), ("2026/1/31", "2026-01-31"),
    ("today", "2026-03-14"), ("Tomorrow", "2026-03-15"), ("yesterday", "2026-03-13"),
    ("the day of tomorrow", "2026-03-15"),
    ("this week", "2026-03-09 2026-03-15"), ("last week", "2026-03-02 2026-03-08"),
    ("next week", "2026-03-16 2026-03-22"), ("this month", "2026-03-01 2026-03-31"),
    ("last month", "2026-02-01 2026-02-28"), ("next month", "2026-04-01 2026-04-30"),
    ("this quarter", "2026-01-01 2026-03-31"), ("last quarter", "2025-10-01 2025-12-31"),
    ("next quarter", "2026-04-01 2026-06-30"), ("this year", "2026-01-01 2026-12-31"),
    ("last year", "2025-01-01 2025-12-31"), ("next year", "2027-01-01 2027-12-31"),
    ("2026", "2026-01-01 2026-12-31"), ("2026-02", "2026-02-01 2026-02-28"),
    ("2026-Q2", "2026-04-01 2026-06-30"), ("2026-W01", "2025-12-29 2026-01-04"), ("2020-W53", "2020-12-28 2021-01-03"),
    ("14 days ago", "2026-02-28"), ("two weeks ago", "2026-02-28"), ("a month ago", "2026-02-14"),
    ("2 years ago", "2024-03-14"), ("a year and 2 days ago", "2025-03-12"), ("a few days ago", "2026-03-11"),
    ("in two weeks", "2026-03-28"), ("in 1 month", "2026-04-14"), ("3 days from now", "2026-03-17"),
    ("3 days later", "2026-03-17"), ("next 3 days", "2026-03-17"), ("last 2 weeks", "2026-02-28"),
    // Without a year, that of the nearest one.
    ("14 October", "2025-10-14"), ("October 14", "2025-10-14"), ("12 September", "2026-09-12"),
    ("13 September", "2025-09-13"), ("October", "2025-10-01"),
    ("1 January", "2026-01-01"), ("25th May 2023", "2023-05-25"), ("25 May 87", "1987-05-25"), ("May 87", "1987-05-01"),
    // The month comes first, unless it can only be the day.
    ("02.09.2023", "2023-02-09"), ("27.12.2023", "2023-12-27"), ("2-9-2023", "2023-02-09"), ("12/27", "2025-12-27"),
    ("27/12", "2025-12-27"), ("3/20", "2026-03-20"), ("12/27/23", "2023-12-27"), ("12/27/87", "1987-12-27"),
    ("2026.1.31", "2026-01-31"), ("7/2023", "2023-07-01"), ("3/20 3/13", "2026-03-13 2026-03-20"),
    ("after 2 weeks", "2026-03-28"), ("after a month", "2026-04-14"), ("this 2 weeks", "2026-03-28"),
    ("+2 weeks", "2026-03-28"), ("+2w", "2026-03-28"), ("-3 days", "2026-03-11"), ("in 14d", "2026-03-28"),
    ("October 14, 2023", "2023-10-14"), ("May", "2026-05-01"), ("may 2023", "2023-05-01"), ("1st of may", "2026-05-01"),
    // The nearest one, before or after.
    ("monday", "2026-03-16"), ("friday", "2026-03-13"), ("saturday", "2026-03-14"), ("wed", "2026-03-11"),
    // Weeks from Sunday on, as chrono counts here.
    ("next monday", "2026-03-16"), ("next friday", "2026-03-20"), ("next saturday", "2026-03-21"),
    ("last friday", "2026-03-06"), ("last sunday", "2026-03-01"), ("this sunday", "2026-03-08"),
    ("next sunday", "2026-03-15"),
  ]

  @Test(arguments: readable)
  func read(_ text: String, _ expected: String) {
    #expect(days(text) == expected)
  }

  @Test(arguments: [
    "", "blurb", "2026-02-30", "30 February", "2026-13", "2026-Q5", "2026-W54", "99999999 days ago", "2 weeks",
    "before 2 weeks", "after week", "1.12", "1.12.12", "12.27", "12-27", "13/13", "13/13/2023", "0/5", "5/0", "2/30",
    "40/1", "1/2/3/4", "1/2/345", "29 February", "29.02.2025", "/", "1/", "+", "+w",
  ])
  func noDates(_ text: String) {
    #expect(days(text) == nil)
  }

  @Test func theEndsOfTheCalendarAreKept() {
    let last = CivilDate(year: 9999, month: 12, day: 31) ?? PluginQueryCase.today
    #expect(days("in 2 days", on: last) == nil)
    #expect(days("next year", on: last) != nil)
    let first = CivilDate(year: 1, month: 1, day: 1) ?? PluginQueryCase.today
    #expect(days("2 days ago", on: first) == nil)
    #expect(days("last week", on: first) != nil)
    for text in ["last month", "last quarter", "last year", "last friday", "yesterday"] {
      #expect(days(text, on: first) != nil)
    }
  }

  @Test func theTwentyNinthOfFebruaryHasToBeThere() throws {
    let leap = try #require(CivilDate(year: 2028, month: 1, day: 10))
    #expect(days("29 February", on: leap) == "2028-02-29")
    #expect(days("2/29", on: leap) == "2028-02-29")
  }

  @Test func theYearIsTheNearestAroundItsTurn() throws {
    let newYear = try #require(CivilDate(year: 2026, month: 1, day: 2))
    #expect(days("12/27", on: newYear) == "2025-12-27")
    #expect(days("January 5", on: newYear) == "2026-01-05")
    let silvester = try #require(CivilDate(year: 2026, month: 12, day: 31))
    #expect(days("January 5", on: silvester) == "2027-01-05")
    #expect(days("December", on: silvester) == "2026-12-01")
  }

  @Test func theRelationMayBelongToTheDate() throws {
    let task = PluginQueryCase.task("- [ ] a 📅 2026-03-28")
    #expect(try PluginQueryCase.finds("due in two weeks", task))
    #expect(try PluginQueryCase.finds("due on or before in two weeks", task))
    #expect(try !PluginQueryCase.finds("due before in two weeks", task))
    #expect(try !PluginQueryCase.finds("due after 2 weeks", task))
    #expect(try PluginQueryCase.finds("due after 13 days", task))
    #expect(try PluginQueryCase.finds("due on or after 2 weeks", task))
    #expect(PluginQueryCase.error("due before 2 weeks").contains("is no date"))
  }
}
