import Foundation
import VaultCore
import VaultStore

/// Times as people say them: short, in English, relative to now.
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
    let (one, many, count): (String, String, Int)
    switch days {
    case ..<7: (one, many, count) = ("day", "days", days)
    case ..<28: (one, many, count) = ("week", "weeks", days / 7)
    case ..<365: (one, many, count) = ("month", "months", max(months(from: day, to: today), 1))
    default: (one, many, count) = ("year", "years", max(months(from: day, to: today) / 12, 1))
    }
    if count == 1, one != "day" { return difference < 0 ? "last \(one)" : "next \(one)" }
    return difference < 0 ? "\(count) \(many) ago" : "in \(count) \(many)"
  }

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
    let text =
      minutes < 60
      ? (minutes == 1 ? "1 minute" : "\(minutes) minutes")
      : (minutes < 120 ? "1 hour" : "\(minutes / 60) hours")
    return seconds > 0 ? "\(text) ago" : "in \(text)"
  }

  package static func text(_ date: NoteDate, in environment: VaultEnvironment) -> String {
    switch date {
    case .date(let date): return day(date, today: environment.today)
    case .instant(let milliseconds):
      return instant(Date(timeIntervalSince1970: Double(milliseconds) / 1_000), in: environment)
    case .dateTime(let milliseconds):
      let zone = ISOTime.offset(ofWallClock: milliseconds, in: environment.timeZone)
      return instant(
        Date(timeIntervalSince1970: Double(milliseconds) / 1_000 - Double(zone)), in: environment)
    }
  }
}

/// Times as programs read them: ISO 8601 with the zone, a day only as a day only.
package enum ISOTime {
  package static func text(_ date: NoteDate, in zone: TimeZone) -> String {
    switch date {
    case .date(let date): return date.description
    case .instant(let milliseconds):
      let seconds = floorDivide(milliseconds, 1_000)
      let offset = zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds)))
      return clock(seconds &+ Int64(offset)) + suffix(offset)
    case .dateTime(let milliseconds):
      return clock(floorDivide(milliseconds, 1_000)) + suffix(offset(ofWallClock: milliseconds, in: zone))
    }
  }

  /// Seconds east of Greenwich that a zone's clock is ahead when it reads `milliseconds`.
  static func offset(ofWallClock milliseconds: Int64, in zone: TimeZone) -> Int {
    let reading = Double(milliseconds) / 1_000
    let guess = zone.secondsFromGMT(for: Date(timeIntervalSince1970: reading))
    return zone.secondsFromGMT(for: Date(timeIntervalSince1970: reading - Double(guess)))
  }

  private static func floorDivide(_ a: Int64, _ b: Int64) -> Int64 {
    let quotient = a / b
    return a % b < 0 ? quotient - 1 : quotient
  }

  private static func two(_ value: Int64) -> String { value < 10 ? "0\(value)" : "\(value)" }

  private static func clock(_ seconds: Int64) -> String {
    let days = floorDivide(seconds, 86_400)
    let rest = seconds &- days &* 86_400
    let date = CivilDate(dayNumber: Int(clamping: days))
    return "\(date)T\(two(rest / 3_600)):\(two(rest / 60 % 60)):\(two(rest % 60))"
  }

  private static func suffix(_ offset: Int) -> String {
    if offset == 0 { return "Z" }
    let minutes = Int64(offset.magnitude / 60)
    return (offset < 0 ? "-" : "+") + "\(two(minutes / 60)):\(two(minutes % 60))"
  }
}
