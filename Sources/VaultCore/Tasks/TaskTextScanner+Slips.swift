/// What is surely meant as a field and is none.
extension TaskTextScanner {
  /// Signs without a value behind them: at the end, or before a field. Elsewhere words follow, and the sign may be an
  /// ornament.
  mutating func checkLoneSymbols() {
    guard !loneSymbols.isEmpty else { return }
    var gaps = Set(result.fields.map(\.range.lowerBound)).union([end])
    for sign in loneSymbols.reversed() where gaps.contains(sign.value) {
      // Another one before it has no value either.
      gaps.insert(sign.position)
      let name = sign.kind.sign ?? sign.kind.rawValue
      report(
        .taskFieldMalformed, at: sign.position,
        sign.kind == .recurrence
          ? "No rule follows \(name), so it stays in the description; write something like \"every week on Monday\"."
          : "No date follows \(name), so it stays in the description; write one as YYYY-MM-DD.")
    }
  }

  /// Whether a day in words such as `tomorrow` stands at `i`, and nothing but fields and tags behind it. Other words
  /// after a sign are mostly no attempt at a date.
  func isDayInWords(at i: Int) -> Bool {
    var words: [String] = []
    var place = i
    let limit = min(end, i + Self.longestDay)
    while place < limit, !endsWords(place) {
      let first = place
      while place < limit, blankLength(at: place) == 0, TaskSymbol.at(place, in: text) == nil { place += 1 }
      words.append(string(first..<place))
      place = blanksEnd(from: place)
    }
    guard !words.isEmpty, place >= end || endsWords(place) else { return false }
    // Which day it is does not matter, nor, then, what day today is.
    let reader = DayPhraseReader(dates: DateExpression(today: CivilDate(dayNumber: 0), firstWeekday: 1))
    if case .day = reader.reading(of: words) { return true }
    return false
  }

  /// In bytes, with all blanks.
  private static let longestDay = 80

  private func endsWords(_ i: Int) -> Bool {
    switch byte(i) {
    case 0x21, 0x23, 0x28, 0x40, 0x5B: true  // ! # ( @ [
    default: TaskSymbol.at(i, in: text) != nil
    }
  }

  /// `[Due:: 2026-01-31]`, at its bracket: keys are read in their own case only.
  mutating func checkKeyCase(at keyStart: Int, closing: UInt8) {
    var keyEnd = keyStart
    while Self.isAlphanumeric(byte(keyEnd)), keyEnd - keyStart < 16 { keyEnd += 1 }
    guard keyEnd > keyStart, byte(keyEnd) == 0x3A, byte(keyEnd + 1) == 0x3A else { return }
    let key = string(keyStart..<keyEnd)
    guard let kind = TaskFieldKind.allCases.first(where: { $0.inlineKey.caseInsensitiveEquals(key) }),
      closingBracket(closing, opening: byte(position), from: keyEnd + 2) != nil
    else { return }
    report(
      .taskFieldMalformed, at: position,
      "The key \(key):: is not read, because upper and lower case matter; write \(kind.inlineKey)::.")
  }
}
