extension TaskTextScanner {
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
}
