/// Reads the dates of the plugin's filters, seen from one day.
///
/// Whole periods first (`this week`, `2023-W14`), then days in numbers and English words, as chrono-node 2.3.9 reads
/// them; text in between is passed over. Weeks begin on Monday, but `next friday` and `last friday` count weeks from
/// Sunday, as chrono does. A day without a year is the nearest one, before or after.
struct PluginQueryDates {
  typealias Span = PluginQuery.DateSpan

  let today: CivilDate

  /// `text` follows the relation, `whole` includes it: `in two weeks` after `due`. Nil where there is no date.
  func span(of text: String, whole: String) -> Span? {
    relativePeriod(in: text) ?? numberedPeriod(text) ?? days(in: text) ?? days(in: whole)
  }

  // MARK: Periods

  private func relativePeriod(in text: String) -> Span? {
    let words = DateWords(text).words
    for (word, next) in zip(words, words.dropFirst()) {
      guard let step = ["last": -1, "this": 0, "next": 1][word] else { continue }
      switch next {
      case "week":
        let monday = today.adding(days: 1 - today.isoWeekday + step * 7)
        return Span(monday, monday.adding(days: 6))
      case "month": return months(1, from: today.month, step)
      case "quarter": return months(3, from: (today.month - 1) / 3 * 3 + 1, step)
      case "year": return months(12, from: 1, step)
      default: continue
      }
    }
    return nil
  }

  /// Not by `DateExpression`, which refuses what leaves the calendar: here there always is some period.
  private func months(_ count: Int, from month: Int, _ step: Int) -> Span? {
    guard let start = CivilDate(year: today.year, month: month, day: 1) else { return nil }
    let first = start.adding(months: step * count)
    return Span(first, first.adding(months: count).adding(days: -1))
  }

  /// `2023`, `2023-Q2`, `2023-10`, `2023-W14`
  private func numberedPeriod(_ text: String) -> Span? {
    let text = text.trimmingWhitespace
    let bytes = Array(text.utf8)
    guard bytes.count == 4 || bytes.count == 7 || bytes.count == 8, bytes.prefix(4).allSatisfy(\.isDigit),
      case .days(let first, let end) = CalendarPeriod.read(text.lowercased())
    else { return nil }
    return Span(first, end.adding(days: -1))
  }

  // MARK: Days

  /// The first day that is named, to the second one if there is one.
  private func days(in text: String) -> Span? {
    let words = DateWords(text)
    var found: [CivilDate] = []
    var place = 0
    while place < words.words.count, found.count < 2 {
      if let (day, length) = day(words, at: place) {
        found.append(day)
        place += length
      } else {
        place += 1
      }
    }
    guard let first = found.first else { return nil }
    return Span(first, found.count > 1 ? found[1] : first)
  }

  private func day(_ words: DateWords, at place: Int) -> (CivilDate, Int)? {
    let word = words[place]
    if let day = numericDay(word) { return (day, 1) }
    switch word {
    case "today", "tonight", "now": return (today, 1)
    case "yesterday": return (today.adding(days: -1), 1)
    case "tomorrow", "tmr", "tmrw": return (today.adding(days: 1), 1)
    default: break
    }
    return weekday(words, at: place) ?? distance(words, at: place) ?? namedDay(words, at: place)
  }

