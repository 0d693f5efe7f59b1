/// Reads JSON (RFC 8259) into values. Deeper nesting than it may have is an error, so no text can use up the stack.
package struct JSONReader {
  package static let deepest = 128

  /// A byte order mark before the text is passed over.
  package static func read(_ bytes: [UInt8], deepest: Int = deepest) throws(JSONError) -> JSONValue {
    try readNoting(bytes, deepest: deepest).value
  }

  /// A character that no text can hold, written as an escape: half of a surrogate pair alone.
  package struct Replacement: Hashable, Sendable {
    package var location: SourceLocation
    /// The name before the value that it is in; nil outside of objects.
    package var name: String?
  }

  /// With the first halves of characters that U+FFFD stands for now: one for each text, and of so many `more` texts none.
  package static func readNoting(
    _ bytes: [UInt8], deepest: Int = deepest
  ) throws(JSONError) -> (value: JSONValue, replacements: [Replacement], more: Int) {
    var reader = JSONReader(bytes: bytes, deepest: deepest)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { reader.i = 3 }
    guard String(validating: bytes, as: UTF8.self) != nil else {
      throw JSONError(
        location: SourceLocation(line: 1, column: 1),
        description: "the text is not UTF-8; convert it, for example with iconv")
    }
    let value = try reader.value(depth: 0)
    reader.skipWhitespace()
    guard reader.i == bytes.count else { throw reader.error("something follows the end of the value") }
    return (value, reader.replacements, reader.more)
  }

  private static let mostReplacements = 20
  private static let words: [(String, JSONValue)] = [("true", .bool(true)), ("false", .bool(false)), ("null", .null)]
  /// What one letter behind a backslash stands for.
  static let escapes = Dictionary(
    uniqueKeysWithValues: zip("\"\\/bfnrt".utf8, "\"\\/\u{8}\u{C}\n\r\t".unicodeScalars))

  private let bytes: [UInt8]
  private let deepest: Int
  private var i = 0
  private var names: [String] = []
  private var replacements: [Replacement] = []
  private var more = 0
  /// True when nothing was replaced yet in the text at hand.
  private var isWhole = true

  private init(bytes: [UInt8], deepest: Int) { (self.bytes, self.deepest) = (bytes, deepest) }

  private func error(_ message: String, at place: Int? = nil) -> JSONError {
    let before = bytes[..<min(place ?? i, bytes.count)]
    let lineStart = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    let line = before.reduce(1) { $1 == 0x0A ? $0 + 1 : $0 }
    return JSONError(
      location: SourceLocation(line: line, column: before.count - lineStart + 1), description: message)
  }

  private mutating func skipWhitespace() {
    while i < bytes.count, bytes[i].isSpaceOrLineBreak { i += 1 }
  }

  private mutating func skip(_ character: Unicode.Scalar) -> Bool {
    skipWhitespace()
    guard i < bytes.count, UInt32(bytes[i]) == character.value else { return false }
    i += 1
    return true
  }

  private mutating func value(depth: Int) throws(JSONError) -> JSONValue {
    guard depth < deepest else { throw error("lists and objects are nested deeper than \(deepest)") }
    skipWhitespace()
    guard i < bytes.count else { throw error("the text ends where a value is expected") }
    switch bytes[i] {
    case UInt8(ascii: "{"): return try object(depth: depth)
    case UInt8(ascii: "["): return try list(depth: depth)
    case UInt8(ascii: "\""): return .text(try string())
    default: break
    }
    for (word, value) in Self.words where bytes[i...].starts(with: word.utf8) {
      i += word.utf8.count
      return value
    }
    return try number()
  }

  private mutating func object(depth: Int) throws(JSONError) -> JSONValue {
    i += 1
    var members: [JSONValue.Member] = []
    if skip("}") { return .object([]) }
    repeat {
      skipWhitespace()
      guard i < bytes.count, bytes[i] == UInt8(ascii: "\"") else {
        throw error("a name in double quotes is expected here")
      }
      let name = try string()
      guard skip(":") else { throw error("a colon is expected behind the name \"\(name)\"") }
      names.append(name)
      members.append(JSONValue.Member(name, try value(depth: depth + 1)))
      names.removeLast()
    } while skip(",")
    guard skip("}") else { throw error("a comma or } is expected here") }
    return .object(members)
  }

  private mutating func list(depth: Int) throws(JSONError) -> JSONValue {
    i += 1
    var values: [JSONValue] = []
    if skip("]") { return .list([]) }
    repeat { values.append(try value(depth: depth + 1)) } while skip(",")
    guard skip("]") else { throw error("a comma or ] is expected here") }
    return .list(values)
  }

  private mutating func number() throws(JSONError) -> JSONValue {
    let start = i
    while i < bytes.count, "+-.0123456789eE".utf8.contains(bytes[i]) { i += 1 }
    let text = String(decoding: bytes[start..<i], as: UTF8.self)
    let isNumber = bytes[start..<i].withUnsafeBufferPointer { bytes in
      DecimalNumber(bytes).map { !$0.hasLeadingZeros && $0.json(of: bytes) == text.lowercased() } ?? false
    }
    guard isNumber else { throw error("a value is expected here", at: start) }
    return .number(text)
  }

  private mutating func string() throws(JSONError) -> String {
    let start = i
    isWhole = true
    i += 1
    var text = ""
    // What stands before is in `text` already.
    var copied = i
    while i < bytes.count {
      switch bytes[i] {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        text += String(decoding: bytes[copied..<i], as: UTF8.self)
        i += 1
        if bytes[i - 1] == UInt8(ascii: "\"") { return text }
        text.unicodeScalars.append(try escaped())
        copied = i
      case 0..<0x20: throw error("a control character in a text must be written with \\u")
      default: i += 1
      }
    }
    throw error("the text that begins here has no end", at: start)
  }

  /// What stands behind a backslash. Half of a surrogate pair alone becomes U+FFFD, since no text can hold it.
  private mutating func escaped() throws(JSONError) -> Unicode.Scalar {
    let start = i - 1
    guard i < bytes.count else { throw error("the text ends in the middle of an escape") }
    let c = bytes[i]
    i += 1
    if let scalar = Self.escapes[c] { return scalar }
    guard c == UInt8(ascii: "u") else { throw error("no such escape in JSON", at: start) }
    guard let first = hexadecimal() else { throw error("\\u needs four hexadecimal digits", at: start) }
    guard (0xD800..<0xDC00).contains(first) else { return Unicode.Scalar(first) ?? replacement(at: start) }
    let behind = i
    if bytes[i...].starts(with: "\\u".utf8) {
      i += 2
      if let second = hexadecimal(), (0xDC00..<0xE000).contains(second) {
        return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)) ?? "\u{FFFD}"
      }
    }
    i = behind
    return replacement(at: start)
  }

  private mutating func replacement(at place: Int) -> Unicode.Scalar {
    if isWhole {
      isWhole = false
      if replacements.count < Self.mostReplacements {
        replacements.append(Replacement(location: error("", at: place).location, name: names.last))
      } else {
        more += 1
      }
    }
    return "\u{FFFD}"
  }

  private mutating func hexadecimal() -> UInt32? {
    guard bytes.count - i >= 4, let value = UInt32(hexadecimal: bytes[i..<(i + 4)]) else { return nil }
    i += 4
    return value
  }
}
