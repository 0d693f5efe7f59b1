/// Pipe tables of GitHub Flavored Markdown: a header row, a delimiter row of as many cells, then rows to the
/// paragraph's end.
package enum PipeTable {
  package enum Alignment: String, Sendable {
    case none, left, center, right
  }

  /// Marks a table's rows among the lines of a paragraph. Returns the header's line; nil when there is no table.
  static func mark(
    _ document: inout MarkdownDocument, _ bytes: UnsafeBufferPointer<UInt8>, first: Int, last: Int
  ) -> Int? {
    guard last > first else { return nil }
    for line in (first + 1)...last {
      let delimiters = document.lines[line].content
      guard mayDelimit(bytes, delimiters), let alignments = alignments(bytes, delimiters),
        cells(bytes, document.lines[line - 1].content).count == alignments.count
      else { continue }
      for row in (line - 1)...last where document.lines[row].kind != .task { document.lines[row].kind = .tableRow }
      return line - 1
    }
    return nil
  }

  /// A quick no for a line that is no delimiter row, as nearly all are.
  private static func mayDelimit(_ bytes: UnsafeBufferPointer<UInt8>, _ range: SourceRange) -> Bool {
    let row = bytes[range]
    return row.allSatisfy { $0 == 0x2D || $0 == 0x7C || $0 == 0x3A || $0.isSpaceOrTab } && row.contains(0x2D)
      && row.contains(0x7C)
  }

  /// The columns' alignments as a delimiter row (`|---|:-:|`) gives them; nil when it is none.
  package static func alignments(_ bytes: UnsafeBufferPointer<UInt8>, _ range: SourceRange) -> [Alignment]? {
    var result: [Alignment] = []
    for cell in cells(bytes, range) {
      let isLeft = bytes[cell].first == 0x3A
      let isRight = cell.count > 1 && bytes[cell].last == 0x3A
      let dashes = bytes[cell].dropFirst(isLeft ? 1 : 0).dropLast(isRight ? 1 : 0)
      guard !dashes.isEmpty, dashes.allSatisfy({ $0 == 0x2D }) else { return nil }
      result.append(isLeft && isRight ? .center : isLeft ? .left : isRight ? .right : .none)
    }
    return result.isEmpty ? nil : result
  }

  /// A row's cells without the blanks around them; the outermost bars may be there or not. `\|` is a bar of the cell's
  /// text, and the bar of a wikilink belongs to the link.
  package static func cells(_ bytes: UnsafeBufferPointer<UInt8>, _ range: SourceRange) -> [SourceRange] {
    let row = HeadingText.trimmed(range, bytes)
    let end = row.upperBound
    var cells: [SourceRange] = []
    var i = row.lowerBound
    if i < end, bytes[i] == 0x7C { i += 1 }
    var start = i
    while i < end {
      switch bytes[i] {
      case 0x5C: i += 2
      case 0x5B where i + 1 < end && bytes[i + 1] == 0x5B:
        let link = InlineScanner.wikilink(bytes, from: i, limit: end)?.end
        // With a backtick in it the brackets may be code, which guards no bar.
        i = link.flatMap { bytes[i..<$0].contains(0x60) ? nil : $0 } ?? i + 1
      case 0x7C:
        cells.append(HeadingText.trimmed(start..<i, bytes))
        i += 1
        start = i
      default: i += 1
      }
    }
    if start < end { cells.append(HeadingText.trimmed(start..<end, bytes)) }
    return cells
  }
}
