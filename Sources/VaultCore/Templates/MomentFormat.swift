/// A format for dates and times in the tokens of moment.js 2.29, which Obsidian's daily notes and templates are written
/// in, with English names and the weeks of the United States for `w`, `g` and `e`.
package struct MomentFormat: Sendable {
  let tokens: [MomentToken]

  package init(_ format: String) {
    tokens = MomentTokenizer.tokens(of: format)
  }

  static let months = CivilDate.monthNames
  /// From Sunday.
  static let weekdays = [CivilDate.name(ofWeekday: 7)] + CivilDate.weekdayNames.dropLast()

  package func string(_ time: CivilTime) -> String {
    var text = ""
    for token in tokens {
      switch token {
      case .literal(let bytes): text += String(decoding: bytes, as: UTF8.self)
      case .ordinal(let letter): text += Self.ordinal(Self.number(letter, time))
      case .field(let letter, let count): text += Self.field(letter, count, time)
      }
    }
    return text
  }

  /// `1st`, `2nd`, `3rd`, `11th`.
  static func ordinal(_ number: Int) -> String {
    let ending =
      switch (number % 100 / 10, number % 10) {
      case (1, _): "th"
      case (_, 1): "st"
      case (_, 2): "nd"
      case (_, 3): "rd"
      default: "th"
      }
    return "\(number)\(ending)"
  }

  /// The number that a letter stands for; 0 for those that are no numbers.
  static func number(_ letter: UInt8, _ time: CivilTime) -> Int {
    let (year, month, day) = time.date.components
    return switch letter {
    case UInt8(ascii: "Y"), UInt8(ascii: "y"): year
    case UInt8(ascii: "Q"): (month + 2) / 3
    case UInt8(ascii: "M"): month
    case UInt8(ascii: "D"): day
    case MomentTokenizer.dayOfYear: WeekOfYear.dayOfYear(time.date)
    case UInt8(ascii: "d"), UInt8(ascii: "e"): time.date.isoWeekday % 7
    case UInt8(ascii: "E"): time.date.isoWeekday
    case UInt8(ascii: "w"): WeekOfYear(of: time.date, .unitedStates).week
    case UInt8(ascii: "W"): WeekOfYear(of: time.date, .iso).week
    case UInt8(ascii: "g"): WeekOfYear(of: time.date, .unitedStates).year
    case UInt8(ascii: "G"): WeekOfYear(of: time.date, .iso).year
    case UInt8(ascii: "H"): time.hour
    case UInt8(ascii: "h"): (time.hour + 11) % 12 + 1
    case UInt8(ascii: "k"): (time.hour + 23) % 24 + 1
    case UInt8(ascii: "m"): time.minute
    case UInt8(ascii: "s"): time.second
    default: 0
    }
  }

  private static func field(_ letter: UInt8, _ count: Int, _ time: CivilTime) -> String {
    let number = number(letter, time)
    switch (letter, count) {
    case (UInt8(ascii: "M"), 3): return String(months[number - 1].prefix(3))
    case (UInt8(ascii: "M"), 4): return months[number - 1]
    case (UInt8(ascii: "D"), 3): return "\(Self.number(MomentTokenizer.dayOfYear, time))"
    case (UInt8(ascii: "D"), 4): return Self.number(MomentTokenizer.dayOfYear, time).padded(to: 3)
    case (UInt8(ascii: "d"), 2...4): return String(weekdays[number].prefix(count == 4 ? 9 : count))
    case (UInt8(ascii: "Y"), 1): return number.padded(to: 4)
    case (UInt8(ascii: "Y"), 6): return "+" + number.padded(to: 6)
    case (UInt8(ascii: "Y"), 2), (UInt8(ascii: "g"), 2), (UInt8(ascii: "G"), 2): return (number % 100).padded(to: 2)
    case (UInt8(ascii: "N"), _): return count == 4 ? "Anno Domini" : "AD"
    case (UInt8(ascii: "a"), _): return time.hour < 12 ? "am" : "pm"
    case (UInt8(ascii: "A"), _): return time.hour < 12 ? "AM" : "PM"
    case (UInt8(ascii: "S"), _): return time.fraction(digits: count)
    case (UInt8(ascii: "Z"), _): return time.zone(separator: count == 1 ? ":" : "")
    // Moment knows no names of zones for the local time.
    case (UInt8(ascii: "z"), _): return ""
    case (UInt8(ascii: "X"), _): return "\(Int64((Double(time.instant) / 1000).rounded(.down)))"
    case (UInt8(ascii: "x"), _): return "\(time.instant)"
    default: return number.padded(to: count)
    }
  }
}
