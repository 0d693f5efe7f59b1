/// The grammars of the values, the same in every format, and of the whitespace around them.
extension TaskTextScanner {
  /// The value of a field that begins at `start`, and where it ends; nil where none is. A priority's and a category's have
  /// no end of their own.
  func value(of kind: TaskFieldKind, from start: Int) -> (value: FieldValue, end: Int)? {
    let end: Int?
    switch kind {
    case .due, .scheduled, .start, .created, .done, .cancelled: return date(at: start).map { (.date($0), start + 10) }
    case .id: end = idEnd(from: start)
    case .dependsOn: end = idListEnd(from: start)
    case .onCompletion: end = onCompletionEnd(from: start)
    case .recurrence: end = recurrenceEnd(from: start)
    case .priority, .category: end = nil
    }
    return end.map { (.text, $0) }
  }

  /// `DDDD-DD-DD` at `i`, not followed by a digit; impossible when there is no such day. Nil for anything else.
  private func date(at i: Int) -> TaskDate? {
    guard i + 10 <= end else { return nil }
    for k in 0..<10 {
      let byte = text[i + k]
      guard k == 4 || k == 7 ? byte == 0x2D : byte.isDigit else { return nil }
    }
    if byte(i + 10).isDigit { return nil }
    return CivilDate(iso: text[i..<(i + 10)]).map(TaskDate.date) ?? .impossible
  }

  /// `[A-Za-z0-9_-]+`
  private func idEnd(from start: Int) -> Int? {
    var i = start
    while byte(i).isASCIILetterOrDigit || byte(i) == 0x5F || byte(i) == 0x2D { i += 1 }
    return i > start ? i : nil
  }

  /// Ids joined by commas, with or without spaces around them.
  private func idListEnd(from start: Int) -> Int? {
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
  private func onCompletionEnd(from start: Int) -> Int? {
    var i = start
    while byte(i).isASCIILetter { i += 1 }
    guard i - start == 4 || i - start == 6 else { return nil }
    let word = string(start..<i).lowercased()
    return word == "keep" || word == "delete" ? i : nil
  }

  mutating func checkRule(_ range: Range<Int>) {
    let bytes = UnsafeBufferPointer(rebasing: text[range])
    guard let found = Recurrence.longestPrefix(of: bytes), found.length == bytes.count else {
      return report(
        "task-recurrence-unknown", at: range.lowerBound,
        "\"\(string(range))\" is no recurrence rule, so the task does not recur; write something like "
          + "\"every week on Monday\".")
    }
    if let unsupported = found.rule.unsupported {
      report(
        "task-recurrence-unsupported", at: range.lowerBound,
        "Recurrence \"\(unsupported)\" is kept but not supported, and such a task cannot be completed; "
          + "take that part out.")
    } else if found.differs {
      report(
        "task-recurrence-differs", at: range.lowerBound,
        "Obsidian Tasks reads this rule differently; write it as \"\(found.rule.text)\".")
    }
  }

  /// The length of the blank at `i`: space, tab, or one of the non-breaking spaces U+00A0, U+2007 and U+202F.
  func blankLength(at i: Int) -> Int {
    switch byte(i) {
    case 0x20, 0x09: 1
    case 0xC2: byte(i + 1) == 0xA0 ? 2 : 0
    case 0xE2: byte(i + 1) == 0x80 && (byte(i + 2) == 0xAF || byte(i + 2) == 0x87) ? 3 : 0
    default: 0
    }
  }

  func blanksEnd(from i: Int) -> Int {
    var i = i
    while true {
      let length = blankLength(at: i)
      if length == 0 { return i }
      i += length
    }
  }

  /// Where the blanks begin that end at `i`.
  func blanksStart(before i: Int, notBefore limit: Int = 0) -> Int {
    var i = i
    while i > limit, let length = TaskLine.blank(endingAt: i, in: text), i - length >= limit { i -= length }
    return i
  }

  /// Returns true when nothing or a blank stands before `i`. The box and its blank stand before the text.
  func isAfterWhitespace(_ i: Int) -> Bool {
    i == 0 || blanksStart(before: i, notBefore: max(0, i - 3)) < i
  }

  /// The text without fields and block id. Where a field was, one blank is left between words, none before
  /// punctuation.
  func describe() -> String {
    guard !result.fields.isEmpty else { return start < end ? string(start..<end) : "" }
    var out: [UInt8] = []
    out.reserveCapacity(end - start)
    var from = start
    for field in result.fields {
      append(from..<max(from, field.range.lowerBound), to: &out)
      from = field.range.upperBound
    }
    append(from..<max(from, end), to: &out)
    return String(decoding: out, as: UTF8.self)
  }

  private func append(_ piece: Range<Int>, to out: inout [UInt8]) {
    let first = min(blanksEnd(from: piece.lowerBound), piece.upperBound)
    let last = blanksStart(before: piece.upperBound, notBefore: first)
    guard first < last else { return }
    if !out.isEmpty, first > piece.lowerBound || !Self.closingPunctuation.contains(text[first]) { out.append(0x20) }
    out.append(contentsOf: text[first..<last])
  }

  private static let closingPunctuation = Set("!),.:;?]".utf8)
}
