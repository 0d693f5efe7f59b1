import Testing
import VaultTestSupport

@testable import VaultCore

@Suite struct RecurrenceTests {
  /// Rules as written, what they mean, and their settled wording.
  @Test(
    arguments: [
      ("every day", Recurrence(.daily), "every day"),
      ("Every  DAYS", .init(.daily), "every day"),
      ("every 1 day", .init(.daily), "every day"),
      ("every 3 days", .init(.daily, interval: 3), "every 3 days"),
      ("every3days", .init(.daily, interval: 3), "every 3 days"),
      ("every other day", .init(.daily, interval: 2), "every 2 days"),
      ("every day at 9, 17", .init(.daily), "every day"),
      ("every weekday", .init(.weekly, weekdays: workdays), "every weekday"),
      ("every 2 weekdays", .init(.weekly, interval: 2, weekdays: workdays), "every 2 weeks on weekdays"),
      ("every week", .init(.weekly), "every week"),
      ("every other week", .init(.weekly, interval: 2), "every 2 weeks"),
      (
        "every week on Tuesday, Friday", .init(.weekly, weekdays: [.init(2), .init(5)]), "every week on Tuesday, Friday"
      ),
      ("every week on Fri and Tue", .init(.weekly, weekdays: [.init(2), .init(5)]), "every week on Tuesday, Friday"),
      ("every 2 weeks on sun", .init(.weekly, interval: 2, weekdays: [.init(7)]), "every 2 weeks on Sunday"),
      ("every week on weekdays", .init(.weekly, weekdays: workdays), "every weekday"),
      ("every Friday", .init(.weekly, weekdays: [.init(5)]), "every week on Friday"),
      (
        "every monday, wednesday, and fridays", .init(.weekly, weekdays: [.init(1), .init(3), .init(5)]),
        "every week on Monday, Wednesday, Friday"
      ),
      (
        "every Friday the 13th", .init(.weekly, weekdays: [.init(5)], monthDays: [13]),
        "every week on Friday and 13th"
      ),
      ("every month", .init(.monthly), "every month"),
      ("every 6 months", .init(.monthly, interval: 6), "every 6 months"),
      ("every month on the 1st", .init(.monthly, monthDays: [1]), "every month on the 1st"),
      ("every month on the first day", .init(.monthly, monthDays: [1]), "every month on the 1st"),
      ("every month on the 11th", .init(.monthly, monthDays: [11]), "every month on the 11th"),
      ("every month on the 22nd and 3rd", .init(.monthly, monthDays: [3, 22]), "every month on the 3rd and 22nd"),
      ("every month on the 1st and the 15th", .init(.monthly, monthDays: [1, 15]), "every month on the 1st and 15th"),
      ("every month on the last", .init(.monthly, monthDays: [-1]), "every month on the last"),
      ("every month on the 2nd last", .init(.monthly, monthDays: [-2]), "every month on the 2nd last"),
      ("every month on the last Friday", .init(.monthly, weekdays: [.init(5, ordinal: -1)]), nil),
      ("every month on the 2nd last Friday", .init(.monthly, weekdays: [.init(5, ordinal: -2)]), nil),
      (
        "every month on the second last fri", .init(.monthly, weekdays: [.init(5, ordinal: -2)]),
        "every month on the 2nd last Friday"
      ),
      ("every 6 months on the 2nd Wednesday", .init(.monthly, interval: 6, weekdays: [.init(3, ordinal: 2)]), nil),
      (
        "every month on the 1st Monday and last Friday",
        .init(.monthly, weekdays: [.init(1, ordinal: 1), .init(5, ordinal: -1)]), nil
      ),
      ("every January on the 15th", .init(.yearly, monthDays: [15], months: [1]), nil),
      ("every April and December on the 1st and 24th", .init(.yearly, monthDays: [1, 24], months: [4, 12]), nil),
      ("every dec, apr", .init(.yearly, months: [4, 12]), "every April and December"),
      ("every year", .init(.yearly), "every year"),
      ("every 2 years", .init(.yearly, interval: 2), "every 2 years"),
      (
        "every year on January 15th", .init(.yearly, monthDays: [15], months: [1]), "every January on the 15th"
      ),
      (
        "every 2 years in May the 1st", .init(.yearly, interval: 2, monthDays: [1], months: [5]),
        "every 2 years in May the 1st"
      ),
      ("every month in May on Monday", .init(.monthly, weekdays: [.init(1)], months: [5]), nil),
      ("every year on the 53rd Monday", .init(.yearly, weekdays: [.init(1, ordinal: 53)]), nil),
      ("every week when done", .init(.weekly, whenDone: true), "every week when done"),
      ("every day on Monday when done", .init(.daily, whenDone: true), "every day when done"),
      (
        "every 3 days on Monday, Friday when done", .init(.daily, interval: 3, whenDone: true), "every 3 days when done"
      ),
      ("every day at 9 on the 1st when done", .init(.daily, whenDone: true), "every day when done"),
      (
        "every weekday on Monday when done", .init(.weekly, weekdays: Recurrence.workdays, whenDone: true),
        "every weekday when done"
      ),
      (
        "every month on the 1st When Done", .init(.monthly, monthDays: [1], whenDone: true),
        "every month on the 1st when done"
      ),
      ("every day!", .init(.daily), "every day"),
      ("every day for 3 times", .init(.daily, unsupported: "for 3 times"), nil),
      ("every week for 10", .init(.weekly, unsupported: "for 10"), nil),
      ("every week until March 1, 2027", .init(.weekly, unsupported: "until March 1, 2027"), nil),
      ("every week until 2027-03-01", .init(.weekly, unsupported: "until 2027-03-01"), nil),
      ("every week for 2 times when done", .init(.weekly, whenDone: true, unsupported: "for 2 times"), nil),
      ("every year in week 20", .init(.yearly, unsupported: "in week 20"), nil),
      ("every month on the last weekday", .init(.monthly, unsupported: "on the last weekday"), nil),
      ("every month on the 2nd last weekday", .init(.monthly, unsupported: "on the 2nd last weekday"), nil),
    ] as [(String, Recurrence, String?)])
  func rules(_ text: String, _ expected: Recurrence, _ canonical: String?) {
    let rule = Recurrence(text)
    #expect(rule == expected)
    #expect(rule?.text == canonical ?? text)
    #expect(rule.flatMap { Recurrence($0.text) } == expected)
  }

