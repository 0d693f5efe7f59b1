/// Pipe tables of GitHub Flavored Markdown: a header row, a delimiter row of as many cells, then rows to the
/// paragraph's end.
enum TableLines {
  static func mark(
    _ document: inout MarkdownDocument, _ bytes: UnsafeBufferPointer<UInt8>, first: Int, last: Int
  ) {
    guard last > first else { return }
    for line in (first + 1)...last {
      guard let cells = delimiterCells(bytes, document.lines[line].content),
        self.cells(bytes, document.lines[line - 1].content) == cells
      else { continue }
      for row in (line - 1)...last where document.lines[row].kind != .task { document.lines[row].kind = .tableRow }
      return
    }
  }

  /// How many cells a delimiter row (`|---|:-:|`) has; nil when it is none.
  private static func delimiterCells(_ bytes: UnsafeBufferPointer<UInt8>, _ range: SourceRange) -> Int? {
    var hasDash = false
    var hasPipe = false
    for i in range {
      switch bytes[i] {
      case 0x2D: hasDash = true
      case 0x7C: hasPipe = true
      case 0x3A, 0x20, 0x09: break
      default: return nil
      }
    }
    return hasDash && hasPipe ? cells(bytes, range) : nil
  }

  private static func cells(_ bytes: UnsafeBufferPointer<UInt8>, _ range: SourceRange) -> Int {
    let range = HeadingText.trimmed(range, bytes)
    guard !range.isEmpty else { return 0 }
    var count = 1
    var i = range.lowerBound
    if bytes[i] == 0x7C { i += 1 }
    while i < range.upperBound {
      if bytes[i] == 0x5C {
        i += 2
        continue
      }
      if bytes[i] == 0x7C, i + 1 < range.upperBound { count += 1 }
      i += 1
    }
    return count
  }
}
