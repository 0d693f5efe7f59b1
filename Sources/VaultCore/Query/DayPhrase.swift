/// One day in a person's words, seen from today.
///
/// Every single day that `DateExpression` reads (`2026-03-01`, `tomorrow`, `fri`, `next-friday`, `+2w`), and `tod`,
/// `tonight`, `tmr`, `weekend`; `3 days`, `in a week`, `3d`, `two weeks ago`, `a month from now`; `5 jan`,
/// `January 5th, 2027`, `Friday, 5 January`, `the 15th`; `next week` (its first day), `end of month`, `eom`,
/// `start of next quarter`. Upper and lower case are the same, hyphens and blanks between words too. Where no year or
/// month is said it is the next such day, today included. Days that are written in different ways around the world
/// (`3/4`) are refused.
package struct DayPhrase: Hashable, Sendable {
  private let reader: DayPhraseReader

  /// 1 is Monday, 7 is Sunday, for what is said of weeks.
  package init(today: CivilDate, firstWeekday: Int = 1) {
    reader = DayPhraseReader(dates: DateExpression(today: today, firstWeekday: firstWeekday))
  }

  /// An error's range is the whole of `text`, in UTF-8 offsets.
  package func day(of text: String) throws(QueryError) -> CivilDate {
    let words = text.split { $0.isWhitespace }.map(String.init)
    switch reader.reading(of: words) {
    case .day(let day): return day
    case .wrong(let cause, let candidates): throw error(cause, text, candidates)
    case nil: throw words.isEmpty ? Self.missing : noDay(text, reader.nearest(to: words))
    }
  }

  /// The most of the first words that are a day, and how many they are. Nil when they begin with none; an error when
  /// what they say is no day that there is, or not one alone (`31 feb`, `3/4`).
  package func longestPrefix(of words: [String]) throws(QueryError) -> (day: CivilDate, count: Int)? {
    for phrase in Self.beginnings(of: words) {
      switch reader.reading(of: phrase) {
      case .day(let day): return (day, phrase.count)
      case .wrong(let cause, let candidates): throw error(cause, phrase.joined(separator: " "), candidates)
      case nil: continue
      }
    }
    return nil
  }

  /// Why `words` begin with no day: says so of as many of them as something near can be found for.
  package func failure(of words: [String]) -> QueryError {
    for phrase in Self.beginnings(of: words) {
      let near = reader.nearest(to: phrase)
      if phrase.count == 1 || !near.isEmpty { return noDay(phrase.joined(separator: " "), near) }
    }
    return Self.missing
  }

  /// Those that can be one phrase, the longest first.
  private static func beginnings(of words: [String]) -> some Sequence<[String]> {
    stride(from: min(words.count, longest), to: 0, by: -1).lazy.map { Array(words[..<$0]) }
  }

  /// What can be written, in one sentence.
  package static let forms =
    "Write a day like 2026-01-31, today, tomorrow, friday, next week, in 3 days, 5 January, the 15th or end of month."

  /// In words: `on Friday, the 5th of January 2027`.
  private static let longest = 7

  private static let missing = QueryError("A day is missing here.", at: 0..<0, remedy: forms)

  private func noDay(_ text: String, _ near: [String]) -> QueryError {
    error("\"\(QueryExcerpt.quoted(text))\" is no day.", text, near)
  }

  private func error(_ cause: String, _ text: String, _ candidates: [String]) -> QueryError {
    QueryError(
      cause, at: 0..<text.utf8.count, remedy: candidates.isEmpty ? Self.forms : nil, candidates: candidates)
  }
}
