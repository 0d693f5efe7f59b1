/// Where YAML's tokens end. The parser tells only where its nodes begin; what is here goes on from there, over text that
/// the parser has accepted.
struct YAMLSpans {
  let bytes: [UInt8]
  /// Ascending offsets of the lines' first bytes, by YAML's line breaks.
  let lineStarts: [Int]
  /// Where the YAML text lies in `bytes`.
  let range: SourceRange

  // MARK: Lines

  func lineStart(of offset: Int) -> Int {
    lineStarts[lineIndex(of: offset)]
  }

  /// The offset behind the line's break.
  func lineEnd(of offset: Int) -> Int {
    let next = lineIndex(of: offset) + 1
    return next < lineStarts.count ? lineStarts[next] : range.upperBound
  }

  /// The starts of the lines that begin in a range.
  func lines(in range: SourceRange) -> ArraySlice<Int> {
    guard !range.isEmpty else { return [] }
    var first = lineIndex(of: range.lowerBound)
    if lineStarts[first] < range.lowerBound { first += 1 }
    var end = first
    while end < lineStarts.count, lineStarts[end] < range.upperBound { end += 1 }
    return lineStarts[first..<end]
  }

  private func lineIndex(of offset: Int) -> Int {
    max(0, lineStarts.partitioningIndex { $0 > offset } - 1)
  }

  /// The offset of a Unicode scalar. Line and column count from 1, as the parser counts.
  func offset(line: Int, column: Int) -> Int {
    guard line >= 1, line <= lineStarts.count else { return range.upperBound }
    var offset = lineStarts[line - 1]
    for _ in 1..<max(1, column) where offset < range.upperBound {
      offset += 1
      while offset < range.upperBound, bytes[offset] & 0xC0 == 0x80 { offset += 1 }
    }
    return offset
  }

  func firstNonWhitespace(from start: Int) -> Int {
    var i = start
    while i < range.upperBound, isWhitespace(bytes[i]) { i += 1 }
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

  func isWhitespace(_ c: UInt8) -> Bool { c == 0x20 || c == 0x09 }

  private func isWhitespaceOrEnd(at i: Int) -> Bool { isLineEnd(at: i) || isWhitespace(bytes[i]) }

  /// The end of the text on the line that ends at `end`, without trailing blanks and line break.
  private func trimmed(from start: Int, to end: Int) -> Int {
    var end = end
    while end > start, isWhitespace(bytes[end - 1]) { end -= 1 }
    return end
  }

  // MARK: Tokens

  /// The first byte that is neither blank, line break nor comment; nil where `end` comes first.
  func firstContent(from start: Int, to end: Int) -> Int? {
    var i = start
    while i < end {
      if isWhitespace(bytes[i]) {
        i += 1
      } else if bytes[i] == UInt8(ascii: "#"), i == range.lowerBound || isWhitespaceOrEnd(at: i - 1) || isLineStart(i) {
        while !isLineEnd(at: i) { i += 1 }
      } else {
        let length = breakLength(at: i)
        guard length > 0 else { return i }
        i += length
      }
    }
    return nil
  }

  private func isLineStart(_ i: Int) -> Bool { lineStart(of: i) == i }

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
        if bytes[i] == UInt8(ascii: "#"), i > start, isWhitespace(bytes[i - 1]) {
          return trimmed(from: lineStart, to: i)
        }
        i += 1
      }
      let lineEnd = trimmed(from: lineStart, to: i)
      while i < end, breakLength(at: i) > 0 || isWhitespace(bytes[i]) { i += max(1, breakLength(at: i)) }
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
        while !isLineEnd(at: text) { text += 1 }
        contentEnd = text
      }
      isFirst = false
      line = lineEnd(of: line)
    }
    return (header, isFirst ? header : contentEnd)
  }
}
