/// The mark that a list's item begins with, and the box of a task behind it.
package enum ListMarker {
  /// Where the text of an item begins: behind its `-`, `*`, `+` or number, and the blanks that follow. Nil for other lines.
  /// Marks of quotes may stand before it.
  /// - Parameter line: a line's content, without its ending.
  package static func end(_ line: SourceRange, in bytes: [UInt8]) -> Int? {
    var i = line.lowerBound
    while i < line.upperBound, bytes[i].isSpaceOrTab || bytes[i] == 0x3E { i += 1 }
    let start = i
    while i < line.upperBound, bytes[i].isDigit { i += 1 }
    guard i < line.upperBound else { return nil }
    let isNumber = i > start && (bytes[i] == 0x2E || bytes[i] == 0x29)
    guard isNumber || i == start && "-*+".utf8.contains(bytes[i]), i + 1 < line.upperBound, bytes[i + 1].isSpaceOrTab
    else { return nil }
    i += 1
    while i < line.upperBound, bytes[i].isSpaceOrTab { i += 1 }
    return i
  }

  /// The edit that makes an item a task; nil for a line that is none, or is one already.
  package static func makingTask(_ line: SourceRange, in bytes: [UInt8]) -> TextEdit? {
    guard let text = end(line, in: bytes), boxEnd(at: text, line, in: bytes) == nil else { return nil }
    return TextEdit(insertingAt: text, Array("[ ] ".utf8))
  }

  /// The edit that takes a task's box away; nil for a line without one.
  package static func makingItem(_ line: SourceRange, in bytes: [UInt8]) -> TextEdit? {
    guard let text = end(line, in: bytes), let end = boxEnd(at: text, line, in: bytes) else { return nil }
    let blank = end < line.upperBound && bytes[end].isSpaceOrTab ? 1 : 0
    return TextEdit(text..<end + blank, in: bytes, with: [])
  }

  /// Where a box ends that begins at a place: `[`, one character, `]`, and nothing or a blank behind it.
  private static func boxEnd(at start: Int, _ line: SourceRange, in bytes: [UInt8]) -> Int? {
    guard start + 2 < line.upperBound, bytes[start] == 0x5B else { return nil }
    let end = bytes.withUnsafeBufferPointer { start + 1 + decodeScalar($0, at: start + 1).length }
    guard end < line.upperBound, bytes[end] == 0x5D else { return nil }
    return end + 1 == line.upperBound || bytes[end + 1].isSpaceOrTab ? end + 1 : nil
  }
}
