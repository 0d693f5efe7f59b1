/// How a task recurs. The parts mean what the parts of the same names mean in RFC 5545, with weeks from Monday:
/// `every year on the 15th` (yearly, a month day, no month) is the 15th of each month, as in rrule.js.
///
/// Lists are sorted and hold nothing twice, so that equal rules are equal values.
package struct Recurrence: Hashable, Sendable {
  package enum Frequency: String, Sendable, CaseIterable {
    case daily, weekly, monthly, yearly
  }

  package struct Weekday: Hashable, Sendable, Comparable {
    /// 1 is Monday, 7 is Sunday.
    package var day: Int
    /// Which of the period's, from its end when negative; nil for every one. Never 0.
    package var ordinal: Int?

    package init(_ day: Int, ordinal: Int? = nil) {
      self.day = day
      self.ordinal = ordinal
    }

    /// Plain days first; then first, second, …, second last, last.
    package static func < (a: Self, b: Self) -> Bool {
      (rank(a.ordinal), a.day) < (rank(b.ordinal), b.day)
    }

    private static func rank(_ ordinal: Int?) -> Int {
      guard let ordinal else { return 0 }
      return ordinal > 0 ? ordinal : 1000 &+ ordinal
    }
  }

  package var frequency: Frequency
  /// 1 to 99,999.
  package var interval: Int
  package var weekdays: [Weekday]
  /// 1 to 31, and −1 (the last) to −31.
  package var monthDays: [Int]
  /// 1 to 12.
  package var months: [Int]
  /// Counted from the day of completion rather than from the reference date.
  package var whenDone: Bool
  /// The part, as written, that is kept but not followed (`for 3 times`, `until …`, `in week 20`): such a rule
  /// gives no next date.
  package var unsupported: String?

  package init(
    _ frequency: Frequency, interval: Int = 1, weekdays: [Weekday] = [], monthDays: [Int] = [],
    months: [Int] = [], whenDone: Bool = false, unsupported: String? = nil
  ) {
    self.frequency = frequency
    self.interval = interval
    self.weekdays = weekdays
    self.monthDays = monthDays
    self.months = months
    self.whenDone = whenDone
    self.unsupported = unsupported
    putInOrder()
  }

  /// Makes the lists what they have to be after parts were added to them.
  mutating func putInOrder() {
    weekdays = Self.once(weekdays.sorted())
    // 1, 2, …, second last, last: the order in which they are said.
    monthDays = Self.once(monthDays.sorted { ($0 > 0 ? $0 : 1000 &+ $0) < ($1 > 0 ? $1 : 1000 &+ $1) })
    months = Self.once(months.sorted())
  }

  private static func once<Value: Equatable>(_ sorted: [Value]) -> [Value] {
    guard sorted.count > 1 else { return sorted }
    return zip(sorted.indices, sorted).compactMap { i, value in i > 0 && sorted[i - 1] == value ? nil : value }
  }

  /// Monday to Friday.
  static let workdays = (1...5).map { Weekday($0) }

  /// Monday to Friday, and nothing else.
  package var isEveryWeekday: Bool { weekdays == Self.workdays }
}
