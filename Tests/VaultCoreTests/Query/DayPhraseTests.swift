import Testing
import VaultTestSupport

@testable import VaultCore

@Suite struct DayPhraseTests {
  /// Wednesday, 14 January 2026.
  private let phrases = DayPhrase(today: queryToday)

  @Test(arguments: [
    ("today", "2026-01-14"), ("tod", "2026-01-14"), ("Tonight", "2026-01-14"),
    ("tomorrow", "2026-01-15"), ("tom", "2026-01-15"), ("TMR", "2026-01-15"), ("tmrw", "2026-01-15"),
    ("yesterday", "2026-01-13"), ("the day after tomorrow", "2026-01-16"), ("day before yesterday", "2026-01-12"),
    ("friday", "2026-01-16"), ("Fri", "2026-01-16"), ("fri,", "2026-01-16"), ("on friday", "2026-01-16"),
    ("wednesday", "2026-01-14"), ("tues", "2026-01-20"), ("weds", "2026-01-14"), ("thurs", "2026-01-15"),
    ("next friday", "2026-01-16"), ("next wed", "2026-01-21"), ("next-wednesday", "2026-01-21"),
    ("this friday", "2026-01-16"), ("this monday", "2026-01-12"), ("last friday", "2026-01-09"),
    ("in 3 days", "2026-01-17"), ("3 days", "2026-01-17"), ("in-3-days", "2026-01-17"), ("0 days", "2026-01-14"),
    ("in a week", "2026-01-21"), ("a week", "2026-01-21"), ("in two weeks", "2026-01-28"),
    ("twelve days", "2026-01-26"), ("3 days from now", "2026-01-17"), ("a month from today", "2026-02-14"),
    ("two weeks ago", "2025-12-31"), ("in 1 yr", "2027-01-14"),
    ("3d", "2026-01-17"), ("2w", "2026-01-28"), ("1m", "2026-02-14"), ("1Y", "2027-01-14"), ("in 3d", "2026-01-17"),
    ("+2w", "2026-01-28"), ("-7d", "2026-01-07"), ("+0d", "2026-01-14"),
    ("next week", "2026-01-19"), ("next month", "2026-02-01"), ("next-quarter", "2026-04-01"),
    ("next_year", "2027-01-01"),
    ("end of week", "2026-01-18"), ("end of month", "2026-01-31"), ("end of the month", "2026-01-31"),
    ("eow", "2026-01-18"), ("EOM", "2026-01-31"), ("eoy", "2026-12-31"), ("end of next month", "2026-02-28"),
    ("end of this quarter", "2026-03-31"), ("end of january", "2026-01-31"), ("end of feb 2028", "2028-02-29"),
    ("last day of february", "2026-02-28"), ("start of next week", "2026-01-19"),
    ("first day of december", "2026-12-01"), ("beginning of next year", "2027-01-01"),
    ("weekend", "2026-01-17"), ("this weekend", "2026-01-17"), ("the weekend", "2026-01-17"),
    ("5 jan", "2027-01-05"), ("jan 5", "2027-01-05"), ("14 Jan", "2026-01-14"), ("15 jan", "2026-01-15"),
    ("5-jan", "2027-01-05"), ("5-jan-2027", "2027-01-05"), ("05 jan.", "2027-01-05"), ("sept 3", "2026-09-03"),
    ("5 January 2027", "2027-01-05"), ("january 5th, 2027", "2027-01-05"), ("the 5th of January", "2027-01-05"),
    ("January the 5th", "2027-01-05"), ("may 1", "2026-05-01"), ("29 feb", "2028-02-29"),
    ("29 feb 2024", "2024-02-29"), ("Friday, 16 January", "2026-01-16"), ("fri the 16th of january", "2026-01-16"),
    ("the 15th", "2026-01-15"), ("15th", "2026-01-15"), ("the 14th", "2026-01-14"), ("the 13th", "2026-02-13"),
    ("the 31st", "2026-01-31"), ("2026-03-01", "2026-03-01"), ("2026 03 01", "2026-03-01"),
    ("0001-01-01", "0001-01-01"),
  ])
  func days(_ text: String, _ expected: String) throws {
    #expect(try phrases.day(of: text).description == expected)
  }

