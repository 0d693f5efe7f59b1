/// The grammars of the values, the same in every format.
extension TaskTextScanner {
  /// `DDDD-DD-DD` at `i`, not followed by a digit; impossible when there is no such day. Nil for anything else.
  func date(at i: Int) -> TaskDate? {
    guard i + 10 <= end else { return nil }
    for k in 0..<10 {
      let byte = text[i + k]
      guard k == 4 || k == 7 ? byte == 0x2D : byte >= 0x30 && byte <= 0x39 else { return nil }
    }
    guard byte(i + 10) < 0x30 || byte(i + 10) > 0x39 else { return nil }
    return CivilDate(iso: text[i..<(i + 10)]).map(TaskDate.date) ?? .impossible
  }

  /// `[A-Za-z0-9_-]+`
  func idEnd(from start: Int) -> Int? {
    var i = start
    while Self.isAlphanumeric(byte(i)) || byte(i) == 0x5F || byte(i) == 0x2D { i += 1 }
    return i > start ? i : nil
  }

  /// Ids joined by commas, with or without spaces around them.
  func idListEnd(from start: Int) -> Int? {
    guard var last = idEnd(from: start) else { return nil }
    while true {
      var i = last
      while byte(i) == 0x20 { i += 1 }
      guard byte(i) == 0x2C else { return last }
      i += 1
      while byte(i) == 0x20 { i += 1 }
      guard let next = idEnd(from: i) else { return last }
      last = next
    }
  }

  /// `keep` or `delete` in any case, as a whole word.
  func onCompletionEnd(from start: Int) -> Int? {
    var i = start
    while byte(i) | 0x20 >= 0x61, byte(i) | 0x20 <= 0x7A { i += 1 }
    guard i - start == 4 || i - start == 6 else { return nil }
    let word = string(start..<i).lowercased()
    return word == "keep" || word == "delete" ? i : nil
  }

  mutating func setDate(_ kind: TaskFieldKind, _ date: TaskDate, at offset: Int, counts: Bool) {
    if date == .impossible {
      report(
        .taskDateImpossible, at: offset,
        "There is no day \(string(offset..<(offset + 10))), so this \(kind.rawValue) date matches nothing; correct it.")
    }
    guard counts else { return }
    result.dates[kind] = date
  }

  /// `range` holds a value of the kind's grammar, or for `recurrence` any text.
  mutating func setValue(of kind: TaskFieldKind, in range: Range<Int>, counts: Bool) {
    if kind == .recurrence { checkRule(range) }
    if counts { result.values[kind] = string(range) }
  }

  private mutating func checkRule(_ range: Range<Int>) {
    let bytes = UnsafeBufferPointer(rebasing: text[range])
    guard let found = Recurrence.longestPrefix(of: bytes), found.length == bytes.count else {
      return report(
        .taskRecurrenceUnknown, at: range.lowerBound,
        "\"\(string(range))\" is no recurrence rule, so the task does not recur; write something like "
          + "\"every week on Monday\".")
    }
    if let unsupported = found.rule.unsupported {
      report(
        .taskRecurrenceUnsupported, at: range.lowerBound,
        "Recurrence \"\(unsupported)\" is kept but not supported, and such a task cannot be completed; "
          + "take that part out.")
    } else if found.differs {
      report(
        .taskRecurrenceDiffers, at: range.lowerBound,
        "Obsidian Tasks reads this rule differently; write it as \"\(found.rule.text)\".")
    }
  }
}
