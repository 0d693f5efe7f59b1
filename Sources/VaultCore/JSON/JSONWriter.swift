/// Writes JSON as bytes, value by value, commas by itself.
///
/// UTF-8 stays as it is, except for what could steer a terminal: C0, DEL, C1, bidirectional controls, U+2028 and
/// U+2029 are written as `\u….`. Numbers look the same on every system.
package struct JSONWriter {
  package var bytes: [UInt8] = []
  private var needsComma = false

  package init() {}

  package mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    needsComma = false
  }

  private mutating func separate() {
    if needsComma { bytes.append(0x2C) }
    needsComma = true
  }

  package mutating func beginObject() { open(0x7B) }

  package mutating func endObject() { close(0x7D) }

  package mutating func beginArray() { open(0x5B) }

  package mutating func endArray() { close(0x5D) }

  private mutating func open(_ bracket: UInt8) {
    separate()
    bytes.append(bracket)
    needsComma = false
  }

  private mutating func close(_ bracket: UInt8) {
    bytes.append(bracket)
    needsComma = true
  }

  /// A key of an object; its value comes next.
  package mutating func key(_ name: String) {
    separate()
    quote(name)
    bytes.append(0x3A)
    needsComma = false
  }

  /// A key that is already quoted and ends with its colon.
  package mutating func key(encoded: [UInt8]) {
    separate()
    bytes.append(contentsOf: encoded)
    needsComma = false
  }

  package mutating func string(_ text: String) {
    separate()
    quote(text)
  }

  package mutating func integer(_ value: Int) {
    separate()
    appendDecimal(value)
  }

  /// The shortest digits that give the same number again; whole numbers without a point. What JSON has no number for
  /// (infinity, not a number) is `null`.
  package mutating func number(_ value: Double) {
    separate()
    if !value.isFinite {
      bytes.append(contentsOf: "null".utf8)
    } else if value == value.rounded(), abs(value) < 9_007_199_254_740_992 {
      appendDecimal(Int(value))
    } else {
      bytes.append(contentsOf: value.description.utf8)
    }
  }

  package mutating func bool(_ value: Bool) { raw((value ? "true" : "false").utf8) }

  package mutating func null() { raw("null".utf8) }

  /// A value that is JSON already.
  package mutating func raw(_ json: some Collection<UInt8>) {
    separate()
    bytes.append(contentsOf: json)
  }

  private mutating func appendDecimal(_ value: Int) {
    if value < 0 { bytes.append(0x2D) }
    var rest = value.magnitude
    let start = bytes.count
    repeat {
      bytes.append(0x30 + UInt8(rest % 10))
      rest /= 10
    } while rest > 0
    bytes[start...].reverse()
  }

  private mutating func quote(_ text: String) {
    bytes.append(0x22)
    var text = text
    text.withUTF8 { source in
      var copied = 0
      var i = 0
      while i < source.count {
        let c = source[i]
        if Self.isPlain[Int(c)] {
          i += 1
          continue
        }
        guard let (escape, length) = Self.escape(source, i) else {
          i += 1
          continue
        }
        bytes.append(contentsOf: UnsafeBufferPointer(rebasing: source[copied..<i]))
        bytes.append(contentsOf: escape.utf8)
        i += length
        copied = i
      }
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: source[copied...]))
    }
    bytes.append(0x22)
  }

  private static let isPlain: [Bool] = (0..<256).map { c in
    c >= 0x20 && c != 0x22 && c != 0x5C && c != 0x7F && c != 0xC2 && c != 0xE2
  }

  private static func escape(_ source: UnsafeBufferPointer<UInt8>, _ i: Int) -> (String, Int)? {
    func unicode(_ value: UInt32) -> String { "\\u" + value.padded(to: 4, radix: 16) }
    switch source[i] {
    case 0x22: return ("\\\"", 1)
    case 0x5C: return ("\\\\", 1)
    case 0x08: return ("\\b", 1)
    case 0x09: return ("\\t", 1)
    case 0x0A: return ("\\n", 1)
    case 0x0C: return ("\\f", 1)
    case 0x0D: return ("\\r", 1)
    case 0xC2:
      guard i + 1 < source.count, source[i + 1] <= 0x9F else { return nil }
      return (unicode(UInt32(source[i + 1])), 2)
    case 0xE2:
      guard i + 2 < source.count else { return nil }
      let value = 0x2000 | UInt32(source[i + 1] & 0x3F) << 6 | UInt32(source[i + 2] & 0x3F)
      guard (0x2028...0x202E).contains(value) || (0x2066...0x2069).contains(value) else { return nil }
      return (unicode(value), 3)
    case let c: return (unicode(UInt32(c)), 1)
    }
  }
}
