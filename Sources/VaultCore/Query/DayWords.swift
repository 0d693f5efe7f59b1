/// The words of days, weeks and months, in lower case.
enum DayWords {
  static let weekdays = CivilDate.weekdayNames.map { $0.lowercased() }
  static let months = CivilDate.monthNames.map { $0.lowercased() }

  /// 1 is Monday. The whole name, its first three letters, or `tues`, `weds`, `thur`, `thurs`.
  static func weekday(_ word: String) -> Int? {
    switch word {
    case "tues": 2
    case "weds": 3
    case "thur", "thurs": 4
    default: place(of: word, in: weekdays)
    }
  }

  /// The whole name, its first three letters with or without a full stop, or `sept`.
  static func month(_ word: String) -> Int? {
    let word = word.hasSuffix(".") ? String(word.dropLast()) : word
    return word == "sept" ? 9 : place(of: word, in: months)
  }

  /// From 1; the whole name, or its first three letters.
  static func place(of word: String, in names: [String]) -> Int? {
    names.firstIndex { $0 == word || word.utf8.count == 3 && $0.hasPrefix(word) }.map { $0 + 1 }
  }

  /// `d`, `w`, `m` or `y`, which `DateExpression` reads behind a number.
  static func unit(_ word: String) -> Character? {
    switch word {
    case "d", "day", "days": "d"
    case "w", "wk", "wks", "week", "weeks": "w"
    case "m", "mo", "month", "months": "m"
    case "y", "yr", "yrs", "year", "years": "y"
    default: nil
    }
  }

  /// `3`, `a`, `two`; up to five digits.
  static func count(_ word: String) -> Int? {
    if word == "a" || word == "an" { return 1 }
    if let number = numbers.firstIndex(of: word) { return number + 1 }
    return digits(word, atMost: 5)
  }

  /// 1 to 31 of `5`, `05`, `5th`; nothing else.
  static func dayOfMonth(_ word: String) -> Int? {
    (ordinal(word) ?? digits(word, atMost: 2)).flatMap { (1...31).contains($0) ? $0 : nil }
  }

  /// `15th`, whatever the ending.
  static func ordinal(_ word: String) -> Int? {
    guard ["st", "nd", "rd", "th"].contains(where: word.hasSuffix) else { return nil }
    return digits(String(word.dropLast(2)), atMost: 3)
  }

  /// Four digits, of the years that people plan for: `5 jan 1500` is a day and a number.
  static func year(_ word: String) -> Int? {
    digits(word, atMost: 4).flatMap { (1900...2999).contains($0) ? $0 : nil }
  }

  static func digits(_ word: String, atMost limit: Int) -> Int? {
    guard (1...limit).contains(word.utf8.count), word.utf8.allSatisfy(\.isDigit) else { return nil }
    return Int(word)
  }

  private static let numbers = [
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
  ]

  /// What a misspelt word may have been.
  static let all =
    ["today", "tomorrow", "tonight", "yesterday", "weekend"] + weekdays + months
    + ["this", "next", "last", "day", "days", "week", "weeks", "month", "months", "quarter", "year", "years", "end"]
}
