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
    if let lower, day < lower { return false }
    if let upper, day >= upper { return false }
    return true
  }

  /// Returns true when it holds every day of the other.
  package func contains(_ other: DateRange) -> Bool {
    if let lower {
      guard let first = other.lower, first >= lower else { return false }
    }
    if let upper {
      guard let end = other.upper, end <= upper else { return false }
    }
    return true
  }

  package func isDisjoint(with other: DateRange) -> Bool {
    if let upper, let lower = other.lower, upper <= lower { return true }
    if let upper = other.upper, let lower, upper <= lower { return true }
    return false
  }

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
