extension TaskTextScanner {
  // MARK: Emoji, as the plugin Obsidian Tasks writes them

  mutating func readEmoji() -> Bool {
    guard let (sign, length) = TaskSymbol.at(position, in: text), position + length <= end else { return false }
    let kind = sign.kind
    let signEnd = position + length
    let afterSign = hasVariationSelector(at: signEnd) ? signEnd + 3 : signEnd
    if let priority = sign.priority {
      let field = TaskField(kind: kind, format: .emoji, range: position..<afterSign, valueRange: position..<signEnd)
      take(field, .priority(priority), isPluginForm: true)
      return true
    }
    let start = blanksEnd(from: afterSign)
    guard let (value, valueEnd) = value(of: kind, from: start) else {
      if kind.isDate || kind == .recurrence { loneSymbols.append((kind, position, start)) }
      checkMissingValue(of: kind, at: start)
      return false
    }
    let field = TaskField(kind: kind, format: .emoji, range: position..<valueEnd, valueRange: start..<valueEnd)
    let isPluginForm =
      isPlainSpace(afterSign..<start) && (kind != .recurrence || text[start..<valueEnd].allSatisfy(Self.isRuleByte))
    take(field, value, isPluginForm: isPluginForm)
    if kind == .dependsOn, byte(blanksEnd(from: valueEnd)) == 0x2C {
      reportMalformed(
        "The list after ⛔ ends here, because no id follows the comma; join ids by single commas.", at: valueEnd)
    }
    return true
  }

  /// Words after 🏁 are meant as its value, unless the text begins with it as an ornament; anything after 🆔 and ⛔ that
  /// is no word is not.
  private mutating func checkMissingValue(of kind: TaskFieldKind, at value: Int) {
    let sign = kind.sign ?? kind.rawValue
    switch kind {
    case _ where kind.isDate: if byte(value).isDigit || isDayInWords(at: value) { reportNoDate(after: sign) }
    case .onCompletion where position > start && byte(value).isASCIILetterOrDigit:
      reportMalformed("What follows 🏁 is no action and stays in the description; write keep or delete.")
    case .id, .dependsOn:
      reportMalformed("No id follows \(sign), so it stays in the description; write letters, digits, - and _.")
    default: break
    }
  }

  /// U+FE0F, which asks for the coloured form of a sign and means nothing.
  private func hasVariationSelector(at i: Int) -> Bool {
    byte(i) == 0xEF && byte(i + 1) == 0xB8 && byte(i + 2) == 0x8F
  }

  /// Obsidian Tasks allows spaces between sign and value, and no other blank.
  func isPlainSpace(_ range: Range<Int>) -> Bool {
    text[range].allSatisfy { $0 == 0x20 }
  }

  /// The end of the longest rule, else of what could be one, else nil.
  func recurrenceEnd(from start: Int) -> Int? {
    var limit = start
    while Self.isRuleByte(byte(limit)), !beginsPlainField(limit) { limit += 1 }
    // `until` may be followed by a date with hyphens.
    let window = UnsafeBufferPointer(rebasing: text[start..<min(end, limit + 6)])
    if let rule = Recurrence.longestPrefix(of: window), start + rule.length <= end { return start + rule.length }
    let last = blanksStart(before: limit, notBefore: start)
    return last > start ? last : nil
  }

  static func isRuleByte(_ byte: UInt8) -> Bool {
    byte.isASCIILetterOrDigit || byte == 0x20 || byte == 0x2C || byte == 0x21
  }

  // MARK: Inline fields, as Dataview writes them

  /// A value that is longer than this is no field: it keeps brackets that are never closed from being searched for
  /// their end again and again.
  private static let longestValue = 1024

