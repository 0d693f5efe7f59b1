/// Reads the words of one phrase, all of them or none.
struct DayPhraseReader: Hashable, Sendable {
  enum Reading: Hashable {
    case day(CivilDate)
    /// It means a day, but none that there is, or not one alone: the cause, and what may have been meant.
    case wrong(String, candidates: [String])
  }

  let dates: DateExpression

  private var today: CivilDate { dates.today }

  /// Returns nil when the words are no phrase.
  func reading(of words: [String]) -> Reading? {
    var words = words.flatMap(Self.parts)
    if words.first == "on" { words.removeFirst() }
    guard let first = words.first, words.count <= 8 else { return nil }
    if words.count == 1 { return single(first) }
    return named(words) ?? counted(words) ?? edge(words) ?? calendarDay(words) ?? expression(words)
  }

  /// Lower case, without commas at its end; in parts where hyphens join words.
  private static func parts(of word: String) -> [String] {
    var word = String(
      decoding: word.utf8.map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }, as: UTF8.self)
    while word.last == "," { word.removeLast() }
    let bytes = Array(word.utf8)
    guard let first = bytes.first else { return [word] }
    let isShift = first == 0x2B || first == 0x2D
    let isDate = bytes.count > 4 && bytes.prefix(4).allSatisfy(\.isDigit)
    guard !isShift, !isDate, bytes.contains(where: { $0 >= 0x61 && $0 <= 0x7A }) else { return [word] }
    return word.split { $0 == "-" || $0 == "_" }.map(String.init)
  }

  // MARK: One word

  private func single(_ word: String) -> Reading? {
    switch word {
    case "tod", "tonight": return .day(today)
    case "tom", "tmr", "tmrw": return .day(today.adding(days: 1)).within
    case "weekend": return weekend
    case "eow": return edge(["end", "of", "week"])
    case "eom": return edge(["end", "of", "month"])
    case "eoy": return edge(["end", "of", "year"])
    default: break
    }
    if let weekday = DayWords.weekday(word) { return expression([DayWords.weekdays[weekday - 1]]) }
    if let month = DayWords.month(word) {
      let name = DayWords.months[month - 1]
      return .wrong("\"\(name)\" is a month, and one day is needed.", candidates: ["1 \(name)", "end of \(name)"])
    }
    if let ordinal = DayWords.ordinal(word) { return nextDay(ordinal) }
    if let unit = word.last, let count = DayWords.digits(String(word.dropLast()), atMost: 5) {
      if let unit = DayWords.unit(String(unit)) { return shifted("+\(count)\(unit)") }
    }
    return DayInNumbers.reading(word, today: today) ?? expression([word])
  }

  /// The Saturday that comes; on a Saturday or Sunday, today.
  private var weekend: Reading {
    let weekday = today.isoWeekday
    return .day(weekday >= 6 ? today : today.adding(days: 6 - weekday)).within
  }

  /// The next day of that number, today included.
  private func nextDay(_ number: Int) -> Reading {
    guard (1...31).contains(number) else { return .wrong("No month has a day \(number).", candidates: []) }
    let firstOfMonth = today.adding(days: 1 - today.day)
    let months = (0..<12).lazy.compactMap { CivilCalendar.adding(months: $0, to: firstOfMonth) }
    let days = months.compactMap { CivilDate(year: $0.year, month: $0.month, day: number) }
    return days.first { $0 >= today }.map { .day($0) } ?? Reading.outside
  }

  // MARK: Several words

  private func named(_ words: [String]) -> Reading? {
    let words = words.first == "the" ? Array(words.dropFirst()) : words
    switch words {
    case ["day", "after", "tomorrow"]: return .day(today.adding(days: 2)).within
    case ["day", "before", "yesterday"]: return .day(today.adding(days: -2)).within
    case ["weekend"], ["this", "weekend"]: return weekend
    default: break
    }
    return words.count == 1 ? DayWords.ordinal(words[0]).map(nextDay) : nil
  }

  /// `3 days`, `in a week`, `two weeks ago`, `a month from now`
  private func counted(_ words: [String]) -> Reading? {
    var words = words
    var sign = "+"
    let isAhead = words.first == "in"
    if isAhead { words.removeFirst() }
    if !isAhead, words.last == "ago" {
      sign = "-"
      words.removeLast()
    } else if !isAhead, words.suffix(2) == ["from", "now"] || words.suffix(2) == ["from", "today"] {
      words.removeLast(2)
    }
    if words.count == 1, let unit = words[0].last { words = [String(words[0].dropLast()), String(unit)] }
    guard words.count == 2, let count = DayWords.count(words[0]), let unit = DayWords.unit(words[1]) else { return nil }
    return shifted("\(sign)\(count)\(unit)")
  }

  /// As `DateExpression` reads it, which can fail for nothing but the years.
  private func shifted(_ text: String) -> Reading {
    do {
      return try dates.range(of: text).lower.map { .day($0) } ?? Reading.outside
    } catch {
      return Reading.outside
    }
  }

  /// `end of month`, `start of next year`, `last day of January 2027`
  private func edge(_ words: [String]) -> Reading? {
    guard let edge = Self.edges.first(where: { words.starts(with: $0.words) }) else { return nil }
    var rest = words.dropFirst(edge.words.count)
    if rest.first == "the" { rest = rest.dropFirst() }
    guard let range = period(Array(rest)), let first = range.lower, let last = range.last else { return nil }
    return .day(edge.isEnd ? last : first)
  }

  private static let edges: [(words: [String], isEnd: Bool)] = [
    (["end", "of"], true), (["last", "day", "of"], true), (["start", "of"], false),
    (["beginning", "of"], false), (["first", "day", "of"], false),
  ]

  /// `week`, `next month`, `january`, `january 2027`; nil for anything else, and outside the years 1 to 9999.
  private func period(_ words: [String]) -> DateRange? {
    let units = ["week", "month", "quarter", "year"]
    if let last = words.last, units.contains(last) {
      let step = words.count == 1 ? "this" : words.count == 2 ? words[0] : ""
      guard ["this", "next", "last"].contains(step) else { return nil }
      // It can fail for nothing but the years.
      do { return try dates.range(of: "\(step)-\(last)") } catch { return nil }
    }
    guard let month = words.first.flatMap(DayWords.month), words.count <= 2 else { return nil }
    let year = words.count == 2 ? DayWords.year(words[1]) : today.year + (month < today.month ? 1 : 0)
    guard let year, let first = CivilDate(year: year, month: month, day: 1) else { return nil }
    return DateRange(lower: first, upper: first.adding(days: CivilDate.days(inMonth: month, of: year)))
  }

  /// `5 jan`, `the 5th of January 2027`, `January 5th, 2027`, a weekday before it or not.
  private func calendarDay(_ words: [String]) -> Reading? {
    var rest = words[...]
    let weekday = rest.first.flatMap(DayWords.weekday)
    if weekday != nil { rest = rest.dropFirst() }
    if rest.first == "the" { rest = rest.dropFirst() }
    let year = rest.last.flatMap(DayWords.year)
    if year != nil { rest = rest.dropLast() }
    var parts = Array(rest)
    if parts.count == 3, parts[1] == "of" || parts[1] == "the" { parts.remove(at: 1) }
    guard parts.count == 2 else { return nil }
    if DayWords.dayOfMonth(parts[0]) == nil { parts.reverse() }
    guard let day = DayWords.dayOfMonth(parts[0]), let month = DayWords.month(parts[1]) else { return nil }
    return calendarDay(day, month, year, weekday)
  }

  private func calendarDay(_ day: Int, _ month: Int, _ year: Int?, _ weekday: Int?) -> Reading {
    let name = CivilDate.name(ofMonth: month)
    guard day <= CivilDate.days(inMonth: month, of: year ?? 2000) else {
      return .wrong("There is no day \(day) in \(name)\(year.map { " \($0)" } ?? "").", candidates: [])
    }
    // Leap years are up to eight years apart.
    let years = year.map { $0...$0 } ?? today.year...(today.year + 8)
    let days = years.lazy.compactMap { CivilDate(year: $0, month: month, day: day) }
    guard let date = days.first(where: { year != nil || $0 >= today }) else { return Reading.outside }
    guard let weekday, weekday != date.isoWeekday else { return .day(date) }
    return .wrong("\(date) is a \(date.weekdayName).", candidates: ["\(date)"])
  }

  // MARK: Date expressions

  /// `next friday`, `next week`, `2026-03-01`, `+2w`
  private func expression(_ words: [String]) -> Reading? {
    var words = words
    // Of one word or two; `2026 03 01` are three.
    guard words.count <= 3, let first = words.first?.utf8.first else { return nil }
    if let last = words.last.flatMap(DayWords.weekday) { words[words.count - 1] = DayWords.weekdays[last - 1] }
    let text = words.joined(separator: "-")
    let isSign = first == 0x3C || first == 0x3D || first == 0x3E
    guard !isSign, !text.contains("..") else { return nil }
    do {
      let range = try dates.range(of: text)
      guard let day = range.lower, let last = range.last else { return nil }
      if day == last || words.first == "next" { return .day(day) }
      return .wrong(
        "\"\(words.joined(separator: " "))\" is more than one day.", candidates: ["\(day)", "\(last)"])
    } catch {
      // What looks like a day in numbers was meant as one; words may be the title's.
      let isDate = words.count == 1 && text.utf8.count > 4 && text.utf8.prefix(4).allSatisfy(\.isDigit)
      let isShift = words.count == 1 && (first == 0x2B || first == 0x2D) && error.remedy == nil
      return isDate || isShift ? .wrong(error.message, candidates: error.candidates) : nil
    }
  }
}

