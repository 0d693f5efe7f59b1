import Testing

@testable import VaultCore

@Suite struct DateExpressionTests {
  /// Wednesday, 14 January 2026.
  private let dates = DateExpression(today: queryToday)

  @Test(arguments: [
    ("2026-01-31", "2026-01-31"),
    ("2026-01", "2026-01-01..2026-01-31"),
    ("2024-02", "2024-02-01..2024-02-29"),
    ("2026", "2026-01-01..2026-12-31"),
    ("2026-Q1", "2026-01-01..2026-03-31"),
    ("2026-q4", "2026-10-01..2026-12-31"),
    ("2026-W03", "2026-01-12..2026-01-18"),
    ("2026-w01", "2025-12-29..2026-01-04"),
    ("2026-W53", "2026-12-28..2027-01-03"),
    ("2020-W53", "2020-12-28..2021-01-03"),
    ("2021-W01", "2021-01-04..2021-01-10"),
    ("0001-W01", "0001-01-01..0001-01-07"),
    ("9999-W52", "9999-12-27..9999-12-31"),
    ("9999", "9999-01-01..9999-12-31"),
    ("today", "2026-01-14"),
    ("Yesterday", "2026-01-13"),
    ("TOMORROW", "2026-01-15"),
    ("wednesday", "2026-01-14"),
    ("thursday", "2026-01-15"),
    ("tue", "2026-01-20"),
    ("last-wednesday", "2026-01-07"),
    ("next-wednesday", "2026-01-21"),
    ("next-friday", "2026-01-16"),
    ("last-monday", "2026-01-12"),
    ("this-monday", "2026-01-12"),
    ("this-sunday", "2026-01-18"),
    ("this-week", "2026-01-12..2026-01-18"),
    ("last week", "2026-01-05..2026-01-11"),
    ("next_week", "2026-01-19..2026-01-25"),
    ("this-month", "2026-01-01..2026-01-31"),
    ("last-month", "2025-12-01..2025-12-31"),
    ("next-month", "2026-02-01..2026-02-28"),
    ("this-quarter", "2026-01-01..2026-03-31"),
    ("last-quarter", "2025-10-01..2025-12-31"),
    ("next-year", "2027-01-01..2027-12-31"),
    ("-7d", "2026-01-07"),
    ("+0d", "2026-01-14"),
    ("+2w", "2026-01-28"),
    ("-1m", "2025-12-14"),
    ("+1Y", "2027-01-14"),
    ("2026-01..2026-03", "2026-01-01..2026-03-31"),
    ("2026-W03..today", "2026-01-12..2026-01-14"),
    ("2026-02..", "2026-02-01.."),
    ("..2026-02", "..2026-02-28"),
    ("-7d..+2w", "2026-01-07..2026-01-28"),
    ("friday..monday", "2026-01-16..2026-01-19"),
    ("-7d..friday", "2026-01-07..2026-01-16"),
    ("thursday..wednesday", "2026-01-15..2026-01-21"),
    ("<2026", "..2025-12-31"),
    ("<=2026-01", "..2026-01-31"),
    ("=2026-01-05", "2026-01-05"),
    (">2026-W03", "2026-01-19.."),
    (">=this-week", "2026-01-12.."),
    ("<=9999", "..9999-12-31"),
  ])
  func ranges(text: String, expected: String) throws {
    #expect(try dates.range(of: text).description == expected)
  }

  @Test func weekdaysLookBackForWhatHasHappened() throws {
    let past = DateExpression(today: queryToday, weekday: .latest)
    #expect(try past.range(of: "wednesday").description == "2026-01-14")
    #expect(try past.range(of: "thursday").description == "2026-01-08")
    #expect(try past.range(of: "monday..today").description == "2026-01-12..2026-01-14")
    #expect(try past.range(of: "friday..tuesday").description == "2026-01-09..2026-01-13")
    #expect(try past.range(of: "tuesday..friday").description == "2026-01-06..2026-01-09")
  }

  @Test(arguments: [
    (1, "2026-01-12..2026-01-18"), (7, "2026-01-11..2026-01-17"), (3, "2026-01-14..2026-01-20"),
    (4, "2026-01-08..2026-01-14"), (0, "2026-01-12..2026-01-18"), (99, "2026-01-11..2026-01-17"),
  ])
  func firstWeekday(first: Int, week: String) throws {
    let dates = DateExpression(today: queryToday, firstWeekday: first)
    #expect(try dates.range(of: "this-week").description == week)
    #expect(try dates.range(of: "2026-W03").description == "2026-01-12..2026-01-18")
  }

  @Test func monthEndsAreKept() throws {
    let dates = DateExpression(today: CivilDate("2024-03-31")!)
    #expect(try dates.range(of: "-1m").description == "2024-02-29")
    #expect(try dates.range(of: "-13m").description == "2023-02-28")
    #expect(try dates.range(of: "last-month").description == "2024-02-01..2024-02-29")
    #expect(try dates.range(of: "next-quarter").description == "2024-04-01..2024-06-30")
  }

