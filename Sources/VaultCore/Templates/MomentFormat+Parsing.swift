extension MomentFormat {
  /// The day that a text in this format names: how a daily note is known by its name. The whole text must fit, letter by
  /// letter (names in any case), and all that it says of the day must hold. Nil for formats that do not make a day, such
  /// as `YYYY-MM` or `GGGG-[W]WW`; what they say of the time of day is read and left out.
  package func date(in text: String) -> CivilDate? {
    var reader = MomentReader(text: Array(text.utf8), tokens: tokens[...])
    return reader.read()
  }
}

/// Matches a text against a format, trying the longer reading of a number first.
private struct MomentReader {
  let text: [UInt8]
  /// What is still to be matched.
  var tokens: ArraySlice<MomentToken>
  var place = 0
  /// What was read, by letter.
  private var fields: [UInt8: Int] = [:]
  /// Readings that may still be tried: ambiguous formats of many tokens end, instead of taking for ever.
  private var budget = 10_000

  init(text: [UInt8], tokens: ArraySlice<MomentToken>) {
    self.text = text
    self.tokens = tokens
  }

  mutating func read() -> CivilDate? {
    budget -= 1
    guard budget > 0 else { return nil }
    guard let token = tokens.first else { return place == text.count ? day() : nil }
    let (rest, start) = (tokens.dropFirst(), place)
    for reading in readings(of: token) {
      let before = reading.field.flatMap { fields[$0.letter] }
      if let (letter, value) = reading.field {
        // The same field twice must say the same.
        guard before == nil || before == value else { continue }
        fields[letter] = value
      }
      (tokens, place) = (rest, start + reading.length)
      if let day = read() { return day }
      if let (letter, _) = reading.field { fields[letter] = before }
    }
    return nil
  }

  private struct Reading {
    var length: Int
    var field: (letter: UInt8, value: Int)?
  }

  private func readings(of token: MomentToken) -> [Reading] {
    switch token {
    case .literal(let bytes):
      return text[place...].starts(with: bytes) ? [Reading(length: bytes.count)] : []
    case .ordinal(let letter):
      return (1...4).reversed().compactMap { digits -> Reading? in
        guard let value = number(digits) else { return nil }
        let written = Array(MomentFormat.ordinal(value).utf8)
        return text[place...].starts(with: written) ? Reading(length: written.count, field: (letter, value)) : nil
      }
    case .field(let letter, let count):
      return readings(of: letter, count)
    }
  }

  private func readings(of letter: UInt8, _ count: Int) -> [Reading] {
    switch (letter, count) {
    case (UInt8(ascii: "M"), 3...4): return names(MomentFormat.months, prefix: count == 3 ? 3 : nil, letter, first: 1)
    case (UInt8(ascii: "d"), 2...4):
      return names(MomentFormat.weekdays, prefix: count == 4 ? nil : count, letter, first: 0)
    case (UInt8(ascii: "D"), 3): return numbers(1...3, MomentTokenizer.dayOfYear)
    case (UInt8(ascii: "D"), 4): return numbers(3...3, MomentTokenizer.dayOfYear)
    case (UInt8(ascii: "Y"), 1): return numbers(4...4, letter)
    case (UInt8(ascii: "Y"), 2), (UInt8(ascii: "g"), 2), (UInt8(ascii: "G"), 2):
      return numbers(2...2, letter).map { reading in
        let value = reading.field?.value ?? 0
        return Reading(length: 2, field: (letter, value + (value > 68 ? 1900 : 2000)))
      }
    case (UInt8(ascii: "Y"), 6):
      guard place < text.count, text[place] == UInt8(ascii: "+"), let value = number(6, at: place + 1) else {
        return []
      }
      return [Reading(length: 7, field: (letter, value))]
    case (UInt8(ascii: "N"), _): return word(count == 4 ? "Anno Domini" : "AD")
    case (UInt8(ascii: "a"), _), (UInt8(ascii: "A"), _): return word("am") + word("pm")
    case (UInt8(ascii: "S"), _): return number(count) == nil ? [] : [Reading(length: count)]
    case (UInt8(ascii: "Z"), _): return offset(hasColon: count == 1)
    case (UInt8(ascii: "z"), _): return [Reading(length: 0)]
    case (UInt8(ascii: "x"), _), (UInt8(ascii: "X"), _):
      let sign = place < text.count && text[place] == UInt8(ascii: "-") ? 1 : 0
      return (1...15).reversed().compactMap { digits in
        number(digits, at: place + sign) == nil ? nil : Reading(length: sign + digits)
      }
    case (UInt8(ascii: "y"), _): return numbers(max(count, 4)...4, UInt8(ascii: "Y"))
    case (_, 1): return numbers(1...2, letter)
    default: return numbers(count...count, letter)
    }
  }

