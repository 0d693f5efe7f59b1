/// Days from one to another; without a bound it reaches as far as there are days.
package struct DateRange: Hashable, Sendable {
  /// The first day.
  package var lower: CivilDate?
  /// The day after the last one.
  package var upper: CivilDate?

  package init(lower: CivilDate?, upper: CivilDate?) {
    self.lower = lower
    self.upper = upper
  }

  package init(day: CivilDate) {
    self.init(lower: day, upper: day.adding(days: 1))
  }

  package func contains(_ day: CivilDate) -> Bool {
    first <= day && day < end
  }

  /// Returns true when it holds every day of the other.
  package func contains(_ other: DateRange) -> Bool { first <= other.first && other.end <= end }

  package func isDisjoint(with other: DateRange) -> Bool { end <= other.first || other.end <= first }

  private var first: CivilDate { lower ?? CivilDate(dayNumber: .min) }
  /// The day after the last one, which is behind all days where there is none.
  private var end: CivilDate { upper ?? CivilDate(dayNumber: .max) }

  /// The last day.
  package var last: CivilDate? { upper?.adding(days: -1) }
}

extension DateRange: CustomStringConvertible {
  /// As a query writes it: `2026-01-01`, `2026-01-01..2026-01-31`, `2026-01-01..`, `..2026-01-31`.
  package var description: String {
    if let lower, lower == last { return lower.description }
    return (lower?.description ?? "") + ".." + (last?.description ?? "")
  }
}
