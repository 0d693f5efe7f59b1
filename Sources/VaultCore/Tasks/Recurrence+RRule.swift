extension Recurrence {
  /// The rule as the value of RFC 5545's RRULE, for a series that begins on `day`. Nil where that says something else:
  /// `when done` has no counterpart there, a day that the rule itself does not name makes the series undefined, and what
  /// moves back at the end of a short month here is skipped there.
  package func rrule(from day: CivilDate) -> String? {
    guard !whenDone, unsupported == nil, isSayable, names(day) else { return nil }
    // Without a day of its own the rule takes that of its beginning, which not every month has.
    let takesDay = weekdays.isEmpty && monthDays.isEmpty && (frequency == .monthly || frequency == .yearly)
    if takesDay, day.day > 28 { return nil }
    var parts = ["FREQ=\(frequency.rawValue.uppercased())"]
    if interval > 1 { parts.append("INTERVAL=\(interval)") }
    if !months.isEmpty { parts.append("BYMONTH=" + Self.list(months)) }
    if !monthDays.isEmpty { parts.append("BYMONTHDAY=" + Self.list(monthDays)) }
    if !weekdays.isEmpty {
      parts.append(
        "BYDAY=" + weekdays.map { ($0.ordinal.map(String.init) ?? "") + Self.code($0.day) }.joined(separator: ","))
    }
    return parts.joined(separator: ";")
  }

  /// Whether RFC 5545 has these parts together, and means by them what is meant here: with counted and plain weekdays in
  /// one rule it means either, rrule.js both.
  private var isSayable: Bool {
    let counted = weekdays.count { $0.ordinal != nil }
    switch frequency {
    case .daily: return counted == 0
    case .weekly: return counted == 0 && monthDays.isEmpty
    case .monthly: return counted == 0 || counted == weekdays.count
    // A count with month days and no month is one within the year here, and the RFC leaves it open.
    case .yearly: return counted == 0 || counted == weekdays.count && monthDays.isEmpty
    }
  }

  private func names(_ date: CivilDate) -> Bool {
    let (year, month, day) = date.components
    if !months.isEmpty, !months.contains(month) { return false }
    let length = CivilDate.days(inMonth: month, of: year)
    if !monthDays.isEmpty, !monthDays.contains(day), !monthDays.contains(day - length - 1) { return false }
    guard !weekdays.isEmpty else { return true }
    let isWithinYear = frequency == .yearly && months.isEmpty
    let place =
      isWithinYear
      ? date.days(since: CivilDate(year: year, month: 1, day: 1) ?? date) : day - 1
    let period = isWithinYear ? (CivilDate.isLeap(year) ? 366 : 365) : length
    return weekdays.contains { weekday in
      guard weekday.day == date.isoWeekday else { return false }
      guard let ordinal = weekday.ordinal else { return true }
      return ordinal == place / 7 + 1 || ordinal == -((period - 1 - place) / 7 + 1)
    }
  }

  private static func list(_ numbers: [Int]) -> String {
    numbers.map(String.init).joined(separator: ",")
  }

  private static func code(_ weekday: Int) -> String {
    let codes = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
    return codes.indices.contains(weekday - 1) ? codes[weekday - 1] : codes[0]
  }
}