  private static let workdays = (1...5).map { Recurrence.Weekday($0) }

  @Test(arguments: [
    "", "every", "day", "every 0 days", "every -1 days", "every dayz", "everyday x", "every hour", "every 5 minutes",
    "every weekend", "monthly", "every 999999999999999999999 days", "every day on Monday", "every month on the 32nd",
    "every month on the 6th Friday", "every month on", "every week on Monday and", "every day until", "every week for",
    "every day when", "every dayé", "every 2nd day", "when done",
  ])
  func notRules(_ text: String) {
    #expect(Recurrence(text) == nil)
  }

  @Test(arguments: [
    ("every day buy milk", "every day"),
    ("every day, buy milk", "every day"),
    (" every week on Monday and tidy up", " every week on Monday"),
    ("every month on teh 5th", "every month"),
    ("every month on the 32nd", "every month"),
    ("every day when I wake", "every day"),
    ("every week for fun", "every week"),
    ("every week until then", "every week"),
    ("every day at home", "every day"),
    ("every week 📅 2026-02-01", "every week"),
    ("every week📅", "every week"),
    ("every week on Monday!!! x", "every week on Monday!!!"),
    ("every monday, may", "every monday"),
    ("every week on Monday, 2 eggs", "every week on Monday"),
  ])
  func longestBeginning(_ text: String, _ prefix: String) {
    var text = text
    let found = text.withUTF8 { Recurrence.longestPrefix(of: $0) }
    #expect(found?.length == prefix.utf8.count)
    #expect(found?.rule == Recurrence(prefix))
  }

  @Test(arguments: [
    ("every week", false), ("every other week", true), ("every year on January 15th", true),
    ("every month on the 1st and the 15th", true), ("every month on the 1st and 15th", false),
    ("every month on the last weekday", true), ("every month on the 1st and the cat", false),
  ])
  func wordingsThatDiffer(_ text: String, _ differs: Bool) {
    var text = text
    #expect(text.withUTF8 { Recurrence.longestPrefix(of: $0)?.differs } == differs)
  }

  @Test func randomRulesComeBackFromTheirText() {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<3000 {
      let frequency: Recurrence.Frequency = [.weekly, .monthly, .yearly].randomElement(using: &random) ?? .weekly
      let rule = Recurrence(
        frequency, interval: .random(in: 1...4, using: &random),
        weekdays: Bool.random(using: &random)
          ? (0..<Int.random(in: 0...5, using: &random)).map { _ in
            .init(
              .random(in: 1...7, using: &random),
              ordinal: [nil, nil, 1, 2, -1, -2].randomElement(using: &random) ?? nil)
          } : [],
        monthDays: Bool.random(using: &random) ? [1, 24, -1, -3].filter { _ in .random(using: &random) } : [],
        months: Bool.random(using: &random) ? [1, 5, 12].filter { _ in .random(using: &random) } : [],
        whenDone: .random(using: &random))
      #expect(Recurrence(rule.text) == rule, "\(rule.text)")
    }
  }
}
