import Yams

/// YAML text: its lines, the places that the parser names, and where its tokens end. The parser tells only where its nodes
/// begin; what is here goes on from there, over text that the parser has accepted.
struct YAMLText {
  /// A line as YAML counts them: CR, NEL, LS and PS end one too.
  struct Line {
    var offset: Int
    /// Counts from 0; only LF ends a line of the file.
    var fileLine: Int
    var fileLineOffset: Int
  }

  let bytes: [UInt8]
  /// Where the YAML text lies in `bytes`.
  let range: SourceRange
  /// The line of the file on which the text starts.
  let firstLine: Int
  /// At least one.
  private(set) var lines: [Line] = []
  private(set) var isASCII = true
  /// Why the parser must not see the text.
  private(set) var refusal: YAMLPrescan.Refusal?

  init(_ bytes: [UInt8], _ range: SourceRange, firstLine: Int) {
    self.bytes = bytes
    self.range = range
    self.firstLine = firstLine
    let prescan = YAMLPrescan(self)
    (lines, isASCII, refusal) = (prescan.lines, prescan.isASCII, prescan.refusal)
  }

  var string: String { String(decoding: bytes[range], as: UTF8.self) }

  static func root(of text: String) throws -> Node? {
    // Explicit, since the default encoding reads the environment, and may print.
    try Parser(yaml: text, resolver: .basic, encoding: .utf8).singleRoot()
  }

  // MARK: Lines

  func lineStart(of offset: Int) -> Int {
    lines[lineIndex(of: offset)].offset
  }

  /// The offset behind the line's break.
  func lineEnd(of offset: Int) -> Int {
    let next = lineIndex(of: offset) + 1
    return next < lines.count ? lines[next].offset : range.upperBound
  }

  /// The starts of the lines that begin in a range.
  func lineStarts(in range: SourceRange) -> [Int] {
    lines.map(\.offset).filter(range.contains)
  }

  private func lineIndex(of offset: Int) -> Int {
    max(0, lines.partitioningIndex { $0.offset > offset } - 1)
  }

  // MARK: Places

  /// The byte that one of the parser's marks names; marks past the text's end give the end.
  func offset(of mark: Mark) -> Int {
    offset(of: mark, from: nil)
  }

  /// `earlier`: a mark that may stand before this one on its line, and its offset.
  private func offset(of mark: Mark, from earlier: (mark: Mark, offset: Int)?) -> Int {
    var offset = lines[min(max(mark.line, 1), lines.count) - 1].offset
    var count = max(0, mark.column - 1)
    guard !isASCII else { return min(offset + min(count, range.count), range.upperBound) }
    if let earlier, earlier.mark.line == mark.line, earlier.mark.column >= 1, earlier.mark.column <= mark.column {
      offset = earlier.offset
      count = mark.column - earlier.mark.column
    }
    var iterator = bytes[offset..<range.upperBound].makeIterator()
    var decoder = Unicode.UTF8.ForwardParser()
    for _ in 0..<min(count, range.count) {
      switch decoder.parseScalar(from: &iterator) {
      case .valid(let scalar): offset += scalar.count
      case .error(let length): offset += length
      case .emptyInput: return range.upperBound
      }
    }
    return offset
  }

  func location(of mark: Mark?) -> SourceLocation {
    locations(of: [mark])[0]
  }

  /// Faster than one by one where many stand on a line. Without a mark, the text's beginning.
  func locations(of marks: [Mark?]) -> [SourceLocation] {
    var earlier: (Mark, Int)?
    return marks.map { mark in
      guard let mark else { return SourceLocation(line: firstLine, column: 1) }
      let offset = offset(of: mark, from: earlier)
      earlier = (mark, offset)
      return location(at: offset, lineIndex: mark.line - 1)
    }
  }

  func location(at offset: Int) -> SourceLocation {
    location(at: offset, lineIndex: lineIndex(of: offset))
  }

  private func location(at offset: Int, lineIndex: Int) -> SourceLocation {
    let line = lines[min(max(lineIndex, 0), lines.count - 1)]
    return SourceLocation(line: firstLine + line.fileLine, column: max(0, offset - line.fileLineOffset) + 1)
  }

  // MARK: Tokens

  func firstNonWhitespace(from start: Int) -> Int {
    var i = start
    while i < range.upperBound, bytes[i].isSpaceOrTab { i += 1 }
    return i
  }

  func isLineEnd(at i: Int) -> Bool { i >= range.upperBound || breakLength(at: i) > 0 }