  /// The value of exactly that many digits.
  private func number(_ count: Int, at start: Int? = nil) -> Int? {
    let start = start ?? place
    guard start + count <= text.count else { return nil }
    var value = 0
    for c in text[start..<(start + count)] {
      guard c >= 0x30, c <= 0x39 else { return nil }
      value = value * 10 + Int(c - 0x30)
    }
    return value
  }

  /// Fields of the time of day stay out of what is remembered: `h` and `H` say the same in different numbers.
  private func numbers(_ digits: ClosedRange<Int>, _ letter: UInt8) -> [Reading] {
    let isTime = [UInt8(ascii: "H"), UInt8(ascii: "h"), UInt8(ascii: "k"), UInt8(ascii: "m"), UInt8(ascii: "s")]
      .contains(letter)
    return digits.reversed().compactMap { count in
      number(count).map { Reading(length: count, field: isTime ? nil : (letter, $0)) }
    }
  }

  private func names(_ names: [String], prefix: Int?, _ letter: UInt8, first: Int) -> [Reading] {
    names.enumerated().compactMap { index, name in
      let name = prefix.map { String(name.prefix($0)) } ?? name
      return word(name).first.map { Reading(length: $0.length, field: (letter, index + first)) }
    }
  }

  private func word(_ word: String) -> [Reading] {
    let count = word.utf8.count
    guard place + count <= text.count,
      String(decoding: text[place..<(place + count)], as: UTF8.self).caseInsensitiveEquals(word)
    else { return [] }
    return [Reading(length: count)]
  }

  private func offset(hasColon: Bool) -> [Reading] {
    guard place < text.count, text[place] == UInt8(ascii: "+") || text[place] == UInt8(ascii: "-"),
      number(2, at: place + 1) != nil
    else { return [] }
    let minutes = place + (hasColon ? 4 : 3)
    if hasColon, minutes > text.count || text[minutes - 1] != UInt8(ascii: ":") { return [] }
    return number(2, at: minutes) == nil ? [] : [Reading(length: minutes + 2 - place)]
  }

  /// The day that the fields name, if there is one and all of them are true of it.
  private func day() -> CivilDate? {
    func field(_ letter: Unicode.Scalar) -> Int? { fields[UInt8(ascii: letter)] }
    var day: CivilDate?
    if let year = field("Y") {
      if let month = field("M"), let number = field("D") {
        day = CivilDate(year: year, month: month, day: number)
      } else if let number = fields[MomentTokenizer.dayOfYear], number >= 1 {
        day = CivilDate(year: year, month: 1, day: 1)?.adding(days: number - 1)
      }
    }
    if day == nil, let week = field("W"), let year = field("G") ?? field("Y") {
      let place = field("E").map { $0 - 1 } ?? (field("d") ?? field("e")).map { ($0 + 6) % 7 }
      day = place.flatMap { WeekOfYear(year: year, week: week).day($0, .iso) }
    }
    if day == nil, let week = field("w"), let year = field("g") ?? field("Y") {
      let place = field("d") ?? field("e") ?? field("E").map { $0 % 7 }
      day = place.flatMap { WeekOfYear(year: year, week: week).day($0, .unitedStates) }
    }
    guard let day else { return nil }
    let time = CivilTime(date: day)
    return fields.allSatisfy { MomentFormat.number($0.key, time) == $0.value } ? day : nil
  }
}
