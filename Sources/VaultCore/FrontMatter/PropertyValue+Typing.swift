import Yams

extension PropertyValue {
  /// The value of a scalar written without quotes: `true`, `false`, `null`, `~`, nothing, a decimal number, a date or
  /// a date with a time. All else is text, `yes`, `0777`, `12:30` and `1_000` included.
  package init(plain text: String) {
    var text = text
    self = text.withUTF8 { Self.typed($0) } ?? .text(text)
  }

  init(_ scalar: Node.Scalar) {
    switch scalar.style {
    case .plain, .any:
      guard scalar.tag.rawValue.isEmpty else { fallthrough }
      self.init(plain: scalar.string)
    default:
      self.init(scalar.string, tag: scalar.tag.rawValue)
    }
  }

  /// A quoted scalar, a block scalar, or one with a tag: text, unless the tag names a type that the text has.
  private init(_ text: String, tag: String) {
    guard tag.hasPrefix("tag:yaml.org,2002:"), !tag.hasSuffix(":str") else {
      self = .text(text)
      return
    }
    let typed = PropertyValue(plain: text)
    switch (tag.dropFirst("tag:yaml.org,2002:".count), typed) {
    case ("int", .number), ("float", .number), ("bool", .checkbox), ("null", .null), ("timestamp", .date),
      ("timestamp", .dateTime):
      self = typed
    default:
      self = .text(text)
    }
  }

  private static func typed(_ bytes: UnsafeBufferPointer<UInt8>) -> PropertyValue? {
    guard let first = bytes.first else { return .null }
    switch first {
    case UInt8(ascii: "~"): return bytes.count == 1 ? .null : nil
    case UInt8(ascii: "t"): return bytes.elementsEqual("true".utf8) ? .checkbox(true) : nil
    case UInt8(ascii: "f"): return bytes.elementsEqual("false".utf8) ? .checkbox(false) : nil
    case UInt8(ascii: "n"): return bytes.elementsEqual("null".utf8) ? .null : nil
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      if bytes.count >= 10, bytes[4] == UInt8(ascii: "-") {
        if let date = CivilDate(iso: bytes[...]) { return .date(date) }
        return DateTimeText(bytes) == nil ? nil : .dateTime(String(decoding: bytes, as: UTF8.self))
      }
      return number(bytes)
    case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."): return number(bytes)
    default: return nil
    }
  }

  /// An optional sign, digits without needless zeros before them, a fraction, an exponent; digits before or after the
  /// point may be missing, not both. Numbers too large for a `Double` are text.
  private static func number(_ bytes: UnsafeBufferPointer<UInt8>) -> PropertyValue? {
    guard let parts = DecimalNumber(bytes), !parts.hasLeadingZeros else { return nil }
    let text = String(decoding: bytes, as: UTF8.self)
    guard let value = Double(parts.json(of: bytes)), value.isFinite else { return nil }
    return .number(value, text: text)
  }
}

/// The parts of a decimal number as written, as offsets into its bytes.
package struct DecimalNumber {
  private(set) var integer: Range<Int>
  private(set) var fraction: Range<Int>
  /// With its sign.
  private(set) var exponent: Range<Int>
  private(set) var isNegative: Bool

  package init?(_ bytes: UnsafeBufferPointer<UInt8>) {
    var i = 0
    func digits() -> Range<Int> {
      let start = i
      while i < bytes.count, bytes[i] >= 0x30, bytes[i] <= 0x39 { i += 1 }
      return start..<i
    }
    isNegative = bytes.first == UInt8(ascii: "-")
    if isNegative || bytes.first == UInt8(ascii: "+") { i = 1 }
    integer = digits()
    fraction = i..<i
    if i < bytes.count, bytes[i] == UInt8(ascii: ".") {
      i += 1
      fraction = digits()
    }
    guard !integer.isEmpty || !fraction.isEmpty else { return nil }
    exponent = i..<i
    if i < bytes.count, bytes[i] | 0x20 == UInt8(ascii: "e") {
      i += 1
      let start = i
      if i < bytes.count, bytes[i] == UInt8(ascii: "-") || bytes[i] == UInt8(ascii: "+") { i += 1 }
      guard !digits().isEmpty else { return nil }
      exponent = start..<i
    }
    guard i == bytes.count else { return nil }
    hasLeadingZeros = integer.count > 1 && bytes[integer.lowerBound] == UInt8(ascii: "0")
  }

  package let hasLeadingZeros: Bool

  /// The number that `text` is, by JSON's grammar; nil where it is none.
  package static func json(of text: String) -> String? {
    var text = text
    return text.withUTF8 { bytes in DecimalNumber(bytes).map { $0.json(of: bytes) } }
  }

  /// The same number by JSON's grammar: no plus sign, a digit on both sides of the point.
  package func json(of bytes: UnsafeBufferPointer<UInt8>) -> String {
    var text = isNegative ? "-" : ""
    text += integer.isEmpty ? "0" : String(decoding: bytes[integer], as: UTF8.self)
    if !fraction.isEmpty { text += "." + String(decoding: bytes[fraction], as: UTF8.self) }
    if !exponent.isEmpty { text += "e" + String(decoding: bytes[exponent], as: UTF8.self) }
    return text
  }
}
