/// A date with a time as people and programs write it.
struct DateTimeText {
  /// Milliseconds since 1970-01-01T00:00:00 on the clock that the text reads.
  private(set) var wallClock: Int64
  /// Seconds east of Greenwich, where the text names a zone.
  private(set) var offset: Int?

  /// `YYYY-MM-DD`, then `T` or blanks, then `hh:mm`, `hh:mm:ss` or `hh:mm:ss.fff…`, then nothing, `Z`, `±hh`, `±hhmm` or
  /// `±hh:mm`, with or without blanks before it. Nil for all else, impossible days and hours included.
  init?(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard bytes.count >= 16, let date = CivilDate(iso: bytes[..<10]) else { return nil }
    var reader = Reader(bytes: bytes, i: 10)
    if bytes[10] | 0x20 == UInt8(ascii: "t") {
      reader.i = 11
    } else {
      guard reader.skipWhitespace() else { return nil }
    }
    guard let hour = reader.two(upTo: 23), reader.skip(":"), let minute = reader.two(upTo: 59) else { return nil }
    var seconds = hour * 3600 + minute * 60
    var milliseconds = 0
    if reader.skip(":") {
      // A leap second reads as the one after it.
      guard let second = reader.two(upTo: 60) else { return nil }
      seconds += second
      if reader.skip(".") || reader.skip(",") {
        guard let fraction = reader.fraction() else { return nil }
        milliseconds = fraction
      }
    }
    guard let zone = reader.zone() else { return nil }
    offset = zone
    wallClock = (Int64(date.dayNumber) * 86_400 + Int64(seconds)) * 1000 + Int64(milliseconds)
  }

  private struct Reader {
    let bytes: UnsafeBufferPointer<UInt8>
    var i: Int

    mutating func skip(_ character: Unicode.Scalar) -> Bool {
      guard i < bytes.count, UInt32(bytes[i]) == character.value else { return false }
      i += 1
      return true
    }

    mutating func skipWhitespace() -> Bool {
      let start = i
      while i < bytes.count, bytes[i].isSpaceOrTab { i += 1 }
      return i > start
    }

    mutating func two(upTo limit: Int) -> Int? {
      guard bytes.count - i >= 2, bytes[i].isDigit, bytes[i + 1].isDigit else { return nil }
      let value = Int(bytes[i] - 0x30) * 10 + Int(bytes[i + 1] - 0x30)
      i += 2
      return value <= limit ? value : nil
    }

    /// Milliseconds; further digits are passed over.
    mutating func fraction() -> Int? {
      let start = i
      var value = 0
      while i < bytes.count, bytes[i].isDigit {
        if i - start < 3 { value = value * 10 + Int(bytes[i] - 0x30) }
        i += 1
      }
      guard i > start else { return nil }
      for _ in min(i - start, 3)..<3 { value *= 10 }
      return value
    }

    /// The outer nil is a fault, the inner one no zone.
    mutating func zone() -> Int?? {
      _ = skipWhitespace()
      guard i < bytes.count else { return .some(nil) }
      let sign = bytes[i]
      i += 1
      if sign | 0x20 == UInt8(ascii: "z") { return i == bytes.count ? 0 : nil }
      guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"), let hours = two(upTo: 23) else { return nil }
      var seconds = hours * 3600
      if i < bytes.count {
        _ = skip(":")
        guard let minutes = two(upTo: 59) else { return nil }
        seconds += minutes * 60
      }
      guard i == bytes.count else { return nil }
      return sign == UInt8(ascii: "-") ? -seconds : seconds
    }
  }
}

extension NoteDate {
  /// A date, a date with a time, with or without a zone, or Unix seconds (9 or 10 digits) or milliseconds (13 digits);
  /// quoted or not. Nil for all else, so that a plain year is no point in 1970.
  package init?(property: PropertyValue) {
    switch property {
    case .date(let date): self = .date(date)
    case .dateTime(let text): self.init(text)
    case .number(let value, _): self.init(unix: value)
    case .text(let text): self.init(text)
    case .null, .checkbox, .list, .map: return nil
    }
  }

  /// The same for a text; blanks around it do not count.
  package init?(_ text: String) {
    let bytes = Array(text.utf8).trimming(where: \.isASCIIWhitespace)
    let date = bytes.withUnsafeBufferPointer { bytes -> NoteDate? in
      if let date = CivilDate(iso: bytes[...]) { return .date(date) }
      if let time = DateTimeText(bytes) {
        guard let offset = time.offset else { return .dateTime(time.wallClock) }
        return .instant(time.wallClock - Int64(offset) * 1000)
      }
      guard bytes.count >= 9, bytes.count <= 17, bytes.allSatisfy({ $0.isDigit || $0 == 0x2E }),
        let value = Double(String(decoding: bytes, as: UTF8.self))
      else { return nil }
      return NoteDate(unix: value)
    }
    guard let date else { return nil }
    self = date
  }

  private init?(unix value: Double) {
    switch value {
    case 1e8..<1e10: self = .instant(Int64((value * 1000).rounded()))
    case 1e12..<1e13: self = .instant(Int64(value.rounded()))
    default: return nil
    }
  }

  /// The first possible ISO day that stands in a file's name as a word of its own (`2026-01-03 …`, `Log 2026-01-03.md`,
  /// `2026-01-03T10.15`).
  package init?(fileName: String) {
    let date = Array(fileName.utf8).withUnsafeBufferPointer { bytes -> CivilDate? in
      guard bytes.count >= 10 else { return nil }
      for start in 0...(bytes.count - 10) where bytes[start + 4] == UInt8(ascii: "-") {
        guard start == 0 || !bytes[start - 1].isASCIILetterOrDigit,
          let date = CivilDate(iso: bytes[start..<(start + 10)])
        else { continue }
        let end = start + 10
        let isTime = end + 1 < bytes.count && bytes[end] == UInt8(ascii: "T") && bytes[end + 1].isDigit
        if end == bytes.count || !bytes[end].isASCIILetterOrDigit || isTime { return date }
      }
      return nil
    }
    guard let date else { return nil }
    self = .date(date)
  }
}
