/// Gives ids to blocks that have none, so that links can lead to them.
///
/// An id is made of what the line says, so that the same line gets the same id whenever it is asked for.
package struct BlockIDInsertion {
  private let bytes: [UInt8]
  private let document: MarkdownDocument
  /// The lines that have an id, and the ids.
  private let lines: Set<Int>
  private let ids: Set<String>

  /// How many characters a new id has.
  private static let length = 6

  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
    document = bytes.withUnsafeBufferPointer { MarkdownDocument($0) }
    let taken = NoteSpans(bytes).blockIDs.map(\.blockID)
    (lines, ids) = (Set(taken.map(\.line)), Set(taken.map { LinkResolver.key($0.id) }))
  }

  /// The numbers of the lines below the front matter.
  package var lineNumbers: Range<Int> { document.lineOffset + 1..<document.lineOffset + 1 + document.lines.count }

  /// The id and the edit that puts it at the end of a line, counted from 1 in the file. Nil for a line without text, for one
  /// that has an id, and for lines that can bear none: code, tables, headings, front matter, all of a paragraph but its last.
  package func edit(ofLine line: Int) -> (id: String, edit: TextEdit)? {
    let index = line - 1 - document.lineOffset
    guard Self.canBearID(document.kind(ofLine: line)), !lines.contains(line) else { return nil }
    let block = document.inlineBlocks.partitioningIndex { $0.lastLine >= index }
    guard
      block == document.inlineBlocks.count || document.inlineBlocks[block].lastLine == index
        || document.inlineBlocks[block].firstLine > index
    else { return nil }
    let content = document.lines[index].content
    var end = content.upperBound
    while end > content.lowerBound, bytes[end - 1].isSpaceOrTab { end -= 1 }
    guard end > content.lowerBound else { return nil }
    var number: UInt64 = 0
    var id = Self.id(of: bytes[content.lowerBound..<end], number)
    while ids.contains(id) {
      number += 1
      id = Self.id(of: bytes[content.lowerBound..<end], number)
    }
    return (id, TextEdit(insertingAt: end, Array(" ^\(id)".utf8)))
  }

  private static func canBearID(_ kind: BodyLine.Kind?) -> Bool {
    switch kind {
    case .paragraph, .bullet, .ordered, .task: true
    default: false
    }
  }

  private static func id(of text: ArraySlice<UInt8>, _ number: UInt64) -> String {
    String(StableHash(text, salt: number).text.suffix(length))
  }
}
