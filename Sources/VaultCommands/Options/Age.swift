import ArgumentParser
import VaultCore

/// How long ago: `30d`, `2w`, `3m`, `1y`, or a day.
struct Age: ExpressibleByArgument {
  private let back: @Sendable (CivilDate) -> CivilDate

  init?(argument: String) {
    if let day = CivilDate(argument) {
      back = { _ in day }
      return
    }
    guard let count = Int(argument.dropLast()), (0...100_000).contains(count) else { return nil }
    switch argument.lowercased().last {
    case "d": back = { $0.adding(days: -count) }
    case "w": back = { $0.adding(days: -7 * count) }
    case "m": back = { $0.adding(months: -min(count, 10_000)) }
    case "y": back = { $0.adding(months: -12 * min(count, 5_000)) }
    default: return nil
    }
  }

  /// The day that lies so far back.
  func day(before today: CivilDate) -> CivilDate { back(today) }
}