  @Test(arguments: [
    ("2026-02-01", "the 31st", "2026-03-31"), ("2026-02-01", "the 30th", "2026-03-30"),
    ("2026-12-31", "the 30th", "2027-01-30"), ("2096-03-01", "29 feb", "2104-02-29"),
    ("2026-01-17", "weekend", "2026-01-17"), ("2026-01-18", "weekend", "2026-01-18"),
    ("2026-01-19", "weekend", "2026-01-24"), ("2026-01-31", "in a month", "2026-02-28"),
    ("2026-02-14", "end of january", "2027-01-31"), ("2026-12-31", "end of next week", "2027-01-10"),
  ])
  func otherDays(_ today: String, _ text: String, _ expected: String) throws {
    let phrases = DayPhrase(today: try #require(CivilDate(today)))
    #expect(try phrases.day(of: text).description == expected)
  }

  @Test(arguments: [(1, "2026-01-19", "2026-01-18"), (7, "2026-01-18", "2026-01-17"), (3, "2026-01-21", "2026-01-20")])
  func weeksBeginOnTheFirstWeekday(_ firstWeekday: Int, _ next: String, _ end: String) throws {
    let phrases = DayPhrase(today: queryToday, firstWeekday: firstWeekday)
    #expect(try phrases.day(of: "next week").description == next)
    #expect(try phrases.day(of: "end of week").description == end)
  }

  @Test(
    arguments: [
      ("someday", "\"someday\" is no day.", []),
      ("tomorow", "\"tomorow\" is no day.", ["tomorrow"]),
      ("next frday", "\"next frday\" is no day.", ["next friday"]),
      ("5 janury", "\"5 janury\" is no day.", ["5 january"]),
      ("in 3 dyas", "\"in 3 dyas\" is no day.", ["in 3 days"]),
      ("next", "\"next\" is no day.", ["next week", "next month", "next quarter"]),
      ("3", "\"3\" is no day.", ["the 3rd", "in 3 days"]),
      ("next weekend", "\"next weekend\" is no day.", []),
      ("", "A day is missing here.", []),
      (" \t", "A day is missing here.", []),
      ("january", "\"january\" is a month, and one day is needed.", ["1 january", "end of january"]),
      ("31 feb", "There is no day 31 in February.", []),
      ("30 feb 2027", "There is no day 30 in February 2027.", []),
      ("29 feb 2027", "There is no day 29 in February 2027.", []),
      ("the 45th", "No month has a day 45.", []),
      ("thursday 16 jan", "2026-01-16 is a Friday.", ["2026-01-16"]),
      ("3/4", "\"3/4\" is one day in some countries and another in others.", ["2026-04-03", "2026-03-04"]),
      ("03-01", "\"03-01\" is one day in some countries and another in others.", ["2027-01-03", "2026-03-01"]),
      ("3.4.27", "\"3.4.27\" is one day in some countries and another in others.", ["2027-04-03", "2027-03-04"]),
      ("3.3.", "A day in figures is written with hyphens, the year first.", ["2026-03-03"]),
      ("13/4/2026", "A day in figures is written with hyphens, the year first.", ["2026-04-13"]),
      ("2026/03/01", "A day in figures is written with hyphens, the year first.", ["2026-03-01"]),
      ("13/13", "\"13/13\" is no day.", []),
      ("20260301", "A day is written with hyphens.", ["2026-03-01"]),
      ("2026-1-5", "Months, days and weeks have two digits.", ["2026-01-05"]),
      ("2026-02-30", "There is no day 30 in February 2026: it has 28.", ["2026-02-28"]),
      ("2026-01-05T10:00", "A date is a whole day.", ["2026-01-05"]),
      ("2026-01", "\"2026-01\" is more than one day.", ["2026-01-01", "2026-01-31"]),
      ("this week", "\"this week\" is more than one day.", ["2026-01-12", "2026-01-18"]),
      ("99999y", "That is outside the years 0001 to 9999.", []),
      ("-9999y", "That is outside the years 0001 to 9999.", []),
      ("2026-01-01..2026-01-01", "\"2026-01-01..2026-01-01\" is no day.", []),
      (">=today", "\">=today\" is no day.", ["today"]),
    ] as [(String, String, [String])])
  func refused(_ text: String, _ message: String, _ candidates: [String]) {
    let error = #expect(throws: QueryError.self) { try phrases.day(of: text) }
    #expect(error?.message == message)
    #expect(error?.candidates == candidates)
    #expect(error?.remedy == (candidates.isEmpty ? DayPhrase.forms : nil))
  }

  @Test(
    arguments: [
      ("friday buy milk", "2026-01-16", 1), ("next friday buy milk", "2026-01-16", 2),
      ("friday, then milk", "2026-01-16", 1), ("5 jan 1500 screws", "2027-01-05", 2),
      ("5 jan 2028 screws", "2028-01-05", 3), ("in 3 days for Ann", "2026-01-17", 3),
      ("tomorrow 3/4 full", "2026-01-15", 1), ("on Friday, the 16th of January 2026 at last", "2026-01-16", 7),
      ("3 days", "2026-01-17", 2), ("monday week", "2026-01-19", 1), ("2026-03-01 10:00", "2026-03-01", 1),
    ] as [(String, String, Int)])
  func longestBeginning(_ text: String, _ day: String, _ count: Int) throws {
    let found = try phrases.longestPrefix(of: text.split(separator: " ").map(String.init))
    #expect(found?.day.description == day)
    #expect(found?.count == count)
  }

  @Test func noBeginning() throws {
    #expect(try phrases.longestPrefix(of: []) == nil)
    #expect(try phrases.longestPrefix(of: ["buy", "milk", "friday"]) == nil)
    #expect(throws: QueryError.self) { try phrases.longestPrefix(of: ["31", "feb", "milk"]) }
    #expect(throws: QueryError.self) { try phrases.longestPrefix(of: ["3/4", "milk"]) }
    #expect(phrases.failure(of: ["next", "frday", "milk"]).candidates == ["next friday"])
    #expect(phrases.failure(of: ["sometime", "soon"]).message == "\"sometime\" is no day.")
    #expect(phrases.failure(of: []).message == "A day is missing here.")
  }

  @Test func atTheEdgesOfTheCalendar() throws {
    for (today, texts) in [
      ("9999-12-31", ["tomorrow", "next week", "in 1 day", "the 1st", "5 jan", "end of next year", "tmr", "weekend"]),
      ("0001-01-01", ["yesterday", "1 day ago", "day before yesterday", "last friday"]),
    ] {
      let phrases = DayPhrase(today: try #require(CivilDate(today)))
      for text in texts {
        if let day = try? phrases.day(of: text) { #expect(day >= CivilCalendar.first && day < CivilCalendar.end) }
      }
      #expect(try phrases.day(of: "today").description == today)
    }
  }

  /// Whatever `DateExpression` reads as one day is the same day here.
  @Test func readsEverySingleDayOfDateExpressions() throws {
    let dates = DateExpression(today: queryToday)
    var random = SeededGenerator(seed: 3)
    var texts = DateExpression.names
    for _ in 0..<300 {
      texts.append(CivilDate(dayNumber: random.below(3_652_059) - 719_162).description)
      texts.append(random.pick(["-", "+"]) + "\(random.below(900))" + random.pick(["d", "w", "m", "y", "D"]))
    }
    var count = 0
    for text in texts {
      let range = try dates.range(of: text)
      guard let day = range.lower, day == range.last else { continue }
      #expect(try phrases.day(of: text) == day, "\(text)")
      count += 1
    }
    #expect(count > 600)
  }
}
