/// A day, month, year, ISO week or quarter as ISO 8601 writes it: what begins with a digit in a date expression.
enum CalendarPeriod {
  /// The first day and the day after the last one.
  case days(CivilDate, CivilDate)
  /// Why it is none, and what may have been meant.
  case wrong(String, candidates: [String])

  /// `text` is lower case.
  static func read(_ text: String) -> CalendarPeriod {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
    guard parts[0].utf8.count == 4, let year = DayWords.digits(parts[0], atMost: 4) else { return unknown(text) }
    guard year >= 1 else { return .wrong("Years go from 0001 to 9999.", candidates: []) }
    let bytes = Array(text.utf8)
    if bytes.count > 10, bytes[10] == 0x74 || bytes[10] == 0x2D {
      let day = String(decoding: bytes[..<10], as: UTF8.self)
      if CivilDate(day) != nil { return .wrong("A date is a whole day.", candidates: [day]) }
    }
    switch parts.count {
    case 1:
      return months(year, 1, 12)
    case 2:
      let part = parts[1]
      if part.hasPrefix("w") { return week(year, parts[0], String(part.dropFirst())) }
      if part.hasPrefix("q") { return quarter(year, String(part.dropFirst())) }
      guard let month = DayWords.digits(part, atMost: 2) else { return unknown(text) }
      guard (1...12).contains(month) else { return noMonth(month) }
      guard part.utf8.count == 2 else { return padded("\(parts[0])-\(two(month))") }
      return months(year, month, 1)
    case 3:
      return day(year, parts[0], parts[1], parts[2], text)
    default:
      return unknown(text)
    }
  }

  private static func day(_ year: Int, _ y: String, _ m: String, _ d: String, _ text: String) -> CalendarPeriod {
    if m.hasPrefix("w") {
      return .wrong("A week stands without a day.", candidates: ["\(y)-\(m.uppercased())"])
    }
    guard let month = DayWords.digits(m, atMost: 2) else { return unknown(text) }
    guard (1...12).contains(month) else { return noMonth(month) }
    guard let day = DayWords.digits(d, atMost: 2) else { return unknown(text) }
    guard let date = CivilDate(year: year, month: month, day: day) else {
      let last = CivilDate.days(inMonth: month, of: year)
      return .wrong(
        "There is no day \(day) in \(CivilDate.name(ofMonth: month)) \(y): it has \(last).",
        candidates: day > last ? ["\(y)-\(two(month))-\(last)"] : [])
    }
    guard m.utf8.count == 2, d.utf8.count == 2 else { return padded("\(date)") }
    return .days(date, date.adding(days: 1))
  }

  private static func week(_ year: Int, _ y: String, _ digits: String) -> CalendarPeriod {
    guard let week = DayWords.digits(digits, atMost: 2), let first = CivilCalendar.firstISOWeek(of: year) else {
      return .wrong("A week is written like 2026-W03.", candidates: [])
    }
    let last = CivilCalendar.isoWeeks(in: year)
    guard (1...last).contains(week) else {
      return .wrong("There is no week \(week) in \(y): it has weeks 1 to \(last).", candidates: [])
    }
    guard digits.utf8.count == 2 else { return padded("\(y)-W\(two(week))") }
    let monday = first.adding(days: (week - 1) * 7)
    return .days(monday, monday.adding(days: 7))
  }

  private static func quarter(_ year: Int, _ digits: String) -> CalendarPeriod {
    guard let quarter = DayWords.digits(digits, atMost: 1) else {
      return .wrong("A quarter is written like 2026-Q1.", candidates: [])
    }
    guard (1...4).contains(quarter) else {
      return .wrong("There is no quarter \(quarter): a year has quarters 1 to 4.", candidates: [])
    }
    return months(year, quarter * 3 - 2, 3)
  }

  private static func months(_ year: Int, _ month: Int, _ count: Int) -> CalendarPeriod {
    guard let first = CivilDate(year: year, month: month, day: 1) else {
      return .wrong("Years go from 0001 to 9999.", candidates: [])
    }
    return .days(first, CivilCalendar.adding(months: count, to: first) ?? CivilCalendar.end)
  }

  private static func noMonth(_ month: Int) -> CalendarPeriod {
    .wrong("There is no month \(month): a year has months 1 to 12.", candidates: [])
  }

  private static func padded(_ text: String) -> CalendarPeriod {
    .wrong("Months, days and weeks have two digits.", candidates: [text])
  }

  private static func unknown(_ text: String) -> CalendarPeriod {
    let bytes = Array(text.utf8)
    if let unit = bytes.last, "dwmy".utf8.contains(unit), bytes.dropLast().allSatisfy(\.isDigit),
      bytes.count <= 6
    {
      return .wrong("A distance in time needs its sign.", candidates: ["-\(text)", "+\(text)"])
    }
    if bytes.count == 8, bytes.allSatisfy(\.isDigit) {
      let parts = [bytes[..<4], bytes[4..<6], bytes[6...]].map { String(decoding: $0, as: UTF8.self) }
      let date = parts.joined(separator: "-")
      if CivilDate(date) != nil { return .wrong("A day is written with hyphens.", candidates: [date]) }
    }
    return .wrong("\"\(QueryExcerpt.quoted(text))\" is no date.", candidates: [])
  }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
