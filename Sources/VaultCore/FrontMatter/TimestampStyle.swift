/// Keeps a note's own way of writing when it was changed.
package enum TimestampStyle {
  /// The keys that say when a note was changed; the first one that a note has counts.
  package static let updatedKeys = ["updated", "modified", "lastmod", "updated_at", "updatedAt"]

  /// What brings the first of `keys` that the note has up to date, in the form in which it is written there. Nil where
  /// there is none, where its value is no date, where it says so already, and where the front matter cannot be read.
  /// `now`: milliseconds since 1970-01-01T00:00:00Z, and seconds east of Greenwich.
  package static func updating(
    _ bytes: [UInt8], keys: [String] = updatedKeys, now: (instant: Int64, offset: Int)
  ) -> FrontMatterChange? {
    let frontMatter = bytes.withUnsafeBufferPointer { FrontMatterParser.parse($0) }
    guard frontMatter.format == .yaml,
      let property = keys.lazy.compactMap({ frontMatter[$0] }).first(where: { $0.value != .null }),
      let value = restated(property.value, now: now), !value.isWritten(like: property.value)
    else { return nil }
    return .set(key: property.key, value)
  }

  /// For a new `created`: ISO 8601 with the zone's offset, to the second.
  package static func created(now: (instant: Int64, offset: Int)) -> PropertyValue {
    .dateTime(NoteDate.instant(now.instant).iso8601 { _ in now.offset })
  }

  /// The moment in the form of an older value; nil where that is no date.
  private static func restated(_ value: PropertyValue, now: (instant: Int64, offset: Int)) -> PropertyValue? {
    switch value {
    case .date: return .date(Clock(now).day)
    case .dateTime(let text): return restated(text, now: now).map { .dateTime($0) }
    case .text(let text): return restated(text, now: now).map { .text($0) }
    case .number(let number, let text):
      guard let new = unix(number, text, now: now) else { return nil }
      return PropertyValue(plain: new)
    case .null, .checkbox, .list, .map: return nil
    }
  }

  private static func restated(_ text: String, now: (instant: Int64, offset: Int)) -> String? {
    guard let date = NoteDate(text) else { return nil }
    switch date {
    case .date: return Clock(now).day.description
    case .dateTime: break
    case .instant:
      if let number = Double(text) { return unix(number, text, now: now) }
    }
    return Form(text)?.text(now)
  }

  /// Seconds or milliseconds, as the older number has them.
  private static func unix(_ number: Double, _ text: String, now: (instant: Int64, offset: Int)) -> String? {
    guard NoteDate(property: .number(number, text: text)) != nil else { return nil }
    if number >= 1e12 { return String(now.instant) }
    let seconds = Clock.floor(now.instant, 1000)
    guard let point = text.firstIndex(of: ".") else { return String(seconds) }
    let digits = text.distance(from: point, to: text.endIndex) - 1
    return String(seconds) + "." + Clock.fraction(now.instant, digits: digits)
  }
}

/// The parts of a date with a time, as one text has them.
private struct Form {
  /// What stands between day and time.
  var separator: String
  var hasSeconds = false
  /// The sign before the fraction, and its digits.
  var fraction: (sign: String, digits: Int)?
  var zone: String
  var blanksBeforeZone: String

  /// Returns nil when `text` is not `YYYY-MM-DD` and a time.
  init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count >= 16 else { return nil }
    var i = 10
    func take(while condition: (UInt8) -> Bool) -> String {
      let start = i
      while i < bytes.count, condition(bytes[i]) { i += 1 }
      return String(decoding: bytes[start..<i], as: UTF8.self)
    }
    separator = take { !$0.isDigit }
    guard take(while: \.isDigit).utf8.count == 2, take(while: { $0 == UInt8(ascii: ":") }) == ":",
      take(while: \.isDigit).utf8.count == 2
    else { return nil }
    if take(while: { $0 == UInt8(ascii: ":") }) == ":" {
      hasSeconds = true
      guard take(while: \.isDigit).utf8.count == 2 else { return nil }
      let sign = take { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ",") }
      if !sign.isEmpty { fraction = (sign, take(while: \.isDigit).utf8.count) }
    }
    blanksBeforeZone = take(while: \.isSpaceOrTab)
    zone = take { _ in true }
  }

  func text(_ now: (instant: Int64, offset: Int)) -> String {
    let isZulu = zone == "Z" || zone == "z"
    let clock = Clock(isZulu ? (now.instant, 0) : now)
    var text = clock.day.description + separator + Clock.two(clock.seconds / 3600) + ":"
    text += Clock.two(clock.seconds / 60 % 60)
    if hasSeconds { text += ":" + Clock.two(clock.seconds % 60) }
    if let fraction { text += fraction.sign + Clock.fraction(now.instant, digits: fraction.digits) }
    return text + blanksBeforeZone + (isZulu ? zone : zoneText(now.offset))
  }

  /// The zone in the form that stands there; hours alone become hours and minutes where the zone has them.
  private func zoneText(_ offset: Int) -> String {
    guard !zone.isEmpty else { return "" }
    let minutes = Int(offset.magnitude / 60)
    let hours = (offset < 0 ? "-" : "+") + Clock.two(minutes / 60)
    let rest = Clock.two(minutes % 60)
    if zone.contains(":") { return hours + ":" + rest }
    return zone.utf8.count == 3 && minutes % 60 == 0 ? hours : hours + rest
  }
}

/// What a clock in one zone shows.
private struct Clock {
  var day: CivilDate
  /// Since midnight.
  var seconds: Int

  init(_ now: (instant: Int64, offset: Int)) {
    let wall = Self.floor(now.instant, 1000) + Int64(now.offset)
    let number = Self.floor(wall, 86_400)
    day = CivilDate(dayNumber: Int(number))
    seconds = Int(wall - number * 86_400)
  }

  static func floor(_ value: Int64, _ unit: Int64) -> Int64 {
    let (quotient, remainder) = value.quotientAndRemainder(dividingBy: unit)
    return remainder < 0 ? quotient - 1 : quotient
  }

  static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  /// The part of a second, cut off behind so many digits; none are made up beyond milliseconds.
  static func fraction(_ instant: Int64, digits: Int) -> String {
    let milliseconds = String(instant - floor(instant, 1000) * 1000)
    let all = String(repeating: "0", count: 3 - milliseconds.utf8.count) + milliseconds
    return String(all.prefix(digits)) + String(repeating: "0", count: max(0, digits - 3))
  }
}
