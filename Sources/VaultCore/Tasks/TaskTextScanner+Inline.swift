extension TaskTextScanner {
  /// A value that is longer than this is no field: it keeps brackets that are never closed from being searched for
  /// their end again and again.
  private static let longestValue = 1024

  /// `[key:: value]` or `(key:: value)`, at the bracket.
  mutating func readInline(closing: UInt8) -> Bool {
    guard !isEscaped(position) else { return false }
    let keyStart = blanksEnd(from: position + 1)
    guard let (kind, keyEnd) = inlineKey(at: keyStart) else {
      checkKeyCase(at: keyStart, closing: closing)
      return false
    }
    let value = blanksEnd(from: keyEnd)
    guard let close = closingBracket(closing, opening: byte(position), from: value) else { return false }
    let valueEnd = blanksStart(before: close, notBefore: value)
    guard value < valueEnd, let reading = inlineReading(kind, value..<valueEnd) else {
      report(
        .taskFieldMalformed, at: position,
        "The value of \(kind.inlineKey):: is none that it can have, so it stays in the description; "
          + "\(Self.remedy(for: kind)).")
      return false
    }
    var fieldEnd = close + 1
    var comma = fieldEnd
    while byte(comma) == 0x20 { comma += 1 }
    if byte(comma) == 0x2C { fieldEnd = comma + 1 }
    let field = TaskField(
      kind: kind, format: .inline, range: position..<fieldEnd, valueRange: value..<valueEnd)
    let isPluginForm =
      reading.isPluginForm && isPlainSpace((position + 1)..<keyStart) && isPlainSpace(keyEnd..<value)
      && isPlainSpace(valueEnd..<close)
    let counts = take(field, isPluginForm: isPluginForm)
    switch reading.value {
    case .date(let date): setDate(kind, date, at: value, counts: counts)
    case .priority(let priority): if counts { result.priority = priority }
    case .text: setValue(of: kind, in: value..<valueEnd, counts: counts)
    }
    return true
  }

  /// Returns true when an odd number of backslashes stands before `i`.
  private func isEscaped(_ i: Int) -> Bool {
    var k = i
    while k > start, text[k - 1] == 0x5C { k -= 1 }
    return (i - k) % 2 == 1
  }

  private enum InlineValue {
    case date(TaskDate)
    case priority(TaskPriority)
    case text
  }

  private func inlineReading(
    _ kind: TaskFieldKind, _ range: Range<Int>
  ) -> (value: InlineValue, isPluginForm: Bool)? {
    switch kind {
    case _ where kind.isDate:
      guard range.count == 10, let date = date(at: range.lowerBound) else { return nil }
      return (.date(date), true)
    case .priority:
      let word = string(range)
      guard let priority = TaskPriority(rawValue: word.lowercased()) else { return nil }
      return (.priority(priority), priority != .none && priority.rawValue == word)
    case .recurrence: return (.text, text[range].allSatisfy(Self.isRuleByte))
    case .id: return idEnd(from: range.lowerBound) == range.upperBound ? (.text, true) : nil
    case .dependsOn: return idListEnd(from: range.lowerBound) == range.upperBound ? (.text, true) : nil
    case .onCompletion: return onCompletionEnd(from: range.lowerBound) == range.upperBound ? (.text, true) : nil
    default: return (.text, false)
    }
  }

  private static func remedy(for kind: TaskFieldKind) -> String {
    switch kind {
    case .priority: "write highest, high, medium, low or lowest"
    case .recurrence: "write something like \"every week on Monday\""
    case .id, .dependsOn: "write letters, digits, - and _"
    case .onCompletion: "write keep or delete"
    case .category: "write a word"
    default: "write a date as YYYY-MM-DD"
    }
  }

  /// The key at `i` and the place behind its `::`.
  private func inlineKey(at i: Int) -> (kind: TaskFieldKind, end: Int)? {
    let candidate: (kind: TaskFieldKind, word: StaticString)? =
      switch (byte(i), byte(i + 1)) {
      case (0x64, 0x75): (.due, "due::")
      case (0x64, _): (.dependsOn, "dependsOn::")
      case (0x73, 0x63): (.scheduled, "scheduled::")
      case (0x73, _): (.start, "start::")
      case (0x63, 0x72): (.created, "created::")
      case (0x63, 0x6F): (.done, "completion::")
      case (0x63, 0x61):
        byte(i + 2) == 0x6E ? (.cancelled, "cancelled::") : (.category, "category::")
      case (0x70, _): (.priority, "priority::")
      case (0x72, _): (.recurrence, "repeat::")
      case (0x6F, _): (.onCompletion, "onCompletion::")
      case (0x69, _): (.id, "id::")
      default: nil
      }
    guard let (kind, word) = candidate, matches(word, at: i) else { return nil }
    return (kind, i + word.utf8CodeUnitCount)
  }

  /// The bracket that closes the one before `start`, those inside opaque ranges and inner pairs passed over.
  func closingBracket(_ closing: UInt8, opening: UInt8, from start: Int) -> Int? {
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
