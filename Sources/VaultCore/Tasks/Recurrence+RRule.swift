extension Recurrence {
  /// The rule as the value of RFC 5545's RRULE, for a series that begins on `day`. Nil where that says something else:
  /// `when done` has no counterpart there, a day that the rule itself does not name makes the series undefined, and what
  /// moves back at the end of a short month here is skipped there.
  package func rrule(from day: CivilDate) -> String? {
    guard !whenDone, unsupported == nil, isSayable, RecurrenceDays(self, from: day).contains(day) else { return nil }
    // Without a day of its own the rule takes that of its beginning, which not every month has.
    let takesDay = weekdays.isEmpty && monthDays.isEmpty && (frequency == .monthly || frequency == .yearly)
    if takesDay, day.day > 28 { return nil }
    var parts = ["FREQ=\(frequency.rawValue.uppercased())"]
    if interval > 1 { parts.append("INTERVAL=\(interval)") }
    if !months.isEmpty { parts.append("BYMONTH=" + Self.list(months)) }
    if !monthDays.isEmpty { parts.append("BYMONTHDAY=" + Self.list(monthDays)) }
    if !weekdays.isEmpty {
      parts.append(
        "BYDAY="
          + weekdays.map { ($0.ordinal.map(String.init) ?? "") + Self.code(ofWeekday: $0.day) }.joined(separator: ","))
    }
    return parts.joined(separator: ";")
  }

  /// True when RFC 5545 has these parts together, and means by them what is meant here: with counted and plain weekdays
  /// in one rule it means either, rrule.js both.
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

  private static func list(_ numbers: [Int]) -> String {
    numbers.map(String.init).joined(separator: ",")
  }

  /// `MO`
  private static func code(ofWeekday day: Int) -> String {
    CivilDate.name(ofWeekday: day).prefix(2).uppercased()
  }
}
