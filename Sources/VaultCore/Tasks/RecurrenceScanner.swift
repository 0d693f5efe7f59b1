/// The words of a recurrence rule, one at a time, in any case. Whitespace between them are optional, as in rrule.js.
struct RecurrenceScanner {
  enum Token: Hashable {
    case every, other, on, the, at, last, times, until, `for`, when, done, comma
    case number(Int)
    /// `1st`, `first`
    case ordinal(Int)
    case unit(Recurrence.Frequency)
    /// `weekday`: Monday to Friday
    case workday
    /// 1 is Monday.
    case weekday(Int)
    case month(Int)
  }

  let bytes: UnsafeBufferPointer<UInt8>
  /// Behind the last word taken.
  var position = 0
  /// The word that `peek` found last, and where it looked.
  private var peeked: (position: Int, next: (token: Token, end: Int)?)?

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
  }

  mutating func accept(_ token: Token) -> Bool {
    guard let next = peek(), next.token == token else { return false }
    position = next.end
    return true
  }

  /// Takes the next word if `value` has something to make of it.
  mutating func take<Value>(_ value: (Token) -> Value?) -> Value? {
    guard let next = peek(), let value = value(next.token) else { return nil }
    position = next.end
    return value
  }

  /// `,`, `and` and `or`, any number of them.
  mutating func acceptCommas() -> Bool {
    var any = false
    while accept(.comma) { any = true }
    return any
  }

  func byte(_ i: Int) -> UInt8 {
    i < bytes.count ? bytes[i] : 0
  }

  mutating func peek() -> (token: Token, end: Int)? {
    if let peeked, peeked.position == position { return peeked.next }
    let next = read()
    peeked = (position, next)
    return next
  }

  private func read() -> (token: Token, end: Int)? {
    var i = position
    while byte(i) == 0x20 { i += 1 }
    let first = byte(i)
    if first == 0x2C { return (.comma, i + 1) }
    if first >= 0x31, first <= 0x39 { return number(at: i) }
    let end = wordEnd(i)
    // The longest words are `wednesday` and `september`.
    guard end > i, end - i <= 9, !continuesWord(end) else { return nil }
    let word = String(unsafeUninitializedCapacity: 9) { word in
      for k in i..<end { word[k - i] = bytes[k] | 0x20 }
      return end - i
    }
    return Self.token(for: word).map { ($0, end) }
  }

  private func number(at start: Int) -> (token: Token, end: Int)? {
    var i = start
    var value = 0
    while byte(i).isDigit {
      guard i - start < 5 else { return nil }
      value = value * 10 + Int(byte(i) - 0x30)
      i += 1
    }
    let end = wordEnd(i)
    if end == i + 2, !continuesWord(end) {
      switch (byte(i) | 0x20, byte(i + 1) | 0x20) {
      case (0x73, 0x74), (0x6E, 0x64), (0x72, 0x64), (0x74, 0x68): return (.ordinal(value), end)
      default: break
      }
    }
    return (.number(value), i)
  }

  private func wordEnd(_ start: Int) -> Int {
    var i = start
    while byte(i).isASCIILetter { i += 1 }
    return i
  }

  /// Returns true when a letter beyond ASCII follows; the leads of signs and emoji are no letters.
  private func continuesWord(_ i: Int) -> Bool {
    byte(i) >= 0xC3 && byte(i) <= 0xDF
  }

  private static func token(for word: String) -> Token? {
    switch word {
    case "every": .every
    case "other": .other
    case "on", "in": .on
    case "the": .the
    case "at": .at
    case "last": .last
    case "time", "times": .times
    case "until", "til": .until
    case "for": .for
    case "when": .when
    case "done": .done
    case "and", "or": .comma
    case "first": .ordinal(1)
    case "second": .ordinal(2)
    case "third": .ordinal(3)
    case "day", "days": .unit(.daily)
    case "week", "weeks": .unit(.weekly)
    case "month", "months": .unit(.monthly)
    case "year", "years": .unit(.yearly)
    case "weekday", "weekdays": .workday
    default: weekday(word).map(Token.weekday) ?? DayWords.month(word).map(Token.month)
    }
  }

  private static func weekday(_ word: String) -> Int? {
    switch word {
    case "mo", "mon", "monday", "mondays": 1
    case "tu", "tue", "tues", "tuesday", "tuesdays": 2
    case "we", "wed", "wedn", "wednesday", "wednesdays": 3
    case "th", "thu", "thur", "thursday", "thursdays": 4
    case "fr", "fri", "friday", "fridays": 5
    case "sa", "sat", "saturday", "saturdays": 6
    case "su", "sun", "sunday", "sundays": 7
    default: nil
    }
  }
}
