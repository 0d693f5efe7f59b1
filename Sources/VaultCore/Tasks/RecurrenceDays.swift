/// Which days of a period a rule means.
///
/// As in rrule.js, all the parts must hold: plain weekdays and counted ones (`the last Friday`) are two parts, so that
/// `on Monday and the last Friday` never is. Of days of the month any one will do.
struct RecurrenceDays {
  private var months: [Int]
  private var monthDays: [Int]
  /// 1 is Monday.
  private var weekdays: [Int]
  private var counted: [(day: Int, ordinal: Int)]
  /// Counted within the year, else within the month.
  private let countsInYear: Bool

  /// What the rule leaves open comes from `reference`. By days and weeks, weekdays are not counted.
  init(_ rule: Recurrence, from reference: CivilDate) {
    months = rule.months
    monthDays = rule.monthDays
    weekdays = []
    counted = []
    countsInYear = rule.frequency == .yearly && rule.months.isEmpty
    let counts = rule.frequency == .monthly || rule.frequency == .yearly
    for weekday in rule.weekdays {
      if counts, let ordinal = weekday.ordinal {
        counted.append((weekday.day, ordinal))
      } else {
        weekdays.append(weekday.day)
      }
    }
    guard rule.weekdays.isEmpty, rule.monthDays.isEmpty else { return }
    switch rule.frequency {
    case .daily: break
    case .weekly: weekdays = [reference.isoWeekday]
    case .monthly: monthDays = [reference.day]
    case .yearly:
      if months.isEmpty { months = [reference.month] }
      monthDays = [reference.day]
    }
  }

  func contains(_ date: CivilDate) -> Bool {
    if !weekdays.isEmpty, !weekdays.contains(date.isoWeekday) { return false }
    let (year, month, day) = date.components
    if !months.isEmpty, !months.contains(month) { return false }
    let length = CivilDate.days(inMonth: month, of: year)
    if !monthDays.isEmpty, !monthDays.contains(day), !monthDays.contains(day - length - 1) { return false }
    if counted.isEmpty { return true }
    guard countsInYear else { return isCounted(date, place: day, of: length) }
    guard let first = CivilDate(year: year, month: 1, day: 1) else { return false }
    return isCounted(date, place: date.days(since: first) + 1, of: CivilDate.isLeap(year) ? 366 : 365)
  }

  /// `place` counts from 1, in a span of `length` days.
  private func isCounted(_ date: CivilDate, place: Int, of length: Int) -> Bool {
    let weekday = date.isoWeekday
    let fromStart = (place - 1) / 7 + 1
    let fromEnd = -((length - place) / 7 + 1)
    return counted.contains { $0.day == weekday && ($0.ordinal == fromStart || $0.ordinal == fromEnd) }
  }
}
