/// The text of a note in which a link could stand, in pieces: words of two pieces are never one after the other.
struct MentionText {
  /// In the file, in order.
  private(set) var pieces: [SourceRange] = []

  init(_ bytes: UnsafeBufferPointer<UInt8>, _ document: MarkdownDocument) {
    let inlines = InlineContent(bytes, document: document)
    let gaps = Self.merged(
      inlines.opaque + inlines.linkRanges + inlines.tagRanges
        + inlines.blockIDs.compactMap { $0.range(in: bytes, document) } + Self.commentsAndBars(bytes, document))
    var next = 0
    for block in document.inlineBlocks {
      var start = max(block.range.lowerBound, document.lines[block.firstLine].content.lowerBound)
      let end = block.range.upperBound
      while next < gaps.count, gaps[next].upperBound <= start { next += 1 }
      var index = next
      while index < gaps.count, gaps[index].lowerBound < end {
        if gaps[index].lowerBound > start { pieces.append(start..<gaps[index].lowerBound) }
        start = max(start, gaps[index].upperBound)
        index += 1
      }
      if start < end { pieces.append(start..<end) }
    }
  }

  private static func merged(_ ranges: [SourceRange]) -> [SourceRange] {
    var merged: [SourceRange] = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = merged.last, range.lowerBound <= last.upperBound {
        merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        merged.append(range)
      }
    }
    return merged
  }

  /// The `^id` at its line's end.
  private static func commentsAndBars(
    _ bytes: UnsafeBufferPointer<UInt8>, _ document: MarkdownDocument
  ) -> [SourceRange] {
    var ranges: [SourceRange] = []
    for (index, line) in document.lines.enumerated() {
      switch line.kind {
      case .comment: ranges.append(document.lineTable.range(index))
      case .tableRow:
        let row = document.lineTable.range(index)
        // The end of a row is the end of a cell.
        ranges.append(max(row.lowerBound, row.upperBound - 1)..<row.upperBound)
        for i in row where bytes[i] == 0x7C { ranges.append(i..<i + 1) }
      default: break
      }
    }
    return ranges
  }
}
