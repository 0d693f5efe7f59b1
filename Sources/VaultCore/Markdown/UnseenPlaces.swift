/// The places of a note in which a link is none for whoever reads it drawn: between two `%%`, on one line or in a block, and
/// in math.
package struct UnseenPlaces {
  private var commentLines: Set<Int> = []
  /// Bytes of the file, in order.
  private var spans: [Range<Int>] = []
  /// Where each line begins, by its number in the file.
  private var starts: [Int: Int] = [:]

  private static let marks = [ByteSearch([0x25, 0x25]), ByteSearch([0x24])]

  package init(_ bytes: [UInt8]) {
    bytes.withUnsafeBufferPointer { buffer in
      guard Self.marks.contains(where: { $0.first(in: UnsafeRawBufferPointer(buffer)) != nil }) else { return }
      let document = MarkdownDocument(buffer, bodyStart: FrontMatterFence.find(in: buffer).range.upperBound)
      for (index, line) in document.lines.enumerated() {
        let number = index + 1 + document.lineOffset
        let range = document.lineTable.range(index)
        starts[number] = range.lowerBound
        switch line.kind {
        case .comment: commentLines.insert(number)
        case .code, .html, .blank: break
        default: addComments(in: buffer, range)
        }
      }
      for block in document.inlineBlocks { addMath(in: buffer, block.range) }
      spans.sort { $0.lowerBound < $1.lowerBound }
    }
  }

  package func contains(_ place: SourceLocation) -> Bool {
    if commentLines.contains(place.line) { return true }
    guard let start = starts[place.line] else { return false }
    let offset = start + place.column - 1
    // None of one kind lies in another of it, so that at most two can hold a place.
    let end = spans.partitioningIndex { $0.lowerBound > offset }
    return spans[max(0, end - 8)..<end].contains { $0.contains(offset) }
  }

  private mutating func addComments(in bytes: UnsafeBufferPointer<UInt8>, _ line: Range<Int>) {
    var open: Int?
    var i = line.lowerBound
    while i + 1 < line.upperBound {
      guard bytes[i] == 0x25, bytes[i + 1] == 0x25 else {
        i += 1
        continue
      }
      if let start = open {
        spans.append(start..<i)
        open = nil
      } else {
        open = i
      }
      i += 2
    }
  }

  private mutating func addMath(in bytes: UnsafeBufferPointer<UInt8>, _ range: SourceRange) {
    var math = MathSpans()
    var i = range.lowerBound
    while i < range.upperBound {
      switch bytes[i] {
      case 0x5C: i += 2
      case 0x24:
        let before = math.end
        let next = math.next(i, in: bytes, range)
        if math.end > before { spans.append(i..<math.end) }
        i = next
      default: i += 1
      }
    }
  }
}
