extension Recurrence {
  /// The first day of the rule after `reference`, from which it counts (its DTSTART). Nil for a rule with an
  /// unsupported part, and where no day follows up to the year 9999.
  ///
  /// The days are those of rrule.js. The one exception is that of Obsidian Tasks: where nothing but a number of months
  /// or years is said, a day that its month does not have moves back to the month's last day. Each next date counts
  /// from the one before, so it stays there.
  package func next(after reference: CivilDate) -> CivilDate? {
    guard unsupported == nil, interval > 0, reference >= CivilCalendar.first, reference < CivilCalendar.end else {
      return nil
    }
    if saysNoDay, frequency == .monthly || frequency == .yearly {
      return CivilCalendar.adding(months: boundedInterval * (frequency == .yearly ? 12 : 1), to: reference)
    }
    let days = RecurrenceDays(self, from: reference)
    for count in 0...frequency.periodsInCycle {
      guard let period = period(count * boundedInterval, after: reference) else { return nil }
      let start = max(period.lowerBound, Int(reference.dayNumber) + 1)
      guard start < period.upperBound else { continue }
      for number in start..<period.upperBound {
        let day = CivilDate(dayNumber: number)
        if days.contains(day) { return day }
      }
    }
    return nil
  }

  private var saysNoDay: Bool { weekdays.isEmpty && monthDays.isEmpty && months.isEmpty }

  /// There are fewer days than this from the year 1 to 9999, so a greater interval has the same dates.
  private var boundedInterval: Int { min(interval, 4_000_000) }

  /// The day numbers of the day, week, month or year that is `count` of them after the one `reference` lies in. Nil when
  /// it begins after the year 9999.
  private func period(_ count: Int, after reference: CivilDate) -> Range<Int>? {
    let first: CivilDate?
    let length: Int
    switch frequency {
    case .daily:
      (first, length) = (reference.adding(days: count), 1)
    case .weekly:
      (first, length) = (reference.adding(days: 1 - reference.isoWeekday + count * 7), 7)
    case .monthly:
      first = CivilCalendar.adding(months: count, to: reference.adding(days: 1 - reference.day))
      length = first.map { CivilDate.days(inMonth: $0.month, of: $0.year) } ?? 0
    case .yearly:
      let year = reference.year + count
      (first, length) = (CivilDate(year: year, month: 1, day: 1), CivilDate.isLeap(year) ? 366 : 365)
    }
    guard let first, first < CivilCalendar.end else { return nil }
    let end = min(Int(first.dayNumber) + length, Int(CivilCalendar.end.dayNumber))
    return Int(first.dayNumber)..<end
  }
}

extension Recurrence.Frequency {
  /// How many of them 400 years have, after which the calendar repeats, weekdays included: what has not occurred by
  /// then never does.
  fileprivate var periodsInCycle: Int {
    switch self {
    case .daily: 146_097
    case .weekly: 20_871
    case .monthly: 4_800
    case .yearly: 400
    }
  }
}
