extension TaskTextScanner {
  /// `(A)`, `(B)` or `(C)` at the start of the text.
  mutating func readLetterPriority() -> Bool {
    guard position == start, byte(position + 2) == 0x29, endsWord(position + 3) else { return false }
    let priority: TaskPriority
    switch byte(position + 1) {
    case 0x41: priority = .high
    case 0x42: priority = .medium
    case 0x43: priority = .low
    default: return false
    }
    takePlainPriority(priority, range: position..<(position + 3), value: (position + 1)..<(position + 2))
    return true
  }

  /// `!high`, `!medium` or `!low`, a word of its own.
  mutating func readWordPriority() -> Bool {
    guard isAfterWhitespace(position), let (priority, length) = wordPriority(at: position) else { return false }
    takePlainPriority(priority, range: position..<(position + length), value: (position + 1)..<(position + length))
    return true
  }

  /// `@work`, behind a blank; only the first one, and none behind another category: the rest are words.
  mutating func readCategory() -> Bool {
    guard isAfterWhitespace(position), !hasField(.category) else { return false }
    var i = position + 1
    var hasLetter = false
    while continuesName(i), opaqueEnd(at: i) == nil {
      if byte(i) < 0x30 || byte(i) > 0x39 { hasLetter = true }
      i += 1
    }
    guard hasLetter else { return false }
    let field = TaskField(
      kind: .category, format: .plain, range: position..<i, valueRange: (position + 1)..<i)
    let counts = take(field, isPluginForm: false)
    setValue(of: .category, in: field.valueRange, counts: counts)
    return true
  }

  /// `due:2026-02-01`, behind a blank.
  mutating func readPlainDue() -> Bool {
    guard matches("due:", at: position), isAfterWhitespace(position) else { return false }
    let value = position + 4
    guard let date = date(at: value) else {
      if byte(value) >= 0x30, byte(value) <= 0x39 {
        report(
          .taskFieldMalformed, at: position,
          "What follows due: is no date and stays in the description; write it as YYYY-MM-DD.")
      }
      return false
    }
    let field = TaskField(
      kind: .due, format: .plain, range: position..<(value + 10), valueRange: value..<(value + 10))
    let counts = take(field, isPluginForm: false)
    setDate(.due, date, at: value, counts: counts)
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

  private mutating func takePlainPriority(_ priority: TaskPriority, range: Range<Int>, value: Range<Int>) {
    let field = TaskField(kind: .priority, format: .plain, range: range, valueRange: value)
    if take(field, isPluginForm: false) { result.priority = priority }
  }

  private func endsWord(_ i: Int) -> Bool { !continuesName(i) }

  /// Returns true when `byte(i)` goes on with a name, by the grammar of tags: no white space, no ASCII punctuation but
  /// `-_/`, no U+2000–206F, no U+2E00–2E7F. A sign of a field ends a name too.
  private func continuesName(_ i: Int) -> Bool {
    let byte = byte(i)
    guard byte >= 0x80 else {
      return Self.isAlphanumeric(byte) || byte == 0x2D || byte == 0x5F || byte == 0x2F
    }
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
