/// Days written in figures as they are in one part of the world and not in another: `3/4`, `3.4.2027`, `03-04`.
enum DayInNumbers {
  /// Always a refusal that names the days which may be meant; nil where `word` has no such form.
  static func reading(_ word: String, today: CivilDate) -> DayPhraseReader.Reading? {
    guard let separator = word.first(where: { !$0.isNumber }), "/.-".contains(separator) else { return nil }
    var parts = word.split(separator: separator, omittingEmptySubsequences: false).map(String.init)
    if parts.count == 3, parts[2].isEmpty, separator == "." { parts.removeLast() }
    guard (2...3).contains(parts.count) else { return nil }
    let numbers = parts.compactMap { DayWords.digits($0, atMost: 4) }
    guard numbers.count == parts.count else { return nil }
    // With hyphens and the year first, it is a date as ISO writes it, or meant as one.
    if parts[0].utf8.count == 4 { return separator == "-" ? nil : refusal(word, days(numbers, order: [(0, 1, 2)])) }
    guard parts[0].utf8.count <= 2, parts[1].utf8.count <= 2 else { return nil }
    if numbers.count == 2 {
      let next = [(numbers[1], numbers[0]), (numbers[0], numbers[1])].compactMap { month, day in
        (0...8).lazy.compactMap { CivilDate(year: today.year + $0, month: month, day: day) }.first { $0 >= today }
      }
      return refusal(word, next)
    }
    let year = parts[2].utf8.count == 2 ? today.year / 100 * 100 + numbers[2] : numbers[2]
    return refusal(word, days([numbers[0], numbers[1], year], order: [(2, 1, 0), (2, 0, 1)]))
  }

  private static func days(_ numbers: [Int], order: [(Int, Int, Int)]) -> [CivilDate] {
    guard numbers.count == 3 else { return [] }
    return order.compactMap { CivilDate(year: numbers[$0.0], month: numbers[$0.1], day: numbers[$0.2]) }
  }

  private static func refusal(_ word: String, _ days: [CivilDate]) -> DayPhraseReader.Reading {
    let days = days.count == 2 && days[0] == days[1] ? [days[0]] : days
    let cause =
      switch days.count {
      case 0: "\"\(word)\" is no day."
      case 1: "A day in figures is written with hyphens, the year first."
      default: "\"\(word)\" is one day in some countries and another in others."
      }
    return .wrong(cause, candidates: days.map(\.description))
  }
}
