import Testing

@testable import VaultCore

@Suite struct RecurrenceNextTests {
  private static func next(_ rule: String, after date: String) throws -> String? {
    let rule = try #require(Recurrence(rule))
    return rule.next(after: try #require(CivilDate(date)))?.description
  }

  @Test(arguments: [
    ("every day", "2026-02-28", "2026-03-01"),
    ("every 3 days", "2024-02-27", "2024-03-01"),
    ("every weekday", "2026-01-16", "2026-01-19"),
    ("every weekday", "2026-01-17", "2026-01-19"),
    ("every 2 weekdays", "2026-01-15", "2026-01-16"),
    ("every 2 weekdays", "2026-01-16", "2026-01-26"),
    ("every week", "2026-12-31", "2027-01-07"),
    ("every week on Tuesday, Friday", "2026-01-13", "2026-01-16"),
    ("every week on Tuesday, Friday", "2026-01-16", "2026-01-20"),
    // Weeks begin on Monday, so that Sunday is the last day of this week and Monday the first of the next one.
    ("every 2 weeks on Sunday", "2026-01-14", "2026-01-18"),
    ("every 2 weeks on Monday", "2026-01-14", "2026-01-26"),
    ("every 2 weeks on Monday", "2026-01-18", "2026-01-26"),
    ("every Friday the 13th", "2026-01-01", "2026-02-13"),
    ("every month on the 1st", "2026-01-01", "2026-02-01"),
    ("every month on the 1st", "2026-02-10", "2026-03-01"),
    ("every month on the last", "2026-01-31", "2026-02-28"),
    ("every month on the last", "2026-02-28", "2026-03-31"),
    ("every month on the last", "2024-02-28", "2024-02-29"),
    ("every month on the 2nd last", "2024-02-01", "2024-02-28"),
    ("every month on the last Friday", "2026-01-30", "2026-02-27"),
    ("every month on the 2nd last Friday", "2026-01-01", "2026-01-23"),
    ("every month on the 5th Monday", "2026-01-01", "2026-03-30"),
    ("every 6 months on the 2nd Wednesday", "2026-01-14", "2026-07-08"),
    ("every 6 months on the 2nd Wednesday", "2026-01-10", "2026-01-14"),
    ("every January on the 15th", "2026-01-15", "2027-01-15"),
    ("every April and December on the 1st and 24th", "2026-04-01", "2026-04-24"),
    ("every April and December on the 1st and 24th", "2026-04-24", "2026-12-01"),
    ("every April and December on the 1st and 24th", "2026-12-24", "2027-04-01"),
    ("every February on the last", "2024-02-29", "2025-02-28"),
    ("every February on the 29th", "2096-02-29", "2104-02-29"),
    ("every January", "2026-03-05", "2027-01-05"),
    ("every November on the 4th Thursday", "2026-11-26", "2027-11-25"),
    ("every year", "2026-03-05", "2027-03-05"),
    ("every year on the 15th", "2026-03-15", "2026-04-15"),
    ("every year on the 53rd Monday", "2026-01-01", "2029-12-31"),
    ("every year on the last Sunday", "2026-12-27", "2027-12-26"),
    ("every year on the 20th Monday", "2026-01-01", "2026-05-18"),
    ("every 2 years in May the 1st", "2026-06-01", "2028-05-01"),
    ("every month in May on Monday", "2026-05-25", "2027-05-03"),
    ("every 99999 days", "2026-01-01", "2299-10-16"),
    ("every 99999 months on the 1st and 15th", "2026-01-01", "2026-01-15"),
    ("every day", "9999-12-30", "9999-12-31"),
    ("every week", "0001-01-01", "0001-01-08"),
  ])
  func dates(_ rule: String, _ date: String, _ expected: String) throws {
    #expect(try Self.next(rule, after: date) == expected)
  }

  /// The plugin's own cases, and the rest of what follows from its rule.
  @Test(arguments: [
    ("every month", "2022-01-31", "2022-02-28"),
    ("every month", "2024-01-31", "2024-02-29"),
    ("every month", "2022-01-30", "2022-02-28"),
    ("every month", "2022-01-29", "2022-02-28"),
    ("every month", "2022-01-28", "2022-02-28"),
    ("every month", "2022-02-28", "2022-03-28"),
    ("every month", "2022-03-31", "2022-04-30"),
    ("every month", "2022-04-30", "2022-05-30"),
    ("every month", "2022-12-31", "2023-01-31"),
    ("every 2 months", "2023-12-31", "2024-02-29"),
    ("every 3 months", "2022-01-31", "2022-04-30"),
    ("every 11 months", "2020-03-31", "2021-02-28"),
    ("every 12 months", "2024-02-29", "2025-02-28"),
    ("every 13 months", "2020-01-31", "2021-02-28"),
    ("every year", "2024-02-29", "2025-02-28"),
    ("every year", "2025-02-28", "2026-02-28"),
    ("every 2 years", "2024-02-29", "2026-02-28"),
    ("every 4 years", "2024-02-29", "2028-02-29"),
    ("every 4 years", "2096-02-29", "2100-02-28"),
    ("every 8 years", "2096-02-29", "2104-02-29"),
  ])
  func missingDaysMoveBack(_ rule: String, _ date: String, _ expected: String) throws {
    #expect(try Self.next(rule, after: date) == expected)
  }

  @Test(arguments: [
    ("every month on the 31st", "2021-11-30", "2021-12-31"),
    ("every month on the 31st", "2022-01-31", "2022-03-31"),
    ("every month on the 31st", "2022-03-31", "2022-05-31"),
    ("every 2 months on the 31st", "2022-12-31", "2023-08-31"),
    ("every month on the 25th", "2022-01-25", "2022-02-25"),
    ("every year on February 29th", "2024-02-29", "2028-02-29"),
    ("every February", "2024-02-29", "2028-02-29"),
  ])
  func saidDaysSkip(_ rule: String, _ date: String, _ expected: String) throws {
    #expect(try Self.next(rule, after: date) == expected)
  }

  @Test(arguments: [
    ("every February on the 30th", "2026-01-01"),
    ("every February on the 31st last", "2026-01-01"),
    ("every February", "2026-01-30"),
    ("every 2 years on February 29th", "2025-01-01"),
    ("every month on Monday and the last Friday", "2026-01-01"),
    ("every year on the 53rd Monday and the 2nd", "2026-01-01"),
    ("every year", "9999-01-01"),
    ("every month", "9999-12-01"),
    ("every day", "9999-12-31"),
    ("every 99999 years", "2026-01-01"),
    ("every day for 3 times", "2026-01-01"),
    ("every week until 2027-03-01", "2026-01-01"),
  ])
  func noDate(_ rule: String, _ date: String) throws {
    #expect(try Self.next(rule, after: date) == nil)
  }

  /// Rules that no text makes.
  @Test func valuesOutsideTheirRanges() throws {
    let day = try #require(CivilDate("2026-01-14"))
    #expect(Recurrence(.daily, interval: 0).next(after: day) == nil)
    #expect(Recurrence(.monthly, interval: -1).next(after: day) == nil)
    for frequency in Recurrence.Frequency.allCases {
      #expect(Recurrence(frequency, interval: .max).next(after: day) == nil)
      #expect(Recurrence(frequency, interval: .max, monthDays: [99]).next(after: day) == nil)
      #expect(Recurrence(frequency, weekdays: [.init(9, ordinal: 0)], months: [13]).next(after: day) == nil)
      #expect(Recurrence(frequency).next(after: CivilDate(dayNumber: .max)) == nil)
      #expect(Recurrence(frequency).next(after: CivilDate(dayNumber: .min)) == nil)
    }
    // Only months and years count weekdays; elsewhere the ordinal says nothing, as in rrule.js.
    #expect(Recurrence(.weekly, weekdays: [.init(5, ordinal: 3)]).next(after: day) == CivilDate("2026-01-16"))
    #expect(Recurrence(.daily, weekdays: [.init(5)], monthDays: [13]).next(after: day) == CivilDate("2026-02-13"))
  }
}
