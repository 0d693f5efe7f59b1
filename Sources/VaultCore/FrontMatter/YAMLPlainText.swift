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
    if "-?:".utf8.contains(first) {
      guard bytes.count > 1, isWord(bytes[1]), !inFlow || first == UInt8(ascii: "-") else { return false }
    } else if ",[]{}#&*!|>'\"%@`".utf8.contains(first) {
      return false
    }
    for i in bytes.indices {
      switch bytes[i] {
      case UInt8(ascii: ":") where i + 1 < bytes.count && bytes[i + 1] == 0x20: return false
      case UInt8(ascii: "#") where bytes[i - 1] == 0x20: return false
      case UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"), UInt8(ascii: "}"):
        if inFlow { return false }
      // Some readers take it for the beginning of a key there, wherever it stands.
      case UInt8(ascii: "?") where inFlow: return false
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
    let rest = bytes.dropFirst(bytes[0] == UInt8(ascii: "+") || bytes[0] == UInt8(ascii: "-") ? 1 : 0)
    let text = String(decoding: rest, as: UTF8.self)
    if [".inf", ".nan"].contains(where: { $0.caseInsensitiveEquals(text) }) { return true }
    if rest.count > 2, rest.first == UInt8(ascii: "0"), "xob".utf8.contains(rest[rest.startIndex + 1] | 0x20) {
      return rest.dropFirst(2).allSatisfy { $0.isDigit || (($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x66) || $0 == 0x5F }
    }
    let mantissa = rest.prefix { $0 | 0x20 != UInt8(ascii: "e") }
    guard mantissa.allSatisfy({ $0.isDigit || "._:".utf8.contains($0) }), mantissa.contains(where: \.isDigit),
      mantissa.count(where: { $0 == UInt8(ascii: ".") }) <= 1
    else { return false }
    guard mantissa.count < rest.count else { return true }
    var exponent = rest.dropFirst(mantissa.count + 1)
    if exponent.first == UInt8(ascii: "+") || exponent.first == UInt8(ascii: "-") { exponent.removeFirst() }
    return !exponent.isEmpty && exponent.allSatisfy(\.isDigit)
  }

  /// A day with one or two digits for month and day, alone or with a time behind it.
  private static func isTimeOfOldYAML(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let day = bytes.prefix { $0.isDigit || $0 == UInt8(ascii: "-") }
    let counts = day.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false).map(\.count)
    guard counts.count == 3, counts[0] == 4, counts[1...].allSatisfy((1...2).contains) else { return false }
    let rest = bytes[day.endIndex...]
    let time = rest.drop { $0 == 0x20 || $0 | 0x20 == UInt8(ascii: "t") }
    return rest.isEmpty || (time.count < rest.count && time.first?.isDigit == true)
  }
}
