/// What Obsidian Tasks does not read of the line, and what is surely meant as a field and is none.
///
/// The plugin takes one field after the other off the end of the line, tags in between being put aside, until something
/// else stands there. 🔁 takes all the letters, digits, commas and `!` up to the end.
extension TaskTextScanner {
  mutating func checkPluginReading() {
    let fields = result.fields
    var last = end
    var k = fields.count - 1
    while k >= 0 {
      last = blanksStart(before: last)
      let field = fields[k]
      if field.range.upperBound == last, isPluginForm[k] {
        last = field.range.lowerBound
        k -= 1
      } else if let tag = tagStart(endingAt: last), tag >= field.range.upperBound {
        last = tag
      } else if let rule = swallowingRule(upTo: last, from: k) {
        reportSwallowed(fields[rule].range.upperBound..<last, by: fields[rule])
        last = fields[rule].range.lowerBound
        k = rule - 1
      } else {
        break
      }
    }
    if k >= 0 { reportUnread(fields[...k]) }
  }

  /// The 🔁 field that takes everything up to `last`, words such as `!high` included.
  private func swallowingRule(upTo last: Int, from k: Int) -> Int? {
    var k = k
    while k > 0, result.fields[k].format == .plain { k -= 1 }
    let field = result.fields[k]
    let end = field.range.upperBound
    guard field.kind == .recurrence, field.format == .emoji, isPluginForm[k], end < last,
      text[end..<last].allSatisfy(Self.isRuleByte)
    else { return nil }
    return k
  }

  /// A tag by the plugin's grammar, which is not Obsidian's.
  private func tagStart(endingAt last: Int) -> Int? {
    var i = last
    while i > start, !Self.tagEnds.contains(text[i - 1]) { i -= 1 }
    guard i < last, i > start, text[i - 1] == 0x23, isAfterWhitespace(i - 1) else { return nil }
    return i - 1
  }

  private static let tagEnds = Set(" !\"#$%&()*,.:<>?@^{|}".utf8)

  private mutating func reportSwallowed(_ range: Range<Int>, by field: TaskField) {
    let words = string(blanksEnd(from: range.lowerBound)..<range.upperBound)
    report(
      "task-recurrence-text", at: field.range.lowerBound,
      "Obsidian Tasks takes \"\(words)\" for part of the rule and drops it; move 🔁 to the end of the line.")
  }

  private mutating func reportUnread(_ fields: ArraySlice<TaskField>) {
    var blocked: [(offset: Int, name: String)] = []
    for (k, field) in zip(fields.indices, fields) where field.format != .plain && field.kind.isReadByPlugin {
      let name = name(of: field)
      if isPluginForm[k] {
        blocked.append((field.range.lowerBound, name))
      } else {
        report(
          "task-field-unread-by-plugin", at: field.range.lowerBound,
          "Obsidian Tasks does not read \(name) "
            + (field.format == .emoji
              ? "here, because a tab or a non-breaking space follows it; write a plain space."
              : "as it is written here; write the value in lower case, with plain spaces."))
      }
    }
    guard let first = blocked.first else { return }
    let list = Recurrence.list(blocked.map(\.name))
    report(
      "task-field-unread-by-plugin", at: first.offset,
      "Obsidian Tasks does not read \(list) here, because other text follows; "
        + "move \(blocked.count == 1 ? "it" : "them") to the end of the line.")
  }

  private func name(of field: TaskField) -> String {
    if field.format == .inline { return field.kind.inlineKey + "::" }
    return field.kind.sign ?? string(field.valueRange)
  }

  /// Signs without a value behind them: at the end, or before a field. Elsewhere words follow, and the sign may be an
  /// ornament.
  mutating func checkLoneSymbols() {
    guard !loneSymbols.isEmpty else { return }
    var gaps = Set(result.fields.map(\.range.lowerBound)).union([end])
    for sign in loneSymbols.reversed() where gaps.contains(sign.value) {
      // Another one before it has no value either.
      gaps.insert(sign.position)
      let name = sign.kind.sign ?? sign.kind.rawValue
      reportMalformed(
        sign.kind == .recurrence
          ? "No rule follows \(name), so it stays in the description; write something like \"every week on Monday\"."
          : "No date follows \(name), so it stays in the description; write one as YYYY-MM-DD.", at: sign.position)
    }
  }

  /// Returns true when a day in words such as `tomorrow` stands at `i`, and nothing but fields and tags behind it.
  /// Other words after a sign are mostly no attempt at a date.
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
}
