/// The places of a note that nobody who reads it drawn sees, since they stand between two `%%`: on one line, or in a block.
package struct CommentedPlaces {
  private var blocks: Set<Int> = []
  /// Columns from one `%%` to the next on the same line, by line.
  private var spans: [Int: [Range<Int>]] = [:]

  private static let mark = ByteSearch([0x25, 0x25])

  package init(_ bytes: [UInt8]) {
    bytes.withUnsafeBufferPointer { buffer in
      guard Self.mark.first(in: UnsafeRawBufferPointer(buffer)) != nil else { return }
      let document = MarkdownDocument(buffer, bodyStart: FrontMatterFence.find(in: buffer).range.upperBound)
      for (index, line) in document.lines.enumerated() {
        let number = index + 1 + document.lineOffset
        switch line.kind {
        case .comment: blocks.insert(number)
        case .code, .html, .blank: break
        default: spans[number] = Self.spans(in: buffer[document.lineTable.range(index)])
        }
      }
    }
  }

  package func contains(_ place: SourceLocation) -> Bool {
    blocks.contains(place.line) || spans[place.line]?.contains { $0.contains(place.column) } == true
  }

  private static func spans(in line: Slice<UnsafeBufferPointer<UInt8>>) -> [Range<Int>] {
    var marks: [Int] = []
    var i = line.startIndex
    while i + 1 < line.endIndex {
      let isMark = line[i] == 0x25 && line[i + 1] == 0x25
      if isMark { marks.append(i - line.startIndex + 1) }
      i += isMark ? 2 : 1
    }
    return stride(from: 0, to: marks.count - 1, by: 2).map { marks[$0]..<marks[$0 + 1] }
  }
}