  /// `2023-01-31`, `2023/1/31`, `7/2023`, and, the month first unless it can only be the day, `1/31/2023`, `1.31.23` and
  /// `1/31`.
  private func numericDay(_ word: String) -> CivilDate? {
    let parts = word.utf8.split(omittingEmptySubsequences: false) { "-/.".utf8.contains($0) }
    guard 2...3 ~= parts.count, parts.allSatisfy({ 1...4 ~= $0.count && $0.allSatisfy(\.isDigit) }) else { return nil }
    let numbers = parts.map { $0.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) } }
    let lengths = parts.map(\.count)
    if lengths[0] == 4 {
      guard parts.count == 3, lengths[1...].allSatisfy({ $0 <= 2 }) else { return nil }
      return CivilDate(year: numbers[0], month: numbers[1], day: numbers[2])
    }
    guard lengths[0] <= 2 else { return nil }
    let hasSlash = word.utf8.contains(UInt8(ascii: "/"))
    if parts.count == 2, lengths[1] == 4, hasSlash { return CivilDate(year: numbers[1], month: numbers[0], day: 1) }
    guard lengths[1] <= 2 else { return nil }
    var (month, day) = (numbers[0], numbers[1])
    if month > 12 { (month, day) = (day, month) }
    guard parts.count == 3 else {
      return hasSlash ? CivilDate(year: yearNearest(month: month, day: day), month: month, day: day) : nil
    }
    // `1.12.12` is a version.
    let isVersion = lengths[0] == 1 && lengths[2] <= 2 && !word.utf8.contains { $0 == 0x2F || $0 == 0x2D }
    guard lengths[2] == 4 || lengths[2] == 2, !isVersion else { return nil }
    return CivilDate(year: lengths[2] == 4 ? numbers[2] : Self.fullYear(numbers[2]), month: month, day: day)
  }

  /// The year, of two digits, that is most likely meant.
  private static func fullYear(_ number: Int) -> Int { number > 50 ? 1900 + number : 2000 + number }

  /// The year in which that day is nearest to today.
  private func yearNearest(month: Int, day: Int) -> Int {
    guard let start = CivilDate(year: today.year, month: month, day: 1) else { return today.year }
    let date = start.adding(days: day - 1)
    let dates = [date, date.adding(months: 12), date.adding(months: -12)]
    return dates.min { abs($0.days(since: today)) < abs($1.days(since: today)) }?.year ?? today.year
  }

  /// `monday` is the nearest one, before or after; with `last`, `this` or `next` that of a week from Sunday on.
  private func weekday(_ words: DateWords, at place: Int) -> (CivilDate, Int)? {
    let sunday = today.adding(days: -(today.isoWeekday % 7))
    if let number = Self.weekdayNumber(words[place]) {
      let ahead = number - today.isoWeekday % 7
      let nearest = ahead > 3 ? ahead - 7 : ahead < -3 ? ahead + 7 : ahead
      return (today.adding(days: nearest), 1)
    }
    guard let number = Self.weekdayNumber(words[place + 1]) else { return nil }
    switch words[place] {
    case "last", "past": return (sunday.adding(days: number - 7), 2)
    case "this": return (sunday.adding(days: number), 2)
    case "next": return (sunday.adding(days: number + 7), 2)
    default: return nil
    }
  }

  /// 0 is Sunday. The plugin does not know `weds`.
  private static func weekdayNumber(_ word: String) -> Int? {
    word == "weds" ? nil : DayWords.weekday(word).map { $0 % 7 }
  }

  // MARK: Distances

  /// `14 days ago`, `in two weeks`, `after 2 weeks`, `3 days from now`, `next 2 weeks`, `next day`
  private func distance(_ words: DateWords, at place: Int) -> (CivilDate, Int)? {
    if let sign = Self.signs[words[place]] {
      if let (span, length) = amount(words, at: place + 1) { return shifted(by: span, sign, length + 1) }
      guard ["next", "last", "past"].contains(words[place]), let unit = Self.unit(words[place + 1]) else { return nil }
      return shifted(by: unit, sign, 2)
    }
    guard let (span, length) = amount(words, at: place) else { return nil }
    let end = place + length
    switch words[end] {
    case "ago", "before", "earlier": return shifted(by: span, -1, length + 1)
    case "later", "hence": return shifted(by: span, 1, length + 1)
    case "from" where words[end + 1] == "now" || words[end + 1] == "today": return shifted(by: span, 1, length + 2)
    default: return nil
    }
  }

  private static let signs = [
    "in": 1, "within": 1, "this": 1, "next": 1, "after": 1, "+": 1, "last": -1, "past": -1, "-": -1,
  ]

  private func shifted(by span: (days: Int, months: Int), _ sign: Int, _ length: Int) -> (CivilDate, Int)? {
    guard let moved = CivilCalendar.adding(months: span.months * sign, to: today) else { return nil }
    let day = moved.adding(days: span.days * sign)
    return day >= CivilCalendar.first && day < CivilCalendar.end ? (day, length) : nil
  }

  /// `2 weeks`, `a month and 3 days`
  private func amount(_ words: DateWords, at start: Int) -> (span: (days: Int, months: Int), length: Int)? {
    var total = (days: 0, months: 0)
    var place = start
    while true {
      var next = place
      if place > start, words[next] == "and" { next += 1 }
      guard let (count, counted) = Self.count(words, at: next), let unit = Self.unit(words[next + counted]) else {
        break
      }
      total.days += count * unit.days
      total.months += count * unit.months
      place = next + counted + 1
      if place - start > 12 { break }
    }
    return place == start ? nil : (total, place - start)
  }

  private static func count(_ words: DateWords, at place: Int) -> (Int, Int)? {
    if words[place] == "a" {
      if words[place + 1] == "few" { return (3, 2) }
      if words[place + 1] == "couple" { return (2, words[place + 2] == "of" ? 3 : 2) }
    }
    return (words[place] == "several" ? 7 : DayWords.count(words[place])).map { ($0, 1) }
  }

  fileprivate static func unit(_ word: String) -> (days: Int, months: Int)? {
    switch word {
    case "day", "days", "d": (1, 0)
    case "week", "weeks", "w": (7, 0)
    case "month", "months", "mo", "mos": (0, 1)
    case "quarter", "quarters", "qtr": (0, 3)
    case "year", "years", "yr", "yrs", "y": (0, 12)
    default: nil
    }
  }

  // MARK: Months by name

  /// `14 October`, `25th May 2023`, `October 14, 2023`, `May`
  private func namedDay(_ words: DateWords, at place: Int) -> (CivilDate, Int)? {
    if let day = DayWords.dayOfMonth(words[place]) {
      let month = words[place + 1] == "of" ? place + 2 : place + 1
      guard let number = DayWords.month(words[month]) else { return nil }
      return named(day, number, year: words[month + 1], length: month - place + 1)
    }
    // `30 February` is not the first of it.
    guard DayWords.dayOfMonth(words[place - 1]) == nil, let month = DayWords.month(words[place]) else { return nil }
    guard let day = DayWords.dayOfMonth(words[place + 1]) else {
      return named(1, month, year: words[place + 1], length: 1)
    }
    return named(day, month, year: words[place + 2], length: 2)
  }

  /// `length`: how many words the day and the month are; the year is one more, where it is one.
  private func named(_ day: Int, _ month: Int, year word: String, length: Int) -> (CivilDate, Int)? {
    let year = Self.year(word)
    return CivilDate(year: year ?? yearNearest(month: month, day: day), month: month, day: day)
      .map { ($0, year == nil ? length : length + 1) }
  }

  /// Four digits, or two of the last century.
  private static func year(_ word: String) -> Int? {
    switch word.utf8.count {
    case 4: DayWords.digits(word, atMost: 4)
    case 2: DayWords.digits(word, atMost: 2).flatMap { $0 < 50 ? nil : fullYear($0) }
    default: nil
    }
  }
}

/// A text's words for reading dates: lower case, without commas; `+2w` is three of them. Past the end there are empty ones.
struct DateWords {
  let words: [String]

  init(_ text: String) {
    words = text.lowercased().split { $0.isWhitespace || $0 == "," || $0 == "(" || $0 == ")" }.flatMap(Self.parts)
  }

  private static func parts(of word: Substring) -> [String] {
    var parts: [String] = []
    var rest = word
    if let sign = word.first, sign == "+" || sign == "-", word.utf8.dropFirst().first?.isDigit == true {
      parts.append(String(sign))
      rest = word.dropFirst()
    }
    let digits = rest.prefix { $0.isASCII && $0.isNumber }
    let unit = String(rest.dropFirst(digits.count))
    guard !digits.isEmpty, PluginQueryDates.unit(unit) != nil else { return parts + [String(rest)] }
    return parts + [String(digits), unit]
  }

  subscript(_ place: Int) -> String { words.indices.contains(place) ? words[place] : "" }
}
