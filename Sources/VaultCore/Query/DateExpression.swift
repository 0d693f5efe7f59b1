/// The dates that queries and options understand, seen from one day.
///
/// Days, months, years, ISO weeks and quarters (`2026-01-31`, `2026-01`, `2026`, `2026-W03`, `2026-Q1`); `today`,
/// `yesterday`, `tomorrow`; weekdays; `this-`, `last-` and `next-` before `week`, `month`, `quarter`, `year` or a
/// weekday; `-7d`, `+2w`, `-1m`, `+1y`; ranges `a..b`, `a..`, `..b`; and `<`, `<=`, `=`, `>=`, `>` before one of them.
/// Upper and lower case are the same; a blank or `_` may stand for a hyphen between words.
package struct DateExpression: Hashable, Sendable {
  /// Which day the name of a weekday means. Today counts either way.
  package enum Weekday: Hashable, Sendable {
    /// The next one: for what is ahead, such as due dates.
    case upcoming
    /// The last one: for what has happened, such as edits.
    case latest
  }

  package let today: CivilDate
  /// 1 is Monday, 7 is Sunday. For `this-week` and its like; `2026-W03` is ISO's week always.
  package let firstWeekday: Int
  package let weekday: Weekday

  package init(today: CivilDate, firstWeekday: Int = 1, weekday: Weekday = .upcoming) {
    self.today = today
    self.firstWeekday = min(max(firstWeekday, 1), 7)
    self.weekday = weekday
  }

  /// What is past, seen from the day of a query: daily notes, edits.
  package static func past(_ context: QueryContext) -> DateExpression {
    DateExpression(today: context.today, firstWeekday: context.firstWeekday, weekday: .latest)
  }

  /// The days meant by `text`, never outside the years 1 to 9999. An error's range is in UTF-8 offsets of `text`.
  package func range(of text: String) throws(QueryError) -> DateRange {
    let bytes = Array(text.utf8)
    if let comparison = Query.Comparison.leading(bytes) {
      let length = comparison.rawValue.utf8.count
      return try compared(comparison, Array(bytes[length...]), at: length)
    }
    guard let dots = Self.dots(in: bytes) else { return try period(bytes, at: 0).days }
    guard bytes.count > 2 else {
      throw QueryError("A range needs a date on at least one side of \"..\".", at: 0..<2, remedy: Self.forms)
    }
    let lower = dots == 0 ? nil : try period(Array(bytes[..<dots]), at: 0)
    let upper = dots + 2 == bytes.count ? nil : try period(Array(bytes[(dots + 2)...]), at: dots + 2)
    guard let lower, let upper else {
      return DateRange(lower: lower?.first, upper: upper?.end)
    }
    return try ordered(lower, upper, count: bytes.count)
  }

  // MARK: Signs and ranges

  private func compared(
    _ comparison: Query.Comparison, _ bytes: [UInt8], at offset: Int
  ) throws(QueryError) -> DateRange {
    if let dots = Self.dots(in: bytes) {
      throw QueryError(
        "A range cannot follow \"\(comparison.rawValue)\".", at: (offset + dots)..<(offset + dots + 2),
        remedy: "Write either \(comparison.rawValue) and one date, or the range alone.")
    }
    let period = try period(bytes, at: offset)
    let place = 0..<(offset + bytes.count)
    switch comparison {
    case .equal: return period.days
    case .less:
      guard period.first > CivilCalendar.first else { throw QueryError("There are no days before that.", at: place) }
      return DateRange(lower: nil, upper: period.first)
    case .lessOrEqual: return DateRange(lower: nil, upper: period.end)
    case .greaterOrEqual: return DateRange(lower: period.first, upper: nil)
    case .greater:
      guard period.end < CivilCalendar.end else { throw QueryError("There are no days after that.", at: place) }
      return DateRange(lower: period.end, upper: nil)
    }
  }

  /// In `friday..monday` the two belong together: the later one follows the earlier one.
  private func ordered(_ lower: Period, _ upper: Period, count: Int) throws(QueryError) -> DateRange {
    var first = lower.first
    var end = upper.end
    if first >= end, weekday == .upcoming, upper.isWeekday { end = end.adding(days: 7) }
    if first >= end, weekday == .latest, lower.isWeekday { first = first.adding(days: -7) }
    guard first < end else {
      let last = upper.end.adding(days: -1)
      throw QueryError(
        "The range ends (\(last)) before it begins (\(first)).", at: 0..<count,
        remedy: "Write the earlier date first.")
    }
    return DateRange(lower: first, upper: end)
  }

  private static func dots(in bytes: [UInt8]) -> Int? {
    bytes.indices.dropLast().first { bytes[$0] == 0x2E && bytes[$0 + 1] == 0x2E }
  }

  // MARK: Periods

  /// The days of one expression without sign and dots: at least one.
  private struct Period {
    var first: CivilDate
    /// The day after the last.
    var end: CivilDate
    var isWeekday = false

    var days: DateRange { DateRange(lower: first, upper: end) }
  }

  private func day(_ date: CivilDate, isWeekday: Bool = false) -> Period {
    Period(first: date, end: date.adding(days: 1), isWeekday: isWeekday)
  }

  /// Throws where it is none of the years 1 to 9999.
  private func checked(_ period: Period, at place: Range<Int>) throws(QueryError) -> Period {
    var period = period
    period.first = max(period.first, CivilCalendar.first)
    period.end = min(period.end, CivilCalendar.end)
    guard period.first < period.end else { throw QueryError("That is outside the years 0001 to 9999.", at: place) }
    return period
  }

  private func period(_ bytes: [UInt8], at offset: Int) throws(QueryError) -> Period {
    let place = offset..<(offset + bytes.count)
    guard let initial = bytes.first else {
      throw QueryError("A date is missing here.", at: place, remedy: Self.forms)
    }
    let word = Self.normalized(bytes)
    if initial.isDigit {
      switch CalendarPeriod.read(word) {
      case .days(let first, let end): return Period(first: first, end: min(end, CivilCalendar.end))
      case .wrong(let cause, let candidates):
        throw QueryError(cause, at: place, remedy: candidates.isEmpty ? Self.forms : nil, candidates: candidates)
      }
    }
    if initial == 0x2B || initial == 0x2D, bytes.count > 1, bytes[1].isDigit {
      guard let shifted = shifted(Array(word.utf8)) else { throw unknown(bytes, at: place) }
      return try checked(shifted, at: place)
    }
    guard let named = named(word) else { throw unknown(bytes, at: place) }
    return try checked(named, at: place)
  }

  /// Lower case in ASCII, with blanks and `_` inside made hyphens.
  private static func normalized(_ bytes: [UInt8]) -> String {
    String(
      decoding: bytes.map { byte in
        switch byte {
        case 0x41...0x5A: byte | 0x20
        case 0x20, 0x5F: 0x2D
        default: byte
        }
      }, as: UTF8.self)
  }

  /// `-7d`, `+2w`, `-1m`, `+1y`: that one day, outside the years 1 to 9999 one that there is none of. Nil for anything
  /// else.
  private func shifted(_ bytes: [UInt8]) -> Period? {
    let digits = bytes.dropFirst().dropLast()
    guard let unit = bytes.last, !digits.isEmpty, digits.allSatisfy(\.isDigit) else { return nil }
    // No number as large leads to a day of the calendar.
    let number = min(Int(String(decoding: digits, as: UTF8.self)) ?? .max, 10_000_000)
    let count = bytes[0] == 0x2D ? -number : number
    switch unit {
    case UInt8(ascii: "d"): return day(today.adding(days: count))
    case UInt8(ascii: "w"): return day(today.adding(days: count * 7))
    case UInt8(ascii: "m"): return day(CivilCalendar.adding(months: count, to: today) ?? CivilCalendar.end)
    case UInt8(ascii: "y"): return day(CivilCalendar.adding(months: count * 12, to: today) ?? CivilCalendar.end)
    default: return nil
    }
  }

  private func named(_ word: String) -> Period? {
    switch word {
    case "today": return day(today)
    case "yesterday": return day(today.adding(days: -1))
    case "tomorrow": return day(today.adding(days: 1))
    default: break
    }
    if let number = Self.weekdayNumber(word) {
      let ahead = (number - today.isoWeekday + 7) % 7
      return day(today.adding(days: weekday == .latest && ahead > 0 ? ahead - 7 : ahead), isWeekday: true)
    }
    guard let hyphen = word.firstIndex(of: "-"), let step = Self.steps[String(word[..<hyphen])] else { return nil }
    let unit = String(word[word.index(after: hyphen)...])
    if let number = Self.weekdayNumber(unit) {
      let ahead = (number - today.isoWeekday + 7) % 7
      switch step {
      case 0: return day(startOfWeek.adding(days: (number - firstWeekday + 7) % 7))
      case 1: return day(today.adding(days: ahead == 0 ? 7 : ahead))
      default: return day(today.adding(days: ahead - 7))
      }
    }
    if unit == "week" {
      let first = startOfWeek.adding(days: step * 7)
      return Period(first: first, end: first.adding(days: 7))
    }
    let (year, month, _) = today.components
    guard let months = ["month": 1, "quarter": 3, "year": 12][unit],
      let start = CivilDate(year: year, month: (month - 1) / months * months + 1, day: 1),
      let first = CivilCalendar.adding(months: step * months, to: start)
    else { return nil }
    return Period(first: first, end: CivilCalendar.adding(months: months, to: first) ?? CivilCalendar.end)
  }

  private var startOfWeek: CivilDate {
    today.adding(days: -((today.isoWeekday - firstWeekday + 7) % 7))
  }

  // MARK: Names

  private static let steps = ["last": -1, "this": 0, "next": 1]

  /// The whole name, or its first three letters. 1 is Monday.
  private static func weekdayNumber(_ word: String) -> Int? {
    DayWords.place(of: word, in: DayWords.weekdays)
  }

  /// Every name of a day or a period, for completion and near misses.
  package static let names: [String] =
    ["today", "yesterday", "tomorrow"] + DayWords.weekdays
    + ["week", "month", "quarter", "year"].flatMap { unit in ["this", "last", "next"].map { "\($0)-\(unit)" } }
    + ["last", "next"].flatMap { step in DayWords.weekdays.map { "\(step)-\($0)" } }

  /// What can be written, in one sentence.
  package static let forms =
    "Write a day (2026-01-31), month (2026-01), year, week (2026-W03) or quarter (2026-Q1), "
    + "today, yesterday, tomorrow, a weekday, this-week, last-month, next-year, -7d, +2w, -1m, +1y, or a range (a..b)."

  private func unknown(_ bytes: [UInt8], at place: Range<Int>) -> QueryError {
    let text = String(decoding: bytes, as: UTF8.self)
    let near = Suggestion.nearest(to: Self.normalized(bytes), among: Self.names)
    return QueryError(
      "\"\(QueryExcerpt.quoted(text))\" is no date.", at: place, remedy: near.isEmpty ? Self.forms : nil,
      candidates: near)
  }
}
