/// The few keys that are read from TOML front matter (Hugo): `title`, `tags` and `date`, where they stand before the
/// first table and hold plain strings, dates or lists of strings. All else is passed over.
struct TOMLFrontMatter {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var i = 0
  private var line: Int
  private var lineStart = 0
  private var properties: [Property] = []
  /// The places of the items of the list that was read last.
  private var itemLocations: [SourceLocation] = []

  private static let keys = ["title", "tags", "date"]

  static func read(
    _ content: UnsafeBufferPointer<UInt8>, firstLine: Int
  ) -> (properties: [Property], diagnostics: [Diagnostic]) {
    if let problem = YAMLReader.tooLarge(content, firstLine: firstLine, subject: .frontMatter) {
      return ([], [problem])
    }
    var reader = TOMLFrontMatter(bytes: content, line: firstLine)
    reader.readTable()
    return (reader.properties, [])
  }

  /// What a table (`["format", "markdown"]`) says under each of its keys, and where: nil for what is neither `true` nor
  /// `false`. Tables within braces are passed over.
  static func checkboxes(
    in content: UnsafeBufferPointer<UInt8>, of table: [String]
  ) -> (found: [String: (value: Bool?, place: SourceLocation)], unreadable: SourceLocation?) {
    var unreadable: SourceLocation?
    var found: [String: (value: Bool?, place: SourceLocation)] = [:]
    var reader = TOMLFrontMatter(bytes: content, line: 1)
    /// Nil in a list of tables.
    var open: [String]? = []
    while true {
      reader.skipWhitespaceAndLines()
      guard reader.i < content.count else { return (found, unreadable) }
      let statement = (reader.i, reader.line, reader.lineStart)
      if content[reader.i] == UInt8(ascii: "[") {
        let place = reader.location
        reader.i += 1
        open = reader.readName(until: UInt8(ascii: "]"))
        if open == nil {
          let isList = reader.i < content.count && content[reader.i] == UInt8(ascii: "[")
          if isList { reader.i += 1 }
          if !isList || reader.readName(until: UInt8(ascii: "]")) == nil { unreadable = unreadable ?? place }
        }
      } else {
        let start = reader.location
        let name = reader.readName(until: UInt8(ascii: "="))
        if name == nil { unreadable = unreadable ?? start }
        if let open, let name, let key = name.last, open + name.dropLast() == table, found[key] == nil {
          let place = reader.location
          let value = reader.readCheckbox()
          found[key] = (reader.isAtLineEnd ? value : nil, place)
        }
      }
      (reader.i, reader.line, reader.lineStart) = statement
      reader.skipStatement()
    }
  }

  private init(bytes: UnsafeBufferPointer<UInt8>, line: Int) {
    self.bytes = bytes
    self.line = line
  }

  private mutating func readTable() {
    while i < bytes.count {
      skipWhitespace()
      guard i < bytes.count, bytes[i] != UInt8(ascii: "[") else { return }
      let statement = (i: i, line: line, lineStart: lineStart)
      let place = location
      itemLocations = []
      if let key = readKey(), Self.keys.contains(key), !properties.contains(where: { $0.key == key }),
        case let valuePlace = location, let value = readValue(), isAtLineEnd
      {
        properties.append(
          Property(
            key: key, value: value, location: place, valueLocation: valuePlace, itemLocations: itemLocations))
      } else {
        (i, line, lineStart) = statement
      }
      skipStatement()
    }
  }

  private var location: SourceLocation { SourceLocation(line: line, column: i - lineStart + 1) }

  private mutating func readKey() -> String? {
    let start = i
    while i < bytes.count, bytes[i].isASCIILetterOrDigit || "_-".utf8.contains(bytes[i]) { i += 1 }
    let key = String(decoding: bytes[start..<i], as: UTF8.self)
    skipWhitespace()
    guard !key.isEmpty, i < bytes.count, bytes[i] == UInt8(ascii: "=") else { return nil }
    i += 1
    skipWhitespace()
    return key
  }

  /// A key with dots between its parts, and what stands behind it.
  private mutating func readName(until end: UInt8) -> [String]? {
    var parts: [String] = []
    while true {
      skipWhitespace()
      let start = i
      while i < bytes.count, bytes[i].isASCIILetterOrDigit || "_-".utf8.contains(bytes[i]) { i += 1 }
      guard let part = i > start ? bytes.text(start..<i) : readString() else { return nil }
      parts.append(part)
      skipWhitespace()
      guard i < bytes.count, bytes[i] == end || bytes[i] == UInt8(ascii: ".") else { return nil }
      i += 1
      if bytes[i - 1] == end {
        skipWhitespace()
        return parts
      }
    }
  }

  private mutating func readCheckbox() -> Bool? {
    let start = i
    while i < bytes.count, bytes[i].isASCIILetter { i += 1 }
    switch bytes.text(start..<i) {
    case "true": return true
    case "false": return false
    default: return nil
    }
  }