extension DayPhraseReader.Reading {
  static let outside = Self.wrong("That is outside the years 0001 to 9999.", candidates: [])

  /// Itself, as long as the day is in the years 1 to 9999.
  var within: Self {
    guard case .day(let day) = self, day < CivilCalendar.first || day >= CivilCalendar.end else { return self }
    return Self.outside
  }
}

extension DayPhraseReader {
  /// Phrases that are days and differ from `words` in the spelling of one word, nearest first.
  func nearest(to words: [String]) -> [String] {
    if words.count == 1, let number = DayWords.digits(words[0], atMost: 2), (1...31).contains(number) {
      return ["the \(Recurrence.words(forOrdinal: number))", "in \(number) days"]
    }
    guard words.count <= 8 else { return [] }
    var found: [String] = []
    for (place, word) in words.enumerated() {
      for near in Suggestion.nearest(to: word, among: DayWords.all) {
        var phrase = words
        phrase[place] = near
        guard case .day = reading(of: phrase) else { continue }
        let text = phrase.joined(separator: " ")
        if !found.contains(text) { found.append(text) }
      }
    }
    if words.count == 1 {
      for near in Suggestion.nearest(to: words[0], among: DateExpression.names) {
        let text = String(near.map { $0 == "-" ? " " : $0 })
        if case .day = reading(of: [near]), !found.contains(text) { found.append(text) }
      }
    }
    return Array(found.prefix(3))
  }
}