  /// 0 where no line ends.
  func breakLength(at i: Int) -> Int {
    switch bytes[i] {
    case 0x0A, 0x0D: 1
    case 0xC2: i + 1 < range.upperBound && bytes[i + 1] == 0x85 ? 2 : 0
    case 0xE2:
      i + 2 < range.upperBound && bytes[i + 1] == 0x80 && (bytes[i + 2] == 0xA8 || bytes[i + 2] == 0xA9) ? 3 : 0
    default: 0
    }
  }

  func isWhitespaceOrEnd(at i: Int) -> Bool { isLineEnd(at: i) || bytes[i].isSpaceOrTab }

  /// The end of the text on the line that ends at `end`, without trailing blanks and line break.
  func trimmed(from start: Int, to end: Int) -> Int {
    var end = end
    while end > start, bytes[end - 1].isSpaceOrTab { end -= 1 }
    return end
  }

  /// The offset of the line's break, or the end.
  func endOfLine(from start: Int) -> Int {
    var i = start
    while !isLineEnd(at: i) { i += 1 }
    return i
  }

  /// The first byte that is neither blank, line break nor comment; nil where `end` comes first.
  func firstContent(from start: Int, to end: Int) -> Int? {
    var i = start
    while i < end {
      if bytes[i].isSpaceOrTab {
        i += 1
      } else if bytes[i] == UInt8(ascii: "#"),
        i == range.lowerBound || isWhitespaceOrEnd(at: i - 1) || lineStart(of: i) == i
      {
        i = endOfLine(from: i)
      } else {
        let length = breakLength(at: i)
        guard length > 0 else { return i }
        i += length
      }
    }
    return nil
  }

  /// Behind the `!tag` and `&anchor` that stand before a value.
  func endOfProperties(from start: Int) -> Int {
    var i = start
    var end = start
    while i < range.upperBound, bytes[i] == UInt8(ascii: "!") || bytes[i] == UInt8(ascii: "&") {
      i = endOfWord(from: i)
      end = i
      i = firstNonWhitespace(from: i)
    }
    return end
  }

  func endOfWord(from start: Int) -> Int {
    var i = start
    while !isWhitespaceOrEnd(at: i) { i += 1 }
    return i
  }

  /// Behind the closing quote; nil where there is none.
  func endOfQuoted(from start: Int) -> Int? {
    let quote = bytes[start]
    var i = start + 1
    while i < range.upperBound {
      if bytes[i] == UInt8(ascii: "\\"), quote == UInt8(ascii: "\"") {
        i += 2
      } else if bytes[i] == quote {
        guard quote == UInt8(ascii: "'"), i + 1 < range.upperBound, bytes[i + 1] == quote else { return i + 1 }
        i += 2
      } else {
        i += 1
      }
    }
    return nil
  }

  /// A plain scalar in block style, over as many lines as it has before `end`.
  func endOfPlain(from start: Int, to end: Int) -> Int {
    var i = start
    while true {
      let lineStart = i
      while !isLineEnd(at: i) {
        if bytes[i] == UInt8(ascii: "#"), i > start, bytes[i - 1].isSpaceOrTab {
          return trimmed(from: lineStart, to: i)
        }
        i += 1
      }
      let lineEnd = trimmed(from: lineStart, to: i)
      while i < end, breakLength(at: i) > 0 || bytes[i].isSpaceOrTab { i += max(1, breakLength(at: i)) }
      if i >= end || bytes[i] == UInt8(ascii: "#") { return lineEnd }
    }
  }

  /// The header's end and the end of the last line, its break not included, of a `|` or `>` scalar.
  func endOfBlockScalar(from start: Int, to end: Int, parentColumn: Int) -> (header: Int, content: Int) {
    let header = endOfWord(from: start)
    let indicators = bytes[start..<header]
    var indent: Int?
    if let digit = indicators.first(where: { $0 >= 0x31 && $0 <= 0x39 }) {
      indent = max(parentColumn, 0) + Int(digit - 0x30)
    }
    let keepsBlankLines = indicators.contains(UInt8(ascii: "+"))
    var contentEnd = header
    var isFirst = true
    var line = lineEnd(of: start)
    while line < end {
      var text = line
      while text < end, bytes[text] == 0x20 { text += 1 }
      if isLineEnd(at: text) {
        if keepsBlankLines { contentEnd = text }
      } else {
        let column = text - line
        let wanted = indent ?? max(column, parentColumn + 1)
        indent = wanted
        guard column >= wanted else { break }
        contentEnd = endOfLine(from: text)
      }
      isFirst = false
      line = lineEnd(of: line)
    }
    return (header, isFirst ? header : contentEnd)
  }
}
