/// Finds the fields in a quick task's text, and what is left of it.
struct QuickTaskReader {
  /// With plain blanks for all others, each byte in its place.
  let bytes: [UInt8]
  let days: DayPhrase
  private(set) var fields: [QuickTaskField] = []
  private(set) var hints: [String] = []
  /// Code, links and HTML, where no field begins; and then the fields that have been found.
  private(set) var isHidden: [Bool]
  private let opaque: [Range<Int>]

  init(_ text: String, days: DayPhrase) {
    bytes = Self.plainWhitespace(text)
    self.days = days
    let inline = QuickTaskInlines(bytes)
    opaque = inline.opaque
    isHidden = [Bool](repeating: false, count: bytes.count)
    for range in inline.opaque + inline.links { hide(range) }
  }

  mutating func read() throws(QueryError) {
    try checkText()
    try readNoteFields()
    var i = 0
    while i < bytes.count {
      if !isHidden[i], isWordStart(i), let field = try readField(at: i) {
        take(field)
        i = field.range.upperBound
      } else {
        i += 1
      }
    }
    try sortFields()
    try readBareRules()
    try sortFields()
  }

  func words(of field: QuickTaskField) -> String {
    var words = Substring(string(field.range))
    while words.last == "," || words.last == " " { words.removeLast() }
    return String(words)
  }

  private mutating func take(_ field: QuickTaskField) {
    fields.append(field)
    hide(field.range)
  }

  private mutating func hide(_ range: Range<Int>) {
    for i in range.clamped(to: 0..<bytes.count) { isHidden[i] = true }
  }

  // MARK: What the note format reads

  private mutating func readNoteFields() throws(QueryError) {
    let text = bytes.withUnsafeBufferPointer { TaskTextParser().parse($0, opaque: opaque) }
    if let block = text.blockIDRange {
      throw QueryError(
        "\"\(string(block))\" at the end would be a block id, and a new task gets none.", at: block,
        remedy: "Leave it out, or write \\\(string(block)) to keep it as text.")
    }
    for field in text.fields {
      // Other plain words are read here, in more ways than there.
      if field.format == .plain, field.kind != .category, bytes[field.range.lowerBound] != 0x28 { continue }
      take(QuickTaskField(kind: field.kind, range: field.range, value: try value(of: field, in: text)))
    }
    for problem in text.problems where problem.code == .taskFieldMalformed && !isHidden[problem.offset] {
      // A day in words may follow a sign or a key.
      if let field = try readField(at: problem.offset) {
        take(field)
        continue
      }
      if isOrnament(at: problem.offset) { continue }
      let word = word(at: problem.offset)
      throw QueryError(
        "\"\(QueryExcerpt.quoted(string(word)))\" looks like a field, and what follows cannot be read.", at: word,
        remedy: "Correct it, or put it between backquotes to keep it as text.")
    }
  }

  private func value(of field: TaskField, in text: TaskText) throws(QueryError) -> String {
    let string = string(field.valueRange)
    switch field.kind {
    case .priority: return text.priority.rawValue
    case .recurrence: return try rule(field.valueRange)
    case .dependsOn: return Self.ids(string).joined(separator: ", ")
    case .onCompletion: return string.lowercased()
    case .id, .category: return string
    case .due, .scheduled, .start, .created, .done, .cancelled:
      if CivilDate(string) != nil { return string }
      throw QueryError("There is no day \(string).", at: field.valueRange, remedy: "Write a day of that month.")
    }
  }

  /// The rule that `range` holds, as it was typed, or in other words where Obsidian Tasks would not understand it.
  func rule(_ range: Range<Int>) throws(QueryError) -> String {
    let typed = string(range)
    guard let rule = Recurrence(typed) else {
      throw QueryError(
        "\"\(QueryExcerpt.quoted(typed))\" is no recurrence rule.", at: range,
        remedy: "Write something like \"every week on Monday\".")
    }
    if let unsupported = rule.unsupported {
      throw QueryError(
        "Recurrence \"\(QueryExcerpt.quoted(unsupported))\" is not supported.", at: range,
        remedy: "Leave that part out.")
    }
    return rule.wording(typed: typed)
  }

  // MARK: Rules without a key