  private mutating func readValue() -> PropertyValue? {
    guard i < bytes.count else { return nil }
    switch bytes[i] {
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      return readString().map { .text($0) }
    case UInt8(ascii: "["):
      return readList()
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      let start = i
      while i < bytes.count, bytes[i] != 0x0A, bytes[i] != UInt8(ascii: "#") { i += 1 }
      let text = bytes[start..<i].trimming(where: \.isSpaceOrLineBreak)
      let value = PropertyValue(plain: String(decoding: text, as: UTF8.self))
      switch value {
      case .date, .dateTime: return value
      default: return nil
      }
    default:
      return nil
    }
  }

  private mutating func readList() -> PropertyValue? {
    var values: [PropertyValue] = []
    i += 1
    while true {
      skipWhitespaceAndLines()
      guard i < bytes.count else { return nil }
      if bytes[i] == UInt8(ascii: "]") {
        i += 1
        return .list(values)
      }
      let place = location
      guard let text = readString() else { return nil }
      values.append(.text(text))
      itemLocations.append(place)
      skipWhitespaceAndLines()
      if i < bytes.count, bytes[i] == UInt8(ascii: ",") {
        i += 1
      } else if i >= bytes.count || bytes[i] != UInt8(ascii: "]") {
        return nil
      }
    }
  }

  /// A string on one line, basic or literal; nil for all else.
  private mutating func readString() -> String? {
    guard i < bytes.count else { return nil }
    let quote = bytes[i]
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"), !isTripleQuote(quote) else { return nil }
    i += 1
    var text: [UInt8] = []
    while i < bytes.count, bytes[i] != 0x0A {
      let c = bytes[i]
      i += 1
      if c == quote { return String(decoding: text, as: UTF8.self) }
      if c == UInt8(ascii: "\\"), quote == UInt8(ascii: "\"") {
        guard let scalar = readEscape() else { return nil }
        text.append(contentsOf: String(scalar).utf8)
      } else {
        text.append(c)
      }
    }
    return nil
  }

  private mutating func readEscape() -> Unicode.Scalar? {
    guard i < bytes.count else { return nil }
    let c = bytes[i]
    i += 1
    // JSON's escapes but for one.
    guard c | 0x20 == UInt8(ascii: "u") else { return c == UInt8(ascii: "/") ? nil : JSONReader.escapes[c] }
    let count = c == UInt8(ascii: "u") ? 4 : 8
    guard bytes.count - i >= count else { return nil }
    defer { i += count }
    return UInt32(hexadecimal: bytes[i..<(i + count)]).flatMap(Unicode.Scalar.init)
  }

  // MARK: Moving on

  /// To the line after the statement: a string in three quotes, or a list, may span lines.
  private mutating func skipStatement() {
    var depth = 0
    while i < bytes.count {
      let c = bytes[i]
      switch c {
      case 0x0A:
        advanceLine()
        if depth <= 0 { return }
        continue
      case UInt8(ascii: "#"):
        while i < bytes.count, bytes[i] != 0x0A { i += 1 }
        continue
      case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        skipString(c)
        continue
      default: break
      }
      i += 1
    }
  }

  private mutating func skipString(_ quote: UInt8) {
    let triple = isTripleQuote(quote)
    i += triple ? 3 : 1
    while i < bytes.count {
      if bytes[i] == UInt8(ascii: "\\"), quote == UInt8(ascii: "\""), i + 1 < bytes.count, bytes[i + 1] != 0x0A {
        i += 2
      } else if bytes[i] == quote, !triple || isTripleQuote(quote) {
        i += triple ? 3 : 1
        return
      } else if bytes[i] == 0x0A {
        guard triple else { return }
        advanceLine()
      } else {
        i += 1
      }
    }
  }

  private mutating func advanceLine() {
    i += 1
    line += 1
    lineStart = i
  }

  private mutating func skipWhitespace() {
    while i < bytes.count, bytes[i].isSpaceOrTab { i += 1 }
  }

  private mutating func skipWhitespaceAndLines() {
    while i < bytes.count {
      switch bytes[i] {
      case 0x20, 0x09, 0x0D: i += 1
      case 0x0A: advanceLine()
      case UInt8(ascii: "#"): while i < bytes.count, bytes[i] != 0x0A { i += 1 }
      default: return
      }
    }
  }

  private var isAtLineEnd: Bool {
    var end = i
    while end < bytes.count, bytes[end] == 0x20 || bytes[end] == 0x09 || bytes[end] == 0x0D { end += 1 }
    return end >= bytes.count || bytes[end] == 0x0A || bytes[end] == UInt8(ascii: "#")
  }

  private func isTripleQuote(_ quote: UInt8) -> Bool {
    i + 2 < bytes.count && bytes[i] == quote && bytes[i + 1] == quote && bytes[i + 2] == quote
  }
}
