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

  private(set) var refusal: Refusal?
  private(set) var lines: [YAMLText.Line] = []
  private(set) var isASCII = true

  /// More open flow brackets than this at one place are refused.
  static let maximumFlowDepth = 64
  /// Columns beyond this count one by one; at most `maximumFarColumns` different ones may start a block.
  private static let nearColumns = 64
  private static let maximumFarColumns = 32

  private let text: YAMLText
  private let bytes: [UInt8]
  private let end: Int
  private var brackets = 0
  private var anchors = false
  private var aliases = false
  private var farColumns: UInt64 = 0
  private var farthest = 0

  init(_ text: YAMLText) {
    self.text = text
    bytes = text.bytes
    end = text.range.upperBound
    scanLines()
    if refusal == nil, brackets > Self.maximumFlowDepth { checkFlowDepth() }
    if refusal == nil, anchors, aliases { checkKeys() }
  }

  private mutating func scanLines() {
    var i = text.range.lowerBound
    var fileLine = 0
    var fileLineOffset = i
    lines.reserveCapacity(16)
    while true {
      lines.append(YAMLText.Line(offset: i, fileLine: fileLine, fileLineOffset: fileLineOffset))
      i = scanIndicators(from: i)
      i = scanRest(from: i)
      guard i < end else { return }
      // At a line break of any kind.
      if bytes[i] == 0x0D, i + 1 < end, bytes[i + 1] == 0x0A { i += 1 }
      i += text.breakLength(at: i)
      if bytes[i - 1] == 0x0A || bytes[i - 1] == 0x0D {
        fileLine += 1
        fileLineOffset = i
      }
    }
  }

  /// Whitespace and block indicators at a line's start: each column where a block can begin is noted.
  private mutating func scanIndicators(from start: Int) -> Int {
    var i = start
    var column = 0
    while i < end {
      switch bytes[i] {
      case 0x20, 0x09:
        i += 1
      case 0xEF where startsWithByteOrderMark(at: i):
        isASCII = false
        i += 3
      case UInt8(ascii: "-"), UInt8(ascii: "?"), UInt8(ascii: ":"):
        note(column: column, at: i)
        guard text.isWhitespaceOrEnd(at: i + 1) else { return i }
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
    while i < end {
      let c = bytes[i]
      if c >= 0x80 {
        isASCII = false
        if text.breakLength(at: i) > 0 { return i }
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
    for i in text.range where bytes[i] == UInt8(ascii: "[") || bytes[i] == UInt8(ascii: "{") {
      ends.removeAll { $0 < i }
      ends.append(endOfFlow(from: i) ?? end)
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
    while i < end {
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
      case UInt8(ascii: "-") where text.isWhitespaceOrEnd(at: i + 1):
        i += 1
      case UInt8(ascii: "#"):
        i = text.endOfLine(from: i)
      case UInt8(ascii: "'"), UInt8(ascii: "\""):
        guard let behind = text.endOfQuoted(from: i) else { return i }
        i = behind
      case UInt8(ascii: "*"), UInt8(ascii: "&"):
        i += 1
        while isName(at: i) { i += 1 }
      case UInt8(ascii: "|"), UInt8(ascii: ">"), UInt8(ascii: "%"), UInt8(ascii: "@"), UInt8(ascii: "`"):
        return i
      case UInt8(ascii: "!"):
        return nil
      default:
        guard text.breakLength(at: i) == 0, !startsWithByteOrderMark(at: i) else { return nil }
        i = endOfPlain(from: i)
      }
    }
    return nil
  }

  private func endOfPlain(from start: Int) -> Int {
    var i = start
    var afterWhitespace = false
    while i < end {
      switch bytes[i] {
      case UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"), UInt8(ascii: "}"):
        return i
      case UInt8(ascii: ":") where text.isWhitespaceOrEnd(at: i + 1): return i
      case UInt8(ascii: "#") where afterWhitespace: return i
      case 0x20, 0x09, 0x0A, 0x0D: afterWhitespace = true
      default: afterWhitespace = text.breakLength(at: i) > 0 || (afterWhitespace && bytes[i] & 0xC0 == 0x80)
      }
      i += 1
    }
    return i
  }

  // MARK: Keys

  /// Text that has both anchors and aliases may have no key that could hold an alias.
  private mutating func checkKeys() {
    for i in text.range {
      switch bytes[i] {
      case UInt8(ascii: "?") where i == text.range.lowerBound || !isName(at: i - 1):
        refusal = .aliasInKey(offset: i)
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        if isColon(after: i + 1) { refusal = .aliasInKey(offset: i) }
      case UInt8(ascii: "*"):
        var behind = i + 1
        while isName(at: behind) { behind += 1 }
        if behind > i + 1, isColon(after: behind) { refusal = .aliasInKey(offset: i) }
      default: break
      }
      if refusal != nil { return }
    }
  }

  private func isColon(after start: Int) -> Bool {
    let i = text.firstNonWhitespace(from: start)
    return i < end && bytes[i] == UInt8(ascii: ":")
  }

  // MARK: Bytes

  private func isName(at i: Int) -> Bool {
    guard i < end else { return false }
    let c = bytes[i]
    return c.isASCIILetterOrDigit || c == 0x5F || c == 0x2D
  }

  private func startsWithByteOrderMark(at i: Int) -> Bool {
    i + 2 < end && bytes[i] == 0xEF && bytes[i + 1] == 0xBB && bytes[i + 2] == 0xBF
  }
}