  /// Each ISO week of four centuries begins on a Monday, where the one before ended, and its Thursday is in its year.
  @Test func isoWeeksAreExact() throws {
    var expected = try dates.range(of: "1901-W01").lower
    for year in 1901...2300 {
      let weeks = CivilCalendar.isoWeeks(in: year)
      for week in 1...weeks {
        let range = try dates.range(of: "\(year)-W\(week < 10 ? "0" : "")\(week)")
        #expect(range.lower == expected && range.lower?.isoWeekday == 1)
        #expect(range.lower?.adding(days: 3).year == year)
        expected = range.upper
      }
      #expect(throws: QueryError.self) { try dates.range(of: "\(year)-W\(weeks + 1)") }
    }
  }

  @Test(arguments: [
    ("", "A date is missing here.", []),
    ("..", "A range needs a date on at least one side of \"..\".", []),
    ("2026-13", "There is no month 13: a year has months 1 to 12.", []),
    ("2026-00-01", "There is no month 0: a year has months 1 to 12.", []),
    ("2026-02-30", "There is no day 30 in February 2026: it has 28.", ["2026-02-28"]),
    ("2026-04-00", "There is no day 0 in April 2026: it has 30.", []),
    ("2026-W54", "There is no week 54 in 2026: it has weeks 1 to 53.", []),
    ("2027-W53", "There is no week 53 in 2027: it has weeks 1 to 52.", []),
    ("2026-W00", "There is no week 0 in 2026: it has weeks 1 to 53.", []),
    ("2026-W", "A week is written like 2026-W03.", []),
    ("2026-W03-2", "A week stands without a day.", ["2026-W03"]),
    ("2026-Q5", "There is no quarter 5: a year has quarters 1 to 4.", []),
    ("2026-1", "Months, days and weeks have two digits.", ["2026-01"]),
    ("2026-1-5", "Months, days and weeks have two digits.", ["2026-01-05"]),
    ("2026-W3", "Months, days and weeks have two digits.", ["2026-W03"]),
    ("20260105", "A day is written with hyphens.", ["2026-01-05"]),
    ("2026-01-05T10:00", "A date is a whole day.", ["2026-01-05"]),
    ("2026-01-05 10:00", "A date is a whole day.", ["2026-01-05"]),
    ("0000", "Years go from 0001 to 9999.", []),
    ("7d", "A distance in time needs its sign.", ["-7d", "+7d"]),
    ("12/31/2026", "\"12/31/2026\" is no date.", []),
    ("todya", "\"todya\" is no date.", ["today"]),
    ("tomorow", "\"tomorow\" is no date.", ["tomorrow"]),
    ("thisweek", "\"thisweek\" is no date.", ["this-week"]),
    ("next-wek", "\"next-wek\" is no date.", ["next-week"]),
    ("-7x", "\"-7x\" is no date.", []),
    ("+99999999999999999999y", "That is outside the years 0001 to 9999.", []),
    ("-9999999d", "That is outside the years 0001 to 9999.", []),
    ("+7974y", "That is outside the years 0001 to 9999.", []),
    (">9999", "There are no days after that.", []),
    ("<0001", "There are no days before that.", []),
    (">2026..2027", "A range cannot follow \">\".", []),
    ("2026..2025", "The range ends (2025-12-31) before it begins (2026-01-01).", []),
    ("2026...", "\".\" is no date.", []),
    ("١٢", "\"١٢\" is no date.", []),
  ])
  func errors(text: String, message: String, candidates: [String]) {
    let error = #expect(throws: QueryError.self) { try dates.range(of: text) }
    #expect(error?.message == message)
    #expect(error?.candidates == candidates)
    #expect((error?.range.upperBound ?? .max) <= text.utf8.count)
  }

  @Test func everyNameIsUnderstood() throws {
    for name in DateExpression.names { #expect(try dates.range(of: name).lower != nil) }
  }

  @Test func theEdgesOfTime() throws {
    for day in ["0001-01-01", "9999-12-31"] {
      for first in 1...7 {
        let dates = DateExpression(today: CivilDate(day)!, firstWeekday: first)
        for name in DateExpression.names {
          do throws(QueryError) {
            let range = try dates.range(of: name)
            #expect(try dates.range(of: range.description) == range)
          } catch {
            #expect(!error.message.isEmpty)
          }
        }
      }
    }
  }

  @Test func containment() {
    let january = DateRange(lower: CivilDate("2026-01-01"), upper: CivilDate("2026-02-01"))
    #expect(january.contains(CivilDate("2026-01-01")!) && january.contains(CivilDate("2026-01-31")!))
    #expect(!january.contains(CivilDate("2025-12-31")!) && !january.contains(CivilDate("2026-02-01")!))
    #expect(DateRange(lower: nil, upper: nil).contains(queryToday))
    #expect(january.isDisjoint(with: DateRange(lower: CivilDate("2026-02-01"), upper: nil)))
    #expect(!january.isDisjoint(with: DateRange(lower: CivilDate("2026-01-31"), upper: nil)))
  }
}
