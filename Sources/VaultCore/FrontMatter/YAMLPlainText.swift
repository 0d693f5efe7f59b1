/// Which texts can stand in YAML without quotes and still be read as just that text: by vault, and by readers that follow
/// YAML 1.1 (Obsidian among them), to whom `yes`, `12:30` and `0777` are no texts.
enum YAMLPlainText {
  static func canHold(_ text: String, inFlow: Bool) -> Bool {
    var text = text
    return text.withUTF8 { isSafe($0, inFlow: inFlow) }
  }

  private static func isSafe(_ bytes: UnsafeBufferPointer<UInt8>, inFlow: Bool) -> Bool {
    guard let first = bytes.first, let last = bytes.last, first != 0x20, last != 0x20, last != UInt8(ascii: ":")
    else { return false }
    switch first {
    case UInt8(ascii: "-"), UInt8(ascii: "?"), UInt8(ascii: ":"):
      guard bytes.count > 1, isWord(bytes[1]) else { return false }
    case UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"), UInt8(ascii: "}"),
      UInt8(ascii: "#"), UInt8(ascii: "&"), UInt8(ascii: "*"), UInt8(ascii: "!"), UInt8(ascii: "|"),
      UInt8(ascii: ">"), UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "%"), UInt8(ascii: "@"),
      UInt8(ascii: "`"):
      return false
    default: break
    }
    for i in bytes.indices {
      switch bytes[i] {
      case 0..<0x20, 0x7F: return false
      case UInt8(ascii: ":") where i + 1 < bytes.count && bytes[i + 1] == 0x20: return false
      case UInt8(ascii: "#") where bytes[i - 1] == 0x20: return false
      case UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"), UInt8(ascii: "}"):
        if inFlow { return false }
      default: break
      }
    }
    let text = String(decoding: bytes, as: UTF8.self)
    guard let firstScalar = text.unicodeScalars.first, let lastScalar = text.unicodeScalars.last,
      !firstScalar.properties.isWhitespace, !lastScalar.properties.isWhitespace,
      !text.unicodeScalars.contains(where: YAMLScalarText.needsEscape), case .text = PropertyValue(plain: text)
    else { return false }
    return !isWordWithMeaning(text) && !isNumberOfOldYAML(bytes) && !isTimeOfOldYAML(bytes)
      && !bytes.starts(with: "---".utf8) && !bytes.starts(with: "...".utf8)
  }

  private static func isWord(_ c: UInt8) -> Bool {
    c >= 0x80 || c.isASCIILetterOrDigit || c == UInt8(ascii: "_")
  }

  private static let wordsWithMeaning = ["y", "n", "yes", "no", "on", "off", "true", "false", "null", "~", "=", "<<"]

  private static func isWordWithMeaning(_ text: String) -> Bool {
    wordsWithMeaning.contains { $0.caseInsensitiveEquals(text) }
  }

  /// Integers in any base, with underscores or in sixties, and floating point numbers, not-a-number and infinity.
  private static func isNumberOfOldYAML(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var i = 0
    if bytes[0] == UInt8(ascii: "+") || bytes[0] == UInt8(ascii: "-") { i = 1 }
    guard i < bytes.count else { return false }
    let rest = String(decoding: bytes[i...], as: UTF8.self)
    if [".inf", ".nan"].contains(where: { $0.caseInsensitiveEquals(rest) }) { return true }
    if bytes[i] == UInt8(ascii: "0"), i + 2 < bytes.count, "xob".utf8.contains(bytes[i + 1] | 0x20) {
      return bytes[(i + 2)...].allSatisfy { $0.isDigit || (($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x66) || $0 == 0x5F }
    }
    var digits = 0
    var points = 0
    while i < bytes.count {
      switch bytes[i] {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digits += 1
      case UInt8(ascii: "."): points += 1
      case UInt8(ascii: "_"), UInt8(ascii: ":"): break
      case UInt8(ascii: "e"), UInt8(ascii: "E"):
        guard digits > 0, points <= 1 else { return false }
        var exponent = i + 1
        if exponent < bytes.count, bytes[exponent] == UInt8(ascii: "+") || bytes[exponent] == UInt8(ascii: "-") {
          exponent += 1
        }
        return exponent < bytes.count && bytes[exponent...].allSatisfy(\.isDigit)
      default: return false
      }
      i += 1
    }
    return digits > 0 && points <= 1
  }

  /// A day with one or two digits for month and day, alone or with a time behind it.
  private static func isTimeOfOldYAML(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var i = 0
    func digits(_ counts: ClosedRange<Int>) -> Bool {
      let start = i
      while i < bytes.count, i - start < counts.upperBound, bytes[i].isDigit { i += 1 }
      return counts.contains(i - start)
    }
    func hyphen() -> Bool {
      guard i < bytes.count, bytes[i] == UInt8(ascii: "-") else { return false }
      i += 1
      return true
    }
    guard digits(4...4), hyphen(), digits(1...2), hyphen(), digits(1...2) else { return false }
    guard i < bytes.count else { return true }
    guard bytes[i] == 0x20 || bytes[i] | 0x20 == UInt8(ascii: "t") else { return false }
    while i < bytes.count, bytes[i] == 0x20 || bytes[i] | 0x20 == UInt8(ascii: "t") { i += 1 }
    return i < bytes.count && bytes[i].isDigit
  }
}
