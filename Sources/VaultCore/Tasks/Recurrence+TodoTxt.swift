extension Recurrence {
  /// The rule as the value of `rec:`, which task managers for todo.txt have agreed on: `+2w` counts from the date that was
  /// due, `2w` from the day of completion; units are days, weeks, months, years and business days. Nil where that cannot
  /// say the same.
  package var todoTxt: String? {
    guard unsupported == nil, monthDays.isEmpty, months.isEmpty else { return nil }
    guard weekdays.isEmpty || isEveryWeekday && frequency == .weekly && interval == 1 else { return nil }
    return (whenDone ? "" : "+") + "\(interval)" + (isEveryWeekday ? "b" : frequency.unit.prefix(1))
  }

  /// Returns nil for what is no such value, and for business days of an interval other than one.
  package init?(todoTxt value: some StringProtocol) {
    let isStrict = value.first == "+"
    guard let unit = value.last, let interval = Int(value.dropFirst(isStrict ? 1 : 0).dropLast()),
      value.utf8.allSatisfy({ $0 != 0x2D }), value.dropFirst().first != "+", (1...99_999).contains(interval)
    else { return nil }
    if unit == "b" {
      guard interval == 1 else { return nil }
      self.init(.weekly, weekdays: Self.workdays, whenDone: !isStrict)
    } else {
      guard let frequency = Frequency.allCases.first(where: { $0.unit.first == unit }) else { return nil }
      self.init(frequency, interval: interval, whenDone: !isStrict)
    }
  }
}
