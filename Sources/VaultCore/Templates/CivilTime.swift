/// A moment as a clock on the wall shows it, and how far that clock is from Greenwich.
package struct CivilTime: Hashable, Sendable {
  package let date: CivilDate
  /// 0 to 86,399.
  package let secondOfDay: Int
  /// 0 to 999.
  package let millisecond: Int
  /// Seconds east of Greenwich.
  package let offset: Int

  /// Numbers out of range are brought into it.
  package init(date: CivilDate, secondOfDay: Int = 0, millisecond: Int = 0, offset: Int = 0) {
    self.date = date
    self.secondOfDay = min(max(secondOfDay, 0), 86_399)
    self.millisecond = min(max(millisecond, 0), 999)
    self.offset = min(max(offset, -86_399), 86_399)
  }

  /// - Parameter instant: Milliseconds since 1970-01-01T00:00:00Z.
  package init(instant: Int64, offset: Int) {
    let wallClock = instant &+ Int64(offset) &* 1000
    var (day, rest) = wallClock.quotientAndRemainder(dividingBy: 86_400_000)
    if rest < 0 {
      day -= 1
      rest += 86_400_000
    }
    self.init(
      date: CivilDate(dayNumber: Int(day)), secondOfDay: Int(rest / 1000), millisecond: Int(rest % 1000),
      offset: offset)
  }

  /// Milliseconds since 1970-01-01T00:00:00Z.
  package var instant: Int64 {
    (Int64(date.dayNumber) * 86_400 + Int64(secondOfDay - offset)) * 1000 + Int64(millisecond)
  }

  package var hour: Int { secondOfDay / 3600 }
  package var minute: Int { secondOfDay / 60 % 60 }
  package var second: Int { secondOfDay % 60 }

  /// The first digits behind the seconds' point, cut off and not rounded; zeros beyond milliseconds.
  func fraction(digits: Int) -> String {
    String((millisecond.padded(to: 3) + String(repeating: "0", count: max(0, digits - 3))).prefix(digits))
  }

  /// The distance from Greenwich in hours and minutes, such as `+01:00`.
  func zone(separator: String) -> String {
    let minutes = Int(offset.magnitude) / 60
    return (offset < 0 ? "-" : "+") + (minutes / 60).padded(to: 2) + separator + (minutes % 60).padded(to: 2)
  }
}
