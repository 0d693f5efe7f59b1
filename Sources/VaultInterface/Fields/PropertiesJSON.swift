import VaultCore

/// Reads a note's properties back from the JSON that its record keeps, members in the order written.
///
/// Whole numbers keep all their digits. What is no JSON, as after damage to the index, is `null`.
enum PropertiesJSON {
  /// More than front matter can be nested.
  private static let deepest = 200

  static func value(_ json: [UInt8]) -> RecordValue {
    json.withUnsafeBufferPointer { bytes in
      var reader = Reader(bytes: bytes)
      guard let value = reader.value(depth: 0) else { return .null }
      reader.skipWhitespace()
      return reader.i == bytes.count ? value : .null
    }
  }

  private struct Reader {
    let bytes: UnsafeBufferPointer<UInt8>
    var i = 0

    mutating func skipWhitespace() {
      while i < bytes.count, bytes[i] == 0x20 || (bytes[i] >= 0x09 && bytes[i] <= 0x0D) { i += 1 }
    }

    private mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
      skipWhitespace()
      guard i < bytes.count, UInt32(bytes[i]) == scalar.value else { return false }
      i += 1
      return true
    }

    private mutating func skip(word: StaticString) -> Bool {
      let count = word.utf8CodeUnitCount
      guard bytes.count - i >= count else { return false }
      for k in 0..<count where bytes[i + k] != word.utf8Start[k] { return false }
      i += count
      return true
    }

    mutating func value(depth: Int) -> RecordValue? {
      guard depth < PropertiesJSON.deepest else { return nil }
      skipWhitespace()
      guard i < bytes.count else { return nil }
      switch bytes[i] {
      case UInt8(ascii: "{"): return object(depth: depth)
      case UInt8(ascii: "["): return list(depth: depth)
      case UInt8(ascii: "\""): return string().map { .text($0) }
      case UInt8(ascii: "t"): return skip(word: "true") ? .bool(true) : nil
      case UInt8(ascii: "f"): return skip(word: "false") ? .bool(false) : nil
      case UInt8(ascii: "n"): return skip(word: "null") ? .null : nil
      default: return number()
      }
    }

    private mutating func object(depth: Int) -> RecordValue? {
      i += 1
      var members: [RecordValue.Member] = []
      if skip("}") { return .object([]) }
      repeat {
        skipWhitespace()
        guard let name = string(), skip(":"), let value = value(depth: depth + 1) else { return nil }
        members.append(RecordValue.Member(name, value))
      } while skip(",")
      return skip("}") ? .object(members) : nil
    }

    private mutating func list(depth: Int) -> RecordValue? {
      i += 1
      var values: [RecordValue] = []
      if skip("]") { return .list([]) }
      repeat {
        guard let value = value(depth: depth + 1) else { return nil }
        values.append(value)
      } while skip(",")
      return skip("]") ? .list(values) : nil
    }

    private mutating func number() -> RecordValue? {
      let start = i
      while i < bytes.count, "+-.0123456789eE".utf8.contains(bytes[i]) { i += 1 }
      let text = UnsafeBufferPointer(rebasing: bytes[start..<i])
      guard let number = DecimalNumber(text), !number.hasLeadingZeros else { return nil }
      return RecordValue(number, as: number.json(of: text))
    }

    private mutating func string() -> String? {
      guard i < bytes.count, bytes[i] == UInt8(ascii: "\"") else { return nil }
      i += 1
      let start = i
      while i < bytes.count, bytes[i] != UInt8(ascii: "\""), bytes[i] != UInt8(ascii: "\\") { i += 1 }
      guard i < bytes.count else { return nil }
      var text = Array(bytes[start..<i])
      while i < bytes.count {
        let c = bytes[i]
        i += 1
        switch c {
        case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
        case UInt8(ascii: "\\"):
          guard let scalar = escaped() else { return nil }
          text.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        default: text.append(c)
        }
      }
      return nil
    }

    /// What stands behind a backslash; halves of a surrogate pair alone become U+FFFD.
    private mutating func escaped() -> Unicode.Scalar? {
      guard i < bytes.count else { return nil }
      let c = bytes[i]
      i += 1
      switch c {
      case UInt8(ascii: "n"): return "\n"
      case UInt8(ascii: "t"): return "\t"
      case UInt8(ascii: "r"): return "\r"
      case UInt8(ascii: "b"): return "\u{8}"
      case UInt8(ascii: "f"): return "\u{C}"
      case UInt8(ascii: "u"):
        guard let first = hexadecimal() else { return nil }
        if (0xD800..<0xDC00).contains(first), skip(word: "\\u") {
          guard let second = hexadecimal() else { return nil }
          guard (0xDC00..<0xE000).contains(second) else { return "\u{FFFD}" }
          return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)) ?? "\u{FFFD}"
        }
        return Unicode.Scalar(first) ?? "\u{FFFD}"
      default: return Unicode.Scalar(c)
      }
    }

    private mutating func hexadecimal() -> UInt32? {
      guard bytes.count - i >= 4 else { return nil }
      let digits = String(decoding: bytes[i..<(i + 4)], as: UTF8.self)
      i += 4
      return UInt32(digits, radix: 16)
    }
  }
}
