/// A look at YAML text before the parser sees it.
///
/// The parser recurses once for each level of nesting and hashes mapping keys with all they hold, so both must be bounded
/// beforehand. The bounds here are never below the truth: what passes nests at most some 250 levels deep, and no key
/// contains an alias. Text that a person wrote passes.
struct YAMLPrescan {
  enum Refusal: Hashable {
    case tooDeep(offset: Int)
    case aliasInKey(offset: Int)
  }

  /// A line as YAML counts them: CR, NEL, LS and PS end one too.
  struct Line {
    var offset: Int
    /// Counts from 0; only LF ends a line of the file.
    var fileLine: Int
    var fileLineOffset: Int
  }

  private(set) var refusal: Refusal?
  private(set) var lines: [Line] = []
  private(set) var isASCII = true

  /// More open flow brackets than this at one place are refused.
  static let maximumFlowDepth = 64
  /// Columns beyond this count one by one; at most `maximumFarColumns` different ones may start a block.
  private static let nearColumns = 64
  private static let maximumFarColumns = 32

  private let bytes: UnsafeBufferPointer<UInt8>
  private var brackets = 0
  private var anchors = false
  private var aliases = false
  private var farColumns: UInt64 = 0
  private var farthest = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
    scanLines()
    if refusal == nil, brackets > Self.maximumFlowDepth { checkFlowDepth() }
    if refusal == nil, anchors, aliases { checkKeys() }
  }

  private mutating func scanLines() {
    var i = 0
    var fileLine = 0
    var fileLineOffset = 0
    lines.reserveCapacity(16)
    while true {
      lines.append(Line(offset: i, fileLine: fileLine, fileLineOffset: fileLineOffset))
      i = scanIndicators(from: i)
      i = scanRest(from: i)
      guard i < bytes.count else { return }
      // At a line break of any kind.
      switch bytes[i] {
      case 0x0D where i + 1 < bytes.count && bytes[i + 1] == 0x0A: i += 2
      case 0x0A, 0x0D: i += 1
      case 0xC2: i += 2
      default: i += 3
      }
      if bytes[i - 1] == 0x0A {
        fileLine += 1
        fileLineOffset = i
      }
    }
  }

  /// Whitespace and block indicators at a line's start: each column where a block can begin is noted.
  private mutating func scanIndicators(from start: Int) -> Int {
    var i = start
    var column = 0
    while i < bytes.count {
      switch bytes[i] {
      case 0x20, 0x09:
        i += 1
      case 0xEF where startsWithByteOrderMark(at: i):
        isASCII = false
        i += 3
      case UInt8(ascii: "-"), UInt8(ascii: "?"), UInt8(ascii: ":"):
        note(column: column, at: i)
        guard isWhitespaceOrEnd(at: i + 1) else { return i }
        i += 1
      case 0x0A, 0x0D:
        return i
      default:
        note(column: column, at: i)
        return i
      }
      column += 1
    }
    return i
  }

  private mutating func note(column: Int, at offset: Int) {
    guard column >= Self.nearColumns else { return }
    if column < Self.nearColumns + 64 {
      farColumns |= 1 << UInt64(column - Self.nearColumns)
    } else {
      farthest += 1
    }
    if refusal == nil, farColumns.nonzeroBitCount + farthest > Self.maximumFarColumns {
      refusal = .tooDeep(offset: offset)
    }
  }

  /// The offset of the line break that ends the line, or the end.
  private mutating func scanRest(from start: Int) -> Int {
    var i = start
    while i < bytes.count {
      let c = bytes[i]
      if c >= 0x80 {
        isASCII = false
        if isUnicodeBreak(at: i) { return i }
      } else {
        switch c {
        case 0x0A, 0x0D: return i
        case UInt8(ascii: "["), UInt8(ascii: "{"): brackets += 1
        case UInt8(ascii: "&"): if isName(at: i + 1) { anchors = true }
        case UInt8(ascii: "*"): if isName(at: i + 1) { aliases = true }
        default: break
        }
      }
      i += 1
    }
    return i
  }

  // MARK: Flow collections

  /// Counts at each place the brackets that may be open there. A bracket counts as closed only where its partner is
  /// found by reading on from it as YAML would if it is one, so a closing bracket in a quote or comment closes nothing.
  private mutating func checkFlowDepth() {
    var ends: [Int] = []
    for i in bytes.indices where bytes[i] == UInt8(ascii: "[") || bytes[i] == UInt8(ascii: "{") {
      ends.removeAll { $0 < i }
      ends.append(endOfFlow(from: i) ?? bytes.count)
      if ends.count > Self.maximumFlowDepth {
        refusal = .tooDeep(offset: i)
        return
      }
    }
  }

  /// Where the collection that opens at `start` is closed, or reading it must fail; nil where that cannot be told.
  private func endOfFlow(from start: Int) -> Int? {
    var depth = 0
    var i = start
    while i < bytes.count {
      switch bytes[i] {
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        depth += 1
        i += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        depth -= 1
        if depth == 0 { return i }
        i += 1
      case 0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: ","), UInt8(ascii: "?"), UInt8(ascii: ":"):
        i += 1
      case UInt8(ascii: "-") where isWhitespaceOrEnd(at: i + 1):
        i += 1
      case UInt8(ascii: "#"):
        i = endOfLine(from: i)
      case UInt8(ascii: "'"), UInt8(ascii: "\""):
        guard let end = endOfQuoted(from: i) else { return i }
        i = end
      case UInt8(ascii: "*"), UInt8(ascii: "&"):
        i += 1
        while isName(at: i) { i += 1 }
      case UInt8(ascii: "|"), UInt8(ascii: ">"), UInt8(ascii: "%"), UInt8(ascii: "@"), UInt8(ascii: "`"):
        return i
      case UInt8(ascii: "!"):
        return nil
      default:
        guard !isUnicodeBreak(at: i), !startsWithByteOrderMark(at: i) else { return nil }
        i = endOfPlain(from: i)
      }
    }
    return nil
  }

  private func endOfLine(from start: Int) -> Int {
    var i = start
    while i < bytes.count, bytes[i] != 0x0A, bytes[i] != 0x0D, !isUnicodeBreak(at: i) { i += 1 }
    return i
  }

  private func endOfQuoted(from start: Int) -> Int? {
    let quote = bytes[start]
    var i = start + 1
    while i < bytes.count {
      if bytes[i] == quote {
        guard quote == UInt8(ascii: "'"), i + 1 < bytes.count, bytes[i + 1] == quote else { return i + 1 }
        i += 1
      } else if bytes[i] == UInt8(ascii: "\\"), quote == UInt8(ascii: "\"") {
        i += 1
      }
      i += 1
    }
    return nil
  }

  private func endOfPlain(from start: Int) -> Int {
    var i = start
    var afterWhitespace = false
    while i < bytes.count {
      switch bytes[i] {
      case UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"), UInt8(ascii: "}"):
        return i
      case UInt8(ascii: ":") where isWhitespaceOrEnd(at: i + 1): return i
      case UInt8(ascii: "#") where afterWhitespace: return i
      case 0x20, 0x09, 0x0A, 0x0D: afterWhitespace = true
      default: afterWhitespace = isUnicodeBreak(at: i) || (afterWhitespace && isContinuation(bytes[i]))
      }
      i += 1
    }
    return i
  }

  // MARK: Keys

  /// Text that has both anchors and aliases may have no key that could hold an alias.
  private mutating func checkKeys() {
    for i in bytes.indices {
      switch bytes[i] {
      case UInt8(ascii: "?") where i == 0 || !isName(at: i - 1):
        refusal = .aliasInKey(offset: i)
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        if isColon(after: i + 1) { refusal = .aliasInKey(offset: i) }
      case UInt8(ascii: "*"):
        var end = i + 1
        while isName(at: end) { end += 1 }
        if end > i + 1, isColon(after: end) { refusal = .aliasInKey(offset: i) }
      default: break
      }
      if refusal != nil { return }
    }
  }

  private func isColon(after start: Int) -> Bool {
    var i = start
    while i < bytes.count, bytes[i] == 0x20 || bytes[i] == 0x09 { i += 1 }
    return i < bytes.count && bytes[i] == UInt8(ascii: ":")
  }

  // MARK: Bytes

  private func isName(at i: Int) -> Bool {
    guard i < bytes.count else { return false }
    let c = bytes[i]
    return c.isASCIILetterOrDigit || c == 0x5F || c == 0x2D
  }

  private func isWhitespaceOrEnd(at i: Int) -> Bool {
    guard i < bytes.count else { return true }
    let c = bytes[i]
    return c == 0x20 || c == 0x09 || c == 0x0A || c == 0x0D || isUnicodeBreak(at: i)
  }

  private func isContinuation(_ c: UInt8) -> Bool { c & 0xC0 == 0x80 }

  private func isUnicodeBreak(at i: Int) -> Bool {
    switch bytes[i] {
    case 0xC2: i + 1 < bytes.count && bytes[i + 1] == 0x85
    case 0xE2:
      i + 2 < bytes.count && bytes[i + 1] == 0x80 && (bytes[i + 2] == 0xA8 || bytes[i + 2] == 0xA9)
    default: false
    }
  }

  private func startsWithByteOrderMark(at i: Int) -> Bool {
    i + 2 < bytes.count && bytes[i] == 0xEF && bytes[i + 1] == 0xBB && bytes[i + 2] == 0xBF
  }
}
