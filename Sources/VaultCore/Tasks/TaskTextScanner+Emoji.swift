extension TaskTextScanner {
  mutating func readEmoji() -> Bool {
    guard let (sign, length) = TaskSymbol.at(position, in: text), position + length <= end else { return false }
    let signEnd = position + length
    let afterSign = hasVariationSelector(at: signEnd) ? signEnd + 3 : signEnd
    switch sign {
    case .priority(let priority):
      let field = TaskField(
        kind: .priority, format: .emoji, range: position..<afterSign, valueRange: position..<signEnd)
      if take(field, isPluginForm: true) { result.priority = priority }
      return true
    case .field(let kind):
      let value = blanksEnd(from: afterSign)
      if kind.isDate { return readEmojiDate(kind, afterSign: afterSign, value: value) }
      guard let valueEnd = emojiValueEnd(kind, from: value) else {
        checkMissingValue(of: kind, at: value)
        if kind == .recurrence { loneSymbols.append((kind, position, value)) }
        return false
      }
      let field = TaskField(
        kind: kind, format: .emoji, range: position..<valueEnd, valueRange: value..<valueEnd)
      let isPluginForm =
        isPlainSpace(afterSign..<value) && (kind != .recurrence || text[value..<valueEnd].allSatisfy(Self.isRuleByte))
      let counts = take(field, isPluginForm: isPluginForm)
      setValue(of: kind, in: value..<valueEnd, counts: counts)
      if kind == .dependsOn, byte(blanksEnd(from: valueEnd)) == 0x2C {
        report(
          .taskFieldMalformed, at: valueEnd,
          "The list after ⛔ ends here, because no id follows the comma; join ids by single commas.")
      }
      return true
    }
  }

  /// Words after 🏁 are meant as its value, unless the text begins with it as an ornament; anything after 🆔 and ⛔ that
  /// is no word is not.
  private mutating func checkMissingValue(of kind: TaskFieldKind, at value: Int) {
    switch kind {
    case .onCompletion where position > start && Self.isAlphanumeric(byte(value)):
      report(
        .taskFieldMalformed, at: position,
        "What follows 🏁 is no action and stays in the description; write keep or delete.")
    case .id, .dependsOn:
      report(
        .taskFieldMalformed, at: position,
        "No id follows \(kind.sign ?? kind.rawValue), so it stays in the description; write letters, digits, - and _.")
    default: break
    }
  }

  /// U+FE0F, which asks for the coloured form of a sign and means nothing.
  private func hasVariationSelector(at i: Int) -> Bool {
    byte(i) == 0xEF && byte(i + 1) == 0xB8 && byte(i + 2) == 0x8F
  }

  private mutating func readEmojiDate(_ kind: TaskFieldKind, afterSign: Int, value: Int) -> Bool {
    guard let date = date(at: value) else {
      loneSymbols.append((kind, position, value))
      if byte(value) >= 0x30 && byte(value) <= 0x39 || isDayInWords(at: value) {
        report(
          .taskFieldMalformed, at: position,
          "What follows \(kind.sign ?? kind.rawValue) is no date and stays in the description; "
            + "write it as YYYY-MM-DD.")
      }
      return false
    }
    let field = TaskField(
      kind: kind, format: .emoji, range: position..<(value + 10), valueRange: value..<(value + 10))
    let isPluginForm = isPlainSpace(afterSign..<value)
    let counts = take(field, isPluginForm: isPluginForm)
    setDate(kind, date, at: value, counts: counts)
    return true
  }

  private func emojiValueEnd(_ kind: TaskFieldKind, from value: Int) -> Int? {
    switch kind {
    case .id: idEnd(from: value)
    case .dependsOn: idListEnd(from: value)
    case .onCompletion: onCompletionEnd(from: value)
    case .recurrence: recurrenceEnd(from: value)
    default: nil
    }
  }

  /// Obsidian Tasks allows spaces between sign and value, and no other blank.
  func isPlainSpace(_ range: Range<Int>) -> Bool {
    text[range].allSatisfy { $0 == 0x20 }
  }

  /// The end of the longest rule, else of what could be one, else nil.
  private func recurrenceEnd(from start: Int) -> Int? {
    var limit = start
    while Self.isRuleByte(byte(limit)), !beginsPlainField(limit) { limit += 1 }
    // `until` may be followed by a date with hyphens.
    let window = UnsafeBufferPointer(rebasing: text[start..<min(end, limit + 6)])
    if let rule = Recurrence.longestPrefix(of: window), start + rule.length <= end { return start + rule.length }
    let last = blanksStart(before: limit, notBefore: start)
    return last > start ? last : nil
  }

  static func isRuleByte(_ byte: UInt8) -> Bool {
    isAlphanumeric(byte) || byte == 0x20 || byte == 0x2C || byte == 0x21
  }
}
