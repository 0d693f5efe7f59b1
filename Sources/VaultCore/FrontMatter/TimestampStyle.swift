/// Keeps a note's own way of writing when it was changed.
package enum TimestampStyle {
  /// The keys that say when a note was changed; the first one that a note has counts.
  package static let updatedKeys = ["updated", "modified", "lastmod", "updated_at", "updatedAt"]

  /// What brings the first of the keys that the note has up to date, in the form in which it is written there. Nil where
  /// there is none, where its value is no date, where it says so already, and where the front matter cannot be read.
  package static func updating(_ bytes: [UInt8], now: CivilTime) -> FrontMatterChange? {
    let frontMatter = bytes.withUnsafeBufferPointer { FrontMatterParser.parse($0) }
    guard frontMatter.format == .yaml,
      let property = updatedKeys.lazy.compactMap({ frontMatter[$0] }).first(where: { $0.value != .null }),
      let value = restated(property.value, now: now), !value.isWritten(like: property.value)
    else { return nil }
    return .set(key: property.key, value)
  }

  /// For a new `created`: ISO 8601 with the zone's offset, also where that is nought, to the second.
  package static func created(now: CivilTime) -> PropertyValue {
    let clock = [now.hour, now.minute, now.second].map { $0.padded(to: 2) }.joined(separator: ":")
    return .dateTime("\(now.date)T\(clock)\(now.zone(separator: ":"))")
  }

  /// The moment in the form of an older value; nil where that is no date.
  private static func restated(_ value: PropertyValue, now: CivilTime) -> PropertyValue? {
    switch value {
    case .date: return .date(now.date)
    case .dateTime(let text): return restated(text, now: now).map { .dateTime($0) }
    case .text(let text): return restated(text, now: now).map { .text($0) }
    case .number(let number, let text): return unix(number, text, now: now).map { PropertyValue(plain: $0) }
    case .null, .checkbox, .list, .map: return nil
    }
  }

  private static func restated(_ text: String, now: CivilTime) -> String? {
    guard let date = NoteDate(text) else { return nil }
    switch date {
    case .date: return now.date.description
    case .dateTime: break
    case .instant:
      if let number = Double(text) { return unix(number, text, now: now) }
    }
    return Form(text)?.text(now)
  }

  /// Seconds or milliseconds, as the older number has them.
  private static func unix(_ number: Double, _ text: String, now: CivilTime) -> String? {
    guard NoteDate(property: .number(number, text: text)) != nil else { return nil }
    if number >= 1e12 { return String(now.instant) }
    let seconds = String((now.instant - Int64(now.millisecond)) / 1000)
    guard let point = text.firstIndex(of: ".") else { return seconds }
    return seconds + "." + now.fraction(digits: text.distance(from: point, to: text.endIndex) - 1)
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

  func text(_ now: CivilTime) -> String {
    let isZulu = zone == "Z" || zone == "z"
    let time = isZulu ? CivilTime(instant: now.instant, offset: 0) : now
    var text = time.date.description + separator + time.hour.padded(to: 2) + ":" + time.minute.padded(to: 2)
    if hasSeconds { text += ":" + time.second.padded(to: 2) }
    if let fraction { text += fraction.sign + now.fraction(digits: fraction.digits) }
    return text + blanksBeforeZone + (isZulu ? zone : zoneText(now))
  }

  /// The zone in the form that stands there; hours alone become hours and minutes where the zone has them.
  private func zoneText(_ now: CivilTime) -> String {
    guard !zone.isEmpty else { return "" }
    let text = now.zone(separator: zone.contains(":") ? ":" : "")
    return zone.utf8.count == 3 && text.hasSuffix("00") ? String(text.prefix(3)) : text
  }
}
