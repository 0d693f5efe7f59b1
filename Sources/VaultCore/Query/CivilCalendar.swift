/// What date expressions need of the calendar besides single days.
enum CivilCalendar {
  /// 0001-01-01.
  static let first = CivilDate(dayNumber: -719_162)
  /// The day after 9999-12-31.
  static let end = CivilDate(dayNumber: 2_932_897)

  /// As `CivilDate.adding(months:)`; nil outside the years 1 to 9999.
  static func adding(months: Int, to day: CivilDate) -> CivilDate? {
    let (year, month, _) = day.components
    let (index, overflow) = (year * 12 + month - 1).addingReportingOverflow(months)
    guard !overflow, index >= 12, index < 10_000 * 12 else { return nil }
    return day.adding(months: months)
  }

  /// The Monday of the week with the year's first Thursday.
  static func firstISOWeek(of year: Int) -> CivilDate? {
    guard let fourth = CivilDate(year: year, month: 1, day: 4) else { return nil }
    return fourth.adding(days: 1 - fourth.isoWeekday)
  }

  /// 52 or 53: 28 December is always in the last one.
  static func isoWeeks(in year: Int) -> Int {
    guard let first = firstISOWeek(of: year), let late = CivilDate(year: year, month: 12, day: 28) else { return 52 }
    return late.days(since: first) / 7 + 1
  }
}
