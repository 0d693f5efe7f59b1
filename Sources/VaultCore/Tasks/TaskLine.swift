/// A task with the places of its parts in the note's text: what edits are made from. Ranges are byte offsets in the file.
package struct TaskLine: Sendable {
  package let item: TaskItem
  /// False for a box that the global filter leaves out: it can be toggled, and has no fields.
  package let isTask: Bool
  /// The line without and with its ending.
  package let content: SourceRange
  package let line: SourceRange
  /// The scalar between the brackets.
  package let symbol: SourceRange
  /// The fields, which count from `textStart`.
  package let text: TaskText
  /// Behind the box and the blanks that follow it.
  package let textStart: Int
  /// The places of its tags, without `#`.
  let tags: [SourceRange]
  /// The whole item with all that is nested in it, line endings included and blank lines behind it not.
  package let block: SourceRange

  /// True when the item has more lines than its first.
  package var hasMore: Bool { block.upperBound > line.upperBound }

  /// Behind the `]`.
  package var boxEnd: Int { symbol.upperBound + 1 }

  /// The last byte that is neither a blank nor part of the block id ends here.
  func textEnd(in bytes: [UInt8]) -> Int {
    blanksStart(before: text.blockIDRange.map { textStart + $0.lowerBound } ?? content.upperBound, in: bytes)
  }

  /// The length of the blank before `end`: a space, a tab, a CR, or one of the non-breaking spaces.
  static func blank<Bytes: RandomAccessCollection<UInt8>>(endingAt end: Int, in bytes: Bytes) -> Int?
  where Bytes.Index == Int {
    guard end > 0 else { return nil }
    switch bytes[end - 1] {
    case 0x20, 0x09, 0x0D: return 1
    case 0xA0 where end > 1 && bytes[end - 2] == 0xC2: return 2
    case 0xAF, 0x87: return end > 2 && bytes[end - 2] == 0x80 && bytes[end - 3] == 0xE2 ? 3 : nil
    default: return nil
    }
  }

  /// Where the blanks begin that end at `offset`, not before the box's end.
  func blanksStart(before offset: Int, in bytes: [UInt8]) -> Int {
    var start = offset
    while start > boxEnd, let length = Self.blank(endingAt: start, in: bytes), start - length >= boxEnd {
      start -= length
    }
    return start
  }
}