  /// `every …`, with nothing but tags between it and the next field or the end: elsewhere, words of a title would be
  /// taken for a rule (`Review every week of May`).
  private mutating func readBareRules() throws(QueryError) {
    var i = 0
    while i < bytes.count {
      defer { i += 1 }
      guard !isHidden[i], isWordStart(i), matches("every", at: i) else { continue }
      let limit = fields.map(\.range.lowerBound).filter { $0 > i }.min() ?? bytes.count
      let found = bytes[i..<limit].withUnsafeBufferPointer { Recurrence.longestPrefix(of: $0) }
      guard let found else {
        hintAtRule(at: i)
        continue
      }
      var end = i + found.length
      let rule = i..<end
      if end < limit, bytes[end] == 0x2C { end += 1 }
      if end == limit || bytes[end] == 0x20, holdsOnlyTags(end..<limit) {
        take(QuickTaskField(kind: .recurrence, range: i..<end, value: try self.rule(rule)))
      } else {
        hints.append(
          "\"\(QueryExcerpt.quoted(string(rule)))\" is text here, because words follow it; put it at the end to make "
            + "the task recur.")
      }
      i = end - 1
    }
  }

  /// Says so where `every` seems to begin a rule, and begins none: `every two weeks`, `every weekend`, `every mondya`.
  private mutating func hintAtRule(at i: Int) {
    let words = wordsBehind(i).prefix(2).map { value(in: $0).lowercased() }
    guard words.count == 2, Self.isMeantAsPeriod(words[1]) else { return }
    hints.append(
      "\"\(QueryExcerpt.quoted(words.joined(separator: " ")))\" begins no rule and is text; rules are like every 2 weeks, "
        + "every week on Monday or every month on the last.")
  }

  private static func isMeantAsPeriod(_ word: String) -> Bool {
    if ["weekend", "weekends", "quarter", "hour", "minute", "morning", "evening", "night"].contains(word) {
      return true
    }
    if let count = DayWords.count(word) { return count > 1 }
    let periods = ["week", "weeks", "month", "months", "year", "years"] + DayWords.weekdays + DayWords.months
    return word.utf8.count > 3 && !Suggestion.nearest(to: word, among: periods).isEmpty
  }

  // MARK: What is left

  /// The text without its fields, which is not empty and holds none.
  func description() throws(QueryError) -> String {
    let ranges = fields.map { TaskField(kind: $0.kind, format: .plain, range: $0.range, valueRange: $0.range) }
    let left = bytes.withUnsafeBufferPointer { buffer in
      var scanner = TaskTextScanner(buffer, opaque: opaque)
      scanner.scan()
      scanner.result.fields = ranges
      return scanner.describe()
    }
    var description = QuickTaskInlines.unescaped(left)
    while !fields.isEmpty, let last = description.last, last == "," || last == " " { description.removeLast() }
    guard !description.isEmpty else {
      throw QueryError(
        "There is no text besides the fields.", at: 0..<bytes.count,
        remedy: "Say what is to be done, as in \"Buy milk due:tomorrow\".")
    }
    try check(description)
    return description
  }

  /// That a note with this text has no field by it that was not asked for.
  private func check(_ description: String) throws(QueryError) {
    let text = QuickTaskInlines.taskText(description)
    if let category = text.fields.first(where: { $0.kind == .category && $0.format == .plain }) {
      let word = String(decoding: Array(description.utf8)[category.range], as: UTF8.self)
      throw QueryError(
        "\"\(QueryExcerpt.quoted(word))\" would be a second category, and a task has one.", at: 0..<bytes.count,
        remedy: "Leave one out, or write \\\(QueryExcerpt.quoted(word)) to keep it as text.")
    }
    if let field = text.fields.first {
      throw QueryError(
        "What is left, \"\(QueryExcerpt.quoted(description))\", would be read as a field (\(field.kind.rawValue)).",
        at: 0..<bytes.count, remedy: "Put that part between backquotes to keep it as text.")
    }
    if text.blockID != nil {
      throw QueryError(
        "What is left, \"\(QueryExcerpt.quoted(description))\", would end in a block id.", at: 0..<bytes.count,
        remedy: "Write \\^ for ^ to keep it as text.")
    }
  }

  /// In the order of their places; there is one of each kind.
  private mutating func sortFields() throws(QueryError) {
    fields.sort { $0.range.lowerBound < $1.range.lowerBound }
    for (place, field) in fields.enumerated() where fields[..<place].contains(where: { $0.kind == field.kind }) {
      let isCategory = field.kind == .category
      throw QueryError(
        "The text has two fields of one kind (\(field.kind.rawValue)).", at: field.range,
        remedy: "Leave one of them out\(isCategory ? ", or write \\@ for @ to keep it as text" : "").")
    }
  }

  private func checkText() throws(QueryError) {
    var offset = 0
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      let next = offset + UTF8.width(scalar)
      if scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) || scalar.value == 0x2028 || scalar.value == 0x2029
      {
        throw QueryError(
          "A task is one line, and the text has a line break or another control character.", at: offset..<next,
          remedy: "Take it out.")
      }
      offset = next
    }
  }
}
