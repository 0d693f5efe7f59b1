/// The math in a block of text: `$…$` on one line, `$$…$$` over lines.
///
/// As pandoc and Obsidian take it: what opens `$…$` stands before something that is not blank, what closes it behind such,
/// and before no digit, so that `$5 and $6` are prices. A backslash makes a `$` a character, and `$$` that nothing closes
/// is none.
struct MathSpans {
  /// The end of the last span; what is before it and behind where that began is math.
  private(set) var end = 0
  /// What was looked through for marks that close: before the end of the range there is none.
  private var inline = Search()
  private var display = Search()

  private struct Search {
    var range = 0..<0
    /// False where a line, or the text, ends at the range's end.
    var isFound = false
  }

  /// Reads the `$` at `i`, which no backslash escapes, and says where to go on: what math holds is looked at, too.
  mutating func next(_ i: Int, in bytes: UnsafeBufferPointer<UInt8>, _ range: SourceRange) -> Int {
    let isDisplay = i + 1 < range.upperBound && bytes[i + 1] == 0x24
    let inner = i + (isDisplay ? 2 : 1)
    guard i >= end else { return i + 1 }
    if isDisplay {
      if let close = displayClose(from: inner, in: bytes, range) { end = close + 2 }
    } else if inner < range.upperBound, !bytes[inner].isASCIIWhitespace,
      let close = inlineClose(from: inner, in: bytes, range)
    {
      end = close + 1
    }
    return inner
  }

  private mutating func inlineClose(
    from start: Int, in bytes: UnsafeBufferPointer<UInt8>, _ range: SourceRange
  ) -> Int? {
    find(\.inline, from: start) {
      var i = start
      while i < range.upperBound, bytes[i] != 0x0A, bytes[i] != 0x0D {
        if bytes[i] == 0x24, !bytes[i - 1].isASCIIWhitespace, i + 1 == range.upperBound || !bytes[i + 1].isDigit,
          !Self.isEscaped(i, in: bytes, range)
        {
          return (i, true)
        }
        i += 1
      }
      return (i, false)
    }
  }

  private mutating func displayClose(
    from start: Int, in bytes: UnsafeBufferPointer<UInt8>, _ range: SourceRange
  ) -> Int? {
    find(\.display, from: start) {
      var i = start
      while i + 1 < range.upperBound {
        if bytes[i] == 0x24, bytes[i + 1] == 0x24, !Self.isEscaped(i, in: bytes, range) { return (i, true) }
        i += 1
      }
      return (range.upperBound, false)
    }
  }

  /// Looks at no byte twice, however many marks open what nothing closes.
  private mutating func find(
    _ kind: WritableKeyPath<Self, Search>, from start: Int, _ search: () -> (end: Int, isFound: Bool)
  ) -> Int? {
    let known = self[keyPath: kind]
    if !known.range.contains(start), known.range.upperBound != start || !known.isFound {
      let (end, isFound) = search()
      self[keyPath: kind] = Search(range: start..<max(start, end), isFound: isFound)
    }
    return self[keyPath: kind].isFound ? self[keyPath: kind].range.upperBound : nil
  }

  private static func isEscaped(_ i: Int, in bytes: UnsafeBufferPointer<UInt8>, _ range: SourceRange) -> Bool {
    var start = i
    while start > range.lowerBound, bytes[start - 1] == 0x5C { start -= 1 }
    return (i - start) % 2 == 1
  }
}
