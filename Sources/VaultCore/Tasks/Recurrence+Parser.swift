extension Recurrence {
  /// Reads a rule that is the whole of `text`, blanks around it apart.
  package init?(_ text: String) {
    var text = text
    let found = text.withUTF8 { bytes -> Recurrence? in
      guard let found = Self.longestPrefix(of: bytes), bytes[found.length...].allSatisfy({ $0 == 0x20 }) else {
        return nil
      }
      return found.rule
    }
    guard let found else { return nil }
    self = found
  }

  /// The longest beginning that is a rule, and its length in bytes, blanks before it included.
  ///
  /// The grammar is that of rrule.js' `fromText`, with `when done` from Obsidian Tasks, whole words only.
  /// `differs` says that rrule.js understands the wording otherwise or not at all (`every other week`,
  /// `every year on January 15th`); `text` has a wording that it does understand.
  package static func longestPrefix(
    of bytes: UnsafeBufferPointer<UInt8>
  ) -> (rule: Recurrence, length: Int, differs: Bool)? {
    var parser = RecurrenceParser(bytes)
    return parser.parse()
  }
}

private struct RecurrenceParser {
  private struct Draft {
    var rule = Recurrence(.daily)
    var differs = false
  }

  private var scanner: RecurrenceScanner
  private var draft = Draft()
  /// The last place up to which everything was a rule; what was read behind it does not count.
  private var accepted: (draft: Draft, length: Int)?

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    scanner = RecurrenceScanner(bytes)
  }

  mutating func parse() -> (rule: Recurrence, length: Int, differs: Bool)? {
    guard scanner.accept(.every) else { return nil }
    if let number = scanner.take({ if case .number(let n) = $0 { n } else { nil } }) {
      draft.rule.interval = number
    } else if scanner.accept(.other) {
      draft.rule.interval = 2
      draft.differs = true
    }
    guard let subject = scanner.take({ $0 }) else { return nil }
    switch subject {
    case .unit(let unit):
      draft.rule.frequency = unit
      accept()
      if unit == .daily { readHoursAndPassOverDays() } else { readDays() }
    case .workday:
      draft.rule.frequency = .weekly
      draft.rule.weekdays = Recurrence.workdays
      accept()
      readHoursAndPassOverDays()
    case .weekday(let day):
      draft.rule.frequency = .weekly
      draft.rule.weekdays = [.init(day)]
      accept()
      readMore(into: \.weekdays) { if case .weekday(let day) = $0 { .init(day) } else { nil } }
      readHours()
      readDays()
    case .month(let month):
      draft.rule.frequency = .yearly
      draft.rule.months = [month]
      accept()
      readMore(into: \.months) { if case .month(let month) = $0 { month } else { nil } }
      readDays()
    default: return nil
    }
    readLimit()
    readWhenDone()
    guard let (draft, end) = accepted else { return nil }
    var length = end
    // Obsidian Tasks allows `!` in a rule, and it means nothing.
    while scanner.byte(length) == 0x21 { length += 1 }
    var rule = draft.rule
    rule.putInOrder()
    return (rule, length, draft.differs)
  }

  /// Notes a part of the rule that gives it no next date.
  private mutating func keepUnfollowed(_ part: String) {
    draft.rule.unsupported = (draft.rule.unsupported.map { $0 + " " } ?? "") + part
  }

  private mutating func accept() {
    accepted = (draft, scanner.position)
  }

  /// Gives back what was read since the last `accept()`.
  private mutating func goBack() {
    guard let accepted else { return }
    scanner.position = accepted.length
    draft = accepted.draft
  }

  /// Reads more of what the rule began with, behind commas.
  private mutating func readMore<Value>(
    into values: WritableKeyPath<Recurrence, [Value]>, _ value: (RecurrenceScanner.Token) -> Value?
  ) {
    while scanner.acceptCommas(), let next = scanner.take(value) {
      draft.rule[keyPath: values].append(next)
      accept()
    }
    goBack()
  }

  /// `at 9, 17`: a task recurs by days, so the hours say nothing.
  private mutating func readHours() {
    guard scanner.accept(.at) else { return }
    repeat {
      guard scanner.take({ if case .number(let n) = $0, n < 24 { n } else { nil } }) != nil else { break }
      accept()
    } while scanner.acceptCommas() || scanner.accept(.at)
    goBack()
  }

  /// `every day on Monday when done`: rrule.js reads no days here, and Obsidian Tasks reads the `when done` behind them.
  private mutating func readHoursAndPassOverDays() {
    readHours()
    let before = accepted
    readDays()
    if let before { draft = before.draft }
    if scanner.accept(.when), scanner.accept(.done) {
      draft.rule.whenDone = true
      accept()
    } else {
      accepted = before
      goBack()
    }
  }

  /// `on Tuesday, Friday`, `on the 1st and 24th`, `on the 2nd last Friday`, `in January`
  private mutating func readDays() {
    guard acceptOnThe() > 0 else { return }
    while readDay() {
      accept()
      // `January 15th`: rrule.js stops before the number.
      if case .ordinal? = scanner.peek()?.token, !draft.rule.months.isEmpty, draft.rule.monthDays.isEmpty,
        draft.rule.weekdays.isEmpty
      {
        draft.differs = true
        continue
      }
      let commas = scanner.acceptCommas()
      let words = acceptOnThe()
      guard commas || words > 0 else { break }
      // rrule.js takes one of these words, and gives up at the second.
      if words + (commas ? 1 : 0) > 1 { draft.differs = true }
    }
    goBack()
  }

  private mutating func acceptOnThe() -> Int {
    (scanner.accept(.on) ? 1 : 0) + (scanner.accept(.the) ? 1 : 0)
  }

  private mutating func readDay() -> Bool {
    if let ordinal = readOrdinal() { return readCounted(ordinal) }
    guard let token = scanner.take({ $0 }) else { return false }
    switch token {
    case .weekday(let day):
      draft.rule.weekdays.append(.init(day))
    case .workday:
      draft.rule.weekdays += Recurrence.workdays
    case .month(let month):
      draft.rule.months.append(month)
    case .unit(.weekly):
      guard let week = scanner.take({ if case .number(let n) = $0, n <= 53 { n } else { nil } }) else { return false }
      keepUnfollowed("in week \(week)")
    default: return false
    }
    return true
  }

  /// `1st`, `last`, `2nd last`; the last ones are negative.
  private mutating func readOrdinal() -> Int? {
    if scanner.accept(.last) { return -1 }
    guard let ordinal = scanner.take({ if case .ordinal(let n) = $0 { n } else { nil } }) else { return nil }
    return scanner.accept(.last) ? -ordinal : ordinal
  }

  private mutating func readCounted(_ ordinal: Int) -> Bool {
    if let day = scanner.take({ if case .weekday(let d) = $0 { d } else { nil } }) {
      guard ordinal.magnitude <= (draft.rule.frequency == .yearly ? 53 : 5) else { return false }
      draft.rule.weekdays.append(.init(day, ordinal: ordinal))
      return true
    }
    if scanner.accept(.workday) {
      // rrule.js ignores the word, and takes the last weekday for the last day.
      draft.differs = true
      keepUnfollowed("on the \(Recurrence.words(forOrdinal: ordinal)) weekday")
      return true
    }
    guard ordinal.magnitude <= 31 else { return false }
    draft.rule.monthDays.append(ordinal)
    _ = scanner.accept(.unit(.daily))
    return true
  }

  /// `for 3 times`, `until 1 March 2027`
  private mutating func readLimit() {
    let start = scanner.position
    if scanner.accept(.for) {
      guard scanner.take({ if case .number(let n) = $0 { n } else { nil } }) != nil else { return goBack() }
      _ = scanner.accept(.times)
    } else if scanner.accept(.until) {
      guard readDate() else { return goBack() }
    } else {
      return
    }
    var from = start
    while scanner.byte(from) == 0x20 { from += 1 }
    keepUnfollowed(String(decoding: scanner.bytes[from..<scanner.position], as: UTF8.self))
    accept()
  }

  /// `2027-03-01`, `March 1, 2027`, `1st March 2027`, `March 2027`, `2027`: not looked at any further.
  private mutating func readDate() -> Bool {
    var isDate = false
    while let word = scanner.peek() {
      switch word.token {
      case .number, .ordinal, .month:
        isDate = true
        scanner.position = word.end
        while scanner.byte(scanner.position) == 0x2D, scanner.byte(scanner.position + 1).isDigit {
          scanner.position += 2
          while scanner.byte(scanner.position).isDigit { scanner.position += 1 }
        }
      case .comma where isDate:
        let before = scanner.position
        scanner.position = word.end
        guard case .number? = scanner.peek()?.token else {
          scanner.position = before
          return true
        }
      default: return isDate
      }
    }
    return isDate
  }

  private mutating func readWhenDone() {
    guard scanner.accept(.when), scanner.accept(.done) else { return goBack() }
    draft.rule.whenDone = true
    accept()
  }
}
