extension TaskTextScanner {
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
