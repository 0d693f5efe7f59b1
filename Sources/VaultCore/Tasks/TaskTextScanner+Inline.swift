extension TaskTextScanner {
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
    case .category: return (.text, false)
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
}
