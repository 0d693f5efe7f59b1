import Testing

@testable import VaultCore

@Suite("Recurrence as an RRULE")
struct RecurrenceRRuleTests {
  /// 2026-03-15 is a Sunday, the third one of March.
  @Test(arguments: [
    ("every day", "2026-03-15", "FREQ=DAILY"),
    ("every 3 days", "2026-03-15", "FREQ=DAILY;INTERVAL=3"),
    ("every week", "2026-03-15", "FREQ=WEEKLY"),
    ("every weekday", "2026-03-16", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"),
    ("every 2 weeks on Tuesday, Sunday", "2026-03-15", "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU"),
    ("every month", "2026-03-28", "FREQ=MONTHLY"),
    ("every month on the 15th", "2026-03-15", "FREQ=MONTHLY;BYMONTHDAY=15"),
    ("every month on the last", "2026-02-28", "FREQ=MONTHLY;BYMONTHDAY=-1"),
    ("every month on the 31st", "2026-03-31", "FREQ=MONTHLY;BYMONTHDAY=31"),
    ("every month on the 3rd Sunday", "2026-03-15", "FREQ=MONTHLY;BYDAY=3SU"),
    ("every month on the 2nd last Sunday", "2026-03-22", "FREQ=MONTHLY;BYDAY=-2SU"),
    ("every January on the 15th", "2027-01-15", "FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=15"),
    ("every April and December on the 1st and 24th", "2026-12-24", "FREQ=YEARLY;BYMONTH=4,12;BYMONTHDAY=1,24"),
    ("every year", "2026-03-15", "FREQ=YEARLY"),
    ("every year on the 11th Sunday", "2026-03-15", "FREQ=YEARLY;BYDAY=11SU"),
    ("every year on the last Thursday", "2026-12-31", "FREQ=YEARLY;BYDAY=-1TH"),
  ])
  func saysTheSame(_ text: String, _ day: String, _ expected: String) throws {
    #expect(try rrule(text, day) == expected)
  }

  /// The day is none of the rule's own, moves back in short months, or the rule has no counterpart.
  @Test(arguments: [
    ("every week on Monday", "2026-03-15"), ("every weekday", "2026-03-15"), ("every month on the 15th", "2026-03-14"),
    ("every month on the last", "2026-02-27"), ("every month on the 2nd Sunday", "2026-03-15"),
    ("every January on the 15th", "2026-03-15"), ("every January", "2026-02-01"),
    ("every month", "2026-03-29"), ("every month", "2026-01-31"), ("every year", "2028-02-29"),
    ("every January", "2026-01-31"),
    ("every day when done", "2026-03-15"), ("every day for 3 times", "2026-03-15"),
    ("every month on Sunday and the 3rd Sunday", "2026-03-15"), ("every week on the 15th", "2026-03-15"),
    ("every week on the 3rd Sunday", "2026-03-15"),
  ])
  func isNothingWhereItWouldSayAnother(_ text: String, _ day: String) throws {
    #expect(try rrule(text, day) == nil)
  }

  private func rrule(_ text: String, _ day: String) throws -> String? {
    try #require(Recurrence(text)).rrule(from: try #require(CivilDate(day)))
  }
}
