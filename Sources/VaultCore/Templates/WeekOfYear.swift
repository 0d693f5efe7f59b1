/// A week by its number, and the year that it is counted in: around the New Year not always the day's own.
struct WeekOfYear: Hashable {
  enum Rule {
    /// ISO 8601: from Monday, the first one with the year's first Thursday.
    case iso
    /// The United States': from Sunday, the first one with 1 January.
    case unitedStates

    /// What day of the first week is always in January: the week's days before it may be December's.
    fileprivate var januaryDay: Int { self == .iso ? 4 : 1 }

    /// The day's place in the week, from 0.
    func place(of date: CivilDate) -> Int { self == .iso ? date.isoWeekday - 1 : date.isoWeekday % 7 }
  }

  var year: Int
  var week: Int
}

extension WeekOfYear {
  init(of date: CivilDate, _ rule: Rule) {
    // The day of this date's week that decides which year has it.
    let deciding = date.adding(days: (rule == .iso ? 3 : 6) - rule.place(of: date))
    year = deciding.year
    week = (Self.dayOfYear(deciding) - 1) / 7 + 1
  }

  /// The day at `place` in the week, from 0; nil where the year has no such week.
  func day(_ place: Int, _ rule: Rule) -> CivilDate? {
    guard week >= 1, week <= 53, (0..<7).contains(place),
      let inFirst = CivilDate(year: year, month: 1, day: rule.januaryDay)
    else { return nil }
    let day = inFirst.adding(days: 7 * (week - 1) + place - rule.place(of: inFirst))
    return WeekOfYear(of: day, rule) == self ? day : nil
  }

  /// From 1.
  static func dayOfYear(_ date: CivilDate) -> Int {
    let (_, month, day) = date.components
    return (1..<month).reduce(day) { $0 + CivilDate.days(inMonth: $1, of: date.year) }
  }
}
