import Testing
import VaultTestSupport

@testable import VaultCore

/// What holds of every next date, and a second opinion on it: each day from the reference on is asked whether it is in
/// the rule, by definitions that share nothing with the way it is found.
@Suite struct RecurrenceNextRandomTests {
  private static func rule(_ random: inout SeededGenerator) -> Recurrence {
    let frequency = random.pick(Recurrence.Frequency.allCases)
    return Recurrence(
      frequency, interval: 1 + random.below(frequency == .yearly ? 3 : 5),
      weekdays: random.below(2) == 0
        ? []
        : (0...random.below(3)).map { _ in
          .init(
            1 + random.below(7),
            ordinal: random.pick([nil, nil, 1, 2, 5, -1, -2, frequency == .yearly ? 30 : 3, -5]))
        },
      monthDays: random.below(2) == 0
        ? [] : (0...random.below(3)).map { _ in random.pick([1, 15, 29, 30, 31, -1, -3]) },
      months: random.below(3) != 0 ? [] : (0...random.below(3)).map { _ in 1 + random.below(12) })
  }

  @Test func everyNextDateIsTheFirstInTheRule() {
    var random = SeededGenerator(seed: 11)
    for _ in 0..<300 {
      let rule = Self.rule(&random)
      let reference = CivilDate(dayNumber: random.below(30_000) - 5_000)
      let found = rule.next(after: reference)
      if let found { #expect(found > reference, "\(rule.text) from \(reference)") }
      var day = reference.adding(days: 1)
      let limit = min(found ?? reference.adding(days: 800), reference.adding(days: 800))
      while day < limit, !SlowRule(rule, from: reference).contains(day) { day = day.adding(days: 1) }
      #expect(day == limit, "\(rule.text) from \(reference): \(day) comes before \(String(describing: found))")
      if let found {
        #expect(SlowRule(rule, from: reference).contains(found), "\(rule.text) from \(reference): \(found)")
      }
    }
  }
}

private struct SlowRule {
  private let rule: Recurrence
  private let reference: CivilDate

  init(_ rule: Recurrence, from reference: CivilDate) {
    self.rule = rule
    self.reference = reference
  }

  func contains(_ day: CivilDate) -> Bool {
    let months = (day.year - reference.year) * 12 + day.month - reference.month
    let isPlain = rule.weekdays.isEmpty && rule.monthDays.isEmpty
    switch rule.frequency {
    case .daily:
      return day.days(since: reference) % rule.interval == 0 && hasParts(day)
    case .weekly:
      let weeks = (monday(day).days(since: monday(reference))) / 7
      return weeks % rule.interval == 0 && hasParts(day) && (!isPlain || day.isoWeekday == reference.isoWeekday)
    case .monthly:
      guard months % rule.interval == 0, hasParts(day) else { return false }
      return !isPlain || isSameDay(day, movesBack: rule.months.isEmpty)
    case .yearly:
      guard (day.year - reference.year) % rule.interval == 0, hasParts(day) else { return false }
      if !isPlain { return true }
      return isSameDay(day, movesBack: rule.months.isEmpty) && (!rule.months.isEmpty || day.month == reference.month)
    }
  }

  private func monday(_ day: CivilDate) -> CivilDate {
    var day = day
    while day.isoWeekday != 1 { day = day.adding(days: -1) }
    return day
  }

  private func isSameDay(_ day: CivilDate, movesBack: Bool) -> Bool {
    day.day == reference.day || movesBack && day.day < reference.day && day.adding(days: 1).day == 1
  }

  private func hasParts(_ day: CivilDate) -> Bool {
    if !rule.months.isEmpty, !rule.months.contains(day.month) { return false }
    if !rule.monthDays.isEmpty {
      var fromEnd = -1
      while day.adding(days: -fromEnd).month == day.month { fromEnd -= 1 }
      if !rule.monthDays.contains(day.day), !rule.monthDays.contains(fromEnd) { return false }
    }
    let counts = rule.frequency == .monthly || rule.frequency == .yearly
    let plain = rule.weekdays.filter { $0.ordinal == nil || !counts }.map(\.day)
    if !plain.isEmpty, !plain.contains(day.isoWeekday) { return false }
    let counted = rule.weekdays.filter { $0.ordinal != nil && counts }
    return counted.isEmpty || counted.contains { $0.day == day.isoWeekday && place(of: day, from: $0.ordinal ?? 0) }
  }

  /// Walks to the edge of the month or year, week by week.
  private func place(of day: CivilDate, from ordinal: Int) -> Bool {
    let isYear = rule.frequency == .yearly && rule.months.isEmpty
    let step = ordinal > 0 ? -7 : 7
    var count = 1
    var other = day.adding(days: step)
    while other.year == day.year, isYear || other.month == day.month {
      count += 1
      other = other.adding(days: step)
    }
    return count == abs(ordinal)
  }
}
