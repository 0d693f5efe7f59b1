import Foundation
import VaultCore
import VaultStore

/// Times as people say them: short, in English, relative to now. Only days, never "last week", which a calendar
/// understands otherwise; longer spans in whole weeks, months and years.
package enum RelativeTime {
  package static func day(_ day: CivilDate, today: CivilDate) -> String {
    let difference = day.days(since: today)
    switch difference {
    case 0: return "today"
    case -1: return "yesterday"
    case 1: return "tomorrow"
    default: break
    }
    let days = abs(difference)
    let months = months(from: day, to: today)
    let text =
      switch (days, months) {
      case (..<14, _): count(days, "day")
      case (_, 0): count(days / 7, "week")
      case (_, ..<12): count(months, "month")
      default: count(months / 12, "year")
      }
    return difference < 0 ? "\(text) ago" : "in \(text)"
  }

  private static func count(_ number: Int, _ unit: String) -> String { "\(number) \(unit)\(number == 1 ? "" : "s")" }

  /// Whole months between two days, in either order.
  private static func months(from a: CivilDate, to b: CivilDate) -> Int {
    let (first, last) = (min(a, b).components, max(a, b).components)
    let months = (last.year - first.year) * 12 + last.month - first.month
    return last.day < first.day ? months - 1 : months
  }

  /// Minutes and hours within the day, else as `day`.
  package static func instant(_ instant: Date, in environment: VaultEnvironment) -> String {
    let (day, today) = (environment.day(of: instant), environment.today)
    guard day == today else { return Self.day(day, today: today) }
    let seconds = Int(environment.now.timeIntervalSince(instant).rounded())
    let minutes = abs(seconds) / 60
    if minutes == 0 { return "just now" }
    let text = minutes < 60 ? count(minutes, "minute") : count(minutes / 60, "hour")
    return seconds > 0 ? "\(text) ago" : "in \(text)"
  }

  package static func text(_ date: NoteDate, in environment: VaultEnvironment) -> String {
    if case .date(let date) = date { return day(date, today: environment.today) }
    let milliseconds = date.instant(in: environment.offset)
    return instant(Date(timeIntervalSince1970: Double(milliseconds) / 1_000), in: environment)
  }

  // MARK: Briefly

  /// The same in a few columns: `5 min`, `3 h`, `2 d`, `6 wk`, `4 mo`, `2 yr`; behind `in` where it is to come.
  package static func brief(_ date: NoteDate, in environment: VaultEnvironment) -> String {
    if case .date(let day) = date { return briefDay(day, today: environment.today) }
    let instant = Date(timeIntervalSince1970: Double(date.instant(in: environment.offset)) / 1_000)
    let day = environment.day(of: instant)
    guard day == environment.today else { return briefDay(day, today: environment.today) }
    let minutes = Int(environment.now.timeIntervalSince(instant).rounded()) / 60
    if minutes == 0 { return "now" }
    let text = abs(minutes) < 60 ? "\(abs(minutes)) min" : "\(abs(minutes) / 60) h"
    return minutes > 0 ? text : "in " + text
  }

  package static func briefDay(_ day: CivilDate, today: CivilDate) -> String {
    let difference = day.days(since: today)
    if difference == 0 { return "today" }
    let days = abs(difference)
    let months = months(from: day, to: today)
    let text =
      switch (days, months) {
      case (..<14, _): "\(days) d"
      case (_, 0): "\(days / 7) wk"
      case (_, ..<12): "\(months) mo"
      default: "\(months / 12) yr"
      }
    return difference < 0 ? text : "in " + text
  }
}
