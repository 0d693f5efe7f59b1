/// Reads the fields of a task's text: emoji, inline fields and plain words, in any position.
package struct TaskTextParser: Sendable {
  package init() {}

  /// `text` is the first line of the item behind the box and the blanks that follow it, without line ending.
  /// `opaque` holds, in order, the byte ranges of code spans, link targets and HTML comments: no field begins in
  /// them. Ranges that lie outside of the text are of no effect.
  package func parse(_ text: UnsafeBufferPointer<UInt8>, opaque: [Range<Int>] = []) -> TaskText {
    var scanner = TaskTextScanner(text, opaque: opaque)
    scanner.scan()
    return scanner.result
  }

  package func parse(_ text: String, opaque: [Range<Int>] = []) -> TaskText {
    var text = text
    return text.withUTF8 { parse($0, opaque: opaque) }
  }
}

/// One pass over the text. Each kind of field has its reader in an extension; a reader that finds its field takes
/// it with `take` and moves `position` behind it, and leaves everything as it is otherwise.
struct TaskTextScanner {
  let text: UnsafeBufferPointer<UInt8>
  private let opaque: [Range<Int>]
  private var nextOpaque = 0
  /// The first and the last byte that are no blank enclose what is scanned; the block id lies behind `end`.
  private(set) var start = 0
  private(set) var end = 0
  var position = 0
  var result = TaskText()
  /// For each field, whether Obsidian Tasks reads it in the form it has, were it at the end of the line.
  private(set) var isPluginForm: [Bool] = []
  /// Signs of dates and rules that neither follows.
  var loneSymbols: [(kind: TaskFieldKind, position: Int, value: Int)] = []
  private var seen: UInt16 = 0

  init(_ text: UnsafeBufferPointer<UInt8>, opaque: [Range<Int>]) {
    self.text = text
    self.opaque = opaque
  }

  mutating func scan() {
    end = text.count
    start = blanksEnd(from: 0)
    end = blanksStart(before: end)
    readBlockID()
    position = start
    while position < end {
      let isRead =
        switch text[position] {
        case 0xE2, 0xF0: skipOpaque() || readEmoji()
        case 0x5B: skipOpaque() || readInline(closing: 0x5D)
        case 0x28: skipOpaque() || readInline(closing: 0x29) || readLetterPriority()
        case 0x21: skipOpaque() || readWordPriority()
        case 0x40: skipOpaque() || readCategory()
        case 0x64: skipOpaque() || readPlainDue()
        default: false
        }
      if !isRead { position += 1 }
    }
    checkLoneSymbols()
    if !result.fields.isEmpty { checkPluginReading() }
    if result.problems.count > 1 { result.problems.sort { $0.offset < $1.offset } }
    result.description = describe()
  }

  /// 0 behind the end of what is scanned.
  func byte(_ i: Int) -> UInt8 {
    i < end ? text[i] : 0
  }

  /// Returns true when `word` stands at `i`.
  func matches(_ word: StaticString, at i: Int) -> Bool {
    let count = word.utf8CodeUnitCount
    guard i + count <= end else { return false }
    for k in 0..<count where text[i + k] != word.utf8Start[k] { return false }
    return true
  }

  func string(_ range: Range<Int>) -> String {
    String(decoding: text[range], as: UTF8.self)
  }

  // Taking what was found

  /// What the value of a field says: a day, a priority, or for all others the text itself.
  enum FieldValue {
    case date(TaskDate)
    case priority(TaskPriority)
    case text
  }

  /// Records a field, and its value unless one of its kind is there already.
  mutating func take(_ field: TaskField, _ value: FieldValue, isPluginForm: Bool) {
    let (kind, counts) = (field.kind, !hasField(field.kind))
    result.fields.append(field)
    self.isPluginForm.append(isPluginForm)
    if result.format == nil, field.format != .plain, kind.isReadByPlugin { result.format = field.format }
    position = field.range.upperBound
    seen |= 1 << kind.index
    if !counts {
      report(
        "task-field-duplicate", at: field.range.lowerBound,
        "The task has another \(kind.rawValue) field before this one, which counts; remove one of them.")
    }
    switch value {
    case .date(let date):
      if date == .impossible {
        let day = string(field.valueRange)
        report(
          "task-date-impossible", at: field.valueRange.lowerBound,
          "There is no day \(day), so this \(kind.rawValue) date matches nothing; correct it.")
      }
      if counts { result.dates[kind] = date }
    case .priority(let priority): if counts { result.priority = priority }
    case .text:
      if kind == .recurrence { checkRule(field.valueRange) }
      if counts { result.values[kind] = string(field.valueRange) }
    }
  }

  func hasField(_ kind: TaskFieldKind) -> Bool {
    seen & (1 << kind.index) != 0
  }

  mutating func report(_ code: Diagnostic.Code, at offset: Int, _ message: String) {
    result.problems.append(.init(offset: offset, code: code, message: message))
  }

  /// `offset`: that of the field which is being read, unless another is given.
  mutating func reportMalformed(_ message: String, at offset: Int? = nil) {
    report(.taskFieldMalformed, at: offset ?? position, message)
  }

  mutating func reportNoDate(after sign: String) {
    reportMalformed("What follows \(sign) is no date and stays in the description; write it as YYYY-MM-DD.")
  }

  // Opaque ranges

  /// Moves behind the range in which `position` lies, if there is one.
  private mutating func skipOpaque() -> Bool {
    while nextOpaque < opaque.count, opaque[nextOpaque].upperBound <= position { nextOpaque += 1 }
    guard let behind = opaqueEnd(at: position) else { return false }
    position = behind
    return true
  }

  /// Where the opaque range ends that begins at `i` or behind `position` and holds `i`; nil outside of all.
  func opaqueEnd(at i: Int) -> Int? {
    var k = nextOpaque
    while k < opaque.count, opaque[k].lowerBound <= i {
      if opaque[k].upperBound > i { return min(opaque[k].upperBound, end) }
      k += 1
    }
    return nil
  }

  // Block id

  /// ` ^id` at the end, where `end` comes to lie before it.
  private mutating func readBlockID() {
    guard let caret = BlockID.caret(endingAt: end, notBefore: start, in: text),
      caret == start || isAfterWhitespace(caret), !opaque.contains(where: { $0.contains(caret) })
    else { return }
    result.blockID = string((caret + 1)..<end)
    result.blockIDRange = caret..<end
    end = max(blanksStart(before: caret), start)
  }
}