  /// `[key:: value]` or `(key:: value)`, at the bracket.
  mutating func readInline(closing: UInt8) -> Bool {
    guard !isEscaped(position) else { return false }
    let keyStart = blanksEnd(from: position + 1)
    guard let (kind, key, keyEnd) = inlineKey(at: keyStart) else { return false }
    let start = blanksEnd(from: keyEnd)
    guard let close = closingBracket(closing, opening: byte(position), from: start) else { return false }
    guard kind.inlineKey == key else {
      reportMalformed(
        "The key \(key):: is not read, because upper and lower case matter; write \(kind.inlineKey)::.")
      return false
    }
    let valueEnd = blanksStart(before: close, notBefore: start)
    guard start < valueEnd, let reading = inlineReading(kind, start..<valueEnd) else {
      reportMalformed(
        "The value of \(key):: is none that it can have, so it stays in the description; \(Self.remedy(for: kind)).")
      return false
    }
    var fieldEnd = close + 1
    var comma = fieldEnd
    while byte(comma) == 0x20 { comma += 1 }
    if byte(comma) == 0x2C { fieldEnd = comma + 1 }
    let field = TaskField(kind: kind, format: .inline, range: position..<fieldEnd, valueRange: start..<valueEnd)
    let isPluginForm =
      reading.isPluginForm && isPlainSpace((position + 1)..<keyStart) && isPlainSpace(keyEnd..<start)
      && isPlainSpace(valueEnd..<close)
    take(field, reading.value, isPluginForm: isPluginForm)
    return true
  }

  /// Returns true when an odd number of backslashes stands before `i`.
  private func isEscaped(_ i: Int) -> Bool {
    var k = i
    while k > start, text[k - 1] == 0x5C { k -= 1 }
    return (i - k) % 2 == 1
  }

  private func inlineReading(
    _ kind: TaskFieldKind, _ range: Range<Int>
  ) -> (value: FieldValue, isPluginForm: Bool)? {
    switch kind {
    case .priority:
      let word = string(range)
      guard let priority = TaskPriority(rawValue: word.lowercased()) else { return nil }
      return (.priority(priority), priority != .none && priority.rawValue == word)
    case .recurrence: return (.text, text[range].allSatisfy(Self.isRuleByte))
    case .category: return (.text, kind.isReadByPlugin)
    case .due, .scheduled, .start, .created, .done, .cancelled, .id, .dependsOn, .onCompletion:
      guard let (value, end) = value(of: kind, from: range.lowerBound), end == range.upperBound else { return nil }
      return (value, true)
    }
  }

  private static func remedy(for kind: TaskFieldKind) -> String {
    switch kind {
    case .priority: "write highest, high, medium, low or lowest"
    case .recurrence: "write something like \"every week on Monday\""
    case .id, .dependsOn: "write letters, digits, - and _"
    case .onCompletion: "write keep or delete"
    case .category: "write a word"
    case .due, .scheduled, .start, .created, .done, .cancelled: "write a date as YYYY-MM-DD"
    }
  }

  /// The key at `i`, in any case and as it is written, and the place behind its `::`.
  private func inlineKey(at i: Int) -> (kind: TaskFieldKind, key: String, end: Int)? {
    var end = i
    while byte(end).isASCIILetterOrDigit, end - i < 16 { end += 1 }
    guard end > i, byte(end) == 0x3A, byte(end + 1) == 0x3A else { return nil }
    let key = string(i..<end)
    let kind = TaskFieldKind.allCases.first { $0.inlineKey.caseInsensitiveEquals(key) }
    return kind.map { ($0, key, end + 2) }
  }

  /// The bracket that closes the one before `start`, those inside opaque ranges and inner pairs passed over.
  private func closingBracket(_ closing: UInt8, opening: UInt8, from start: Int) -> Int? {
    var depth = 1
    var i = start
    let limit = min(end, start + Self.longestValue)
    while i < limit {
      let byte = text[i]
      if byte == opening || byte == closing || byte == 0x60, let behind = opaqueEnd(at: i) {
        i = behind
        continue
      }
      if byte == opening { depth += 1 }
      if byte == closing {
        depth -= 1
        if depth == 0 { return i }
      }
      i += 1
    }
    return nil
  }

