/// Finds where a line's own content begins, past the markers of the quotes and lists that enclose it.
///
/// Columns follow CommonMark: a tab reaches to the next multiple of four.
struct LineContent {
  let bytes: UnsafeBufferPointer<UInt8>
  let lines: LineTable

  struct Position {
    var offset: Int
    var column: Int
    /// Columns of a partly used tab that still count as indentation.
    var pending = 0
  }

  /// Skips at most `limit` columns of blanks. Returns how many were skipped.
  @discardableResult
  func skipWhitespace(_ p: inout Position, end: Int, limit: Int) -> Int {
    var skipped = 0
    while skipped < limit {
      if p.pending > 0 {
        p.pending -= 1
      } else if p.offset < end, bytes[p.offset] == 0x20 {
        p.offset += 1
      } else if p.offset < end, bytes[p.offset] == 0x09 {
        p.pending = 4 - p.column % 4
        p.offset += 1
        continue
      } else {
        break
      }
      p.column += 1
      skipped += 1
    }
    return skipped
  }

  /// The place after the markers of `container` and all that enclose it, on `line`. Stops where a lazy continuation
  /// line leaves markers out. Learns an item's indentation on its first line.
  func position(line: Int, container: Int, in containers: inout [MarkdownContainer]) -> Position {
    let end = lines.contentEnd(line, in: bytes)
    var p = Position(offset: lines.starts[line], column: 0)
    guard container >= 0 else { return p }
    var chain: [Int] = []
    var next = container
    while next >= 0 {
      chain.append(next)
      next = containers[next].parent
    }
    for index in chain.reversed() {
      if containers[index].isQuote {
        var q = p
        skipWhitespace(&q, end: end, limit: 3)
        guard q.offset < end, bytes[q.offset] == 0x3E else { return p }
        q.offset += 1
        q.column += 1
        skipWhitespace(&q, end: end, limit: 1)
        p = q
      } else if containers[index].startLine == line {
        guard let (after, indent) = pastMarker(p, end: end) else { return p }
        containers[index].indent = indent
        p = after
      } else if skipWhitespace(&p, end: end, limit: containers[index].indent) < containers[index].indent {
        return p
      }
    }
    return p
  }

  /// Past a list marker and the blanks that belong to it, with the columns that continuation lines are indented by.
  private func pastMarker(_ start: Position, end: Int) -> (Position, Int)? {
    var p = start
    skipWhitespace(&p, end: end, limit: .max)
    guard p.offset < end else { return nil }
    let c = bytes[p.offset]
    if c == 0x2D || c == 0x2B || c == 0x2A {
      p.offset += 1
      p.column += 1
    } else {
      let digits = p.offset
      while p.offset < end, bytes[p.offset].isDigit { p.offset += 1 }
      guard p.offset > digits, p.offset < end, bytes[p.offset] == 0x2E || bytes[p.offset] == 0x29 else { return nil }
      p.offset += 1
      p.column += p.offset - digits
    }
    let afterMarker = p.column
    var q = p
    let blanks = skipWhitespace(&q, end: end, limit: 5)
    if q.offset >= end && q.pending == 0 {
      // Nothing but the marker: content, if any, is indented by one more.
      return (q, afterMarker + 1 - start.column)
    }
    if blanks >= 1, blanks <= 4 { return (q, q.column - start.column) }
    skipWhitespace(&p, end: end, limit: 1)
    return (p, afterMarker + 1 - start.column)
  }
}
