import ArgumentParser
import VaultCore

/// How long ago: `30d`, `2w`, `3m`, `1y`, or a day.
struct Age: ExpressibleByArgument {
  private enum Unit: Character {
    case days = "d"
    case weeks = "w"
    case months = "m"
    case years = "y"
  }

  private let count: Int
  private let unit: Unit
  private let fixed: CivilDate?

  init?(argument: String) {
    if let day = CivilDate(argument) {
      (count, unit, fixed) = (0, .days, day)
      return
    }
    guard let last = argument.lowercased().last, let unit = Unit(rawValue: last), let count = Int(argument.dropLast()),
      (0...100_000).contains(count)
    else { return nil }
    (self.count, self.unit, fixed) = (count, unit, nil)
  }

  /// The day that lies so far back.
  func day(before today: CivilDate) -> CivilDate {
    if let fixed { return fixed }
    return switch unit {
    case .days: today.adding(days: -count)
    case .weeks: today.adding(days: -7 * count)
    case .months: today.adding(months: -min(count, 10_000))
    case .years: today.adding(months: -12 * min(count, 5_000))
    }
  }
}