  // MARK: Plain words

  /// `(A)`, `(B)` or `(C)` at the start of the text.
  mutating func readLetterPriority() -> Bool {
    let letter = byte(position + 1)
    guard position == start, byte(position + 2) == 0x29, endsWord(position + 3),
      let (_, priority) = TaskPriority.letters.first(where: { $0.letter.utf8.first == letter })
    else { return false }
    takePlain(.priority, position..<(position + 3), value: (position + 1)..<(position + 2), .priority(priority))
    return true
  }

  /// `!high`, `!medium` or `!low`, a word of its own.
  mutating func readWordPriority() -> Bool {
    guard isAfterWhitespace(position), let (priority, length) = wordPriority(at: position) else { return false }
    let wordEnd = position + length
    takePlain(.priority, position..<wordEnd, value: (position + 1)..<wordEnd, .priority(priority))
    return true
  }

  /// `@work`, behind a blank; only the first one, and none behind another category: the rest are words.
  mutating func readCategory() -> Bool {
    guard isAfterWhitespace(position), !hasField(.category) else { return false }
    var i = position + 1
    var hasLetter = false
    while continuesName(i), opaqueEnd(at: i) == nil {
      if !byte(i).isDigit { hasLetter = true }
      i += 1
    }
    guard hasLetter else { return false }
    takePlain(.category, position..<i, value: (position + 1)..<i, .text)
    return true
  }

  /// `due:2026-02-01`, behind a blank.
  mutating func readPlainDue() -> Bool {
    guard matches("due:", at: position), isAfterWhitespace(position) else { return false }
    let start = position + 4
    guard let (value, end) = value(of: .due, from: start) else {
      if byte(start).isDigit { reportNoDate(after: "due:") }
      return false
    }
    takePlain(.due, position..<end, value: start..<end, value)
    return true
  }

  /// Returns true when text that 🔁 would take ends before `i` because a plain field begins there.
  func beginsPlainField(_ i: Int) -> Bool {
    switch byte(i) {
    case 0x21: isAfterWhitespace(i) && wordPriority(at: i) != nil
    case 0x64: matches("due:", at: i) && isAfterWhitespace(i)
    default: false
    }
  }

  private func wordPriority(at i: Int) -> (priority: TaskPriority, length: Int)? {
    if matches("!high", at: i), endsWord(i + 5) { return (.high, 5) }
    if matches("!medium", at: i), endsWord(i + 7) { return (.medium, 7) }
    if matches("!low", at: i), endsWord(i + 4) { return (.low, 4) }
    return nil
  }

  private mutating func takePlain(
    _ kind: TaskFieldKind, _ range: Range<Int>, value: Range<Int>, _ reading: FieldValue
  ) {
    take(TaskField(kind: kind, format: .plain, range: range, valueRange: value), reading, isPluginForm: false)
  }

  private func endsWord(_ i: Int) -> Bool { !continuesName(i) }

  /// Returns true when `byte(i)` goes on with a name, by the grammar of tags: no white space, no ASCII punctuation but
  /// `-_/`, no U+2000–206F, no U+2E00–2E7F. A sign of a field ends a name too.
  private func continuesName(_ i: Int) -> Bool {
    let byte = byte(i)
    guard byte >= 0x80 else { return TagGrammar.isASCIITagByte(byte) }
    if blankLength(at: i) > 0 { return false }
    let second = self.byte(i + 1)
    switch byte {
    case 0xE2:
      let third = self.byte(i + 2)
      if second == 0x80 || second == 0x81 && third <= 0xAF || second == 0xB8 || second == 0xB9 { return false }
      return TaskSymbol.at(i, in: text) == nil
    case 0xE3: return second != 0x80 || self.byte(i + 2) != 0x80
    case 0xF0: return TaskSymbol.at(i, in: text) == nil
    default: return true
    }
  }
}
