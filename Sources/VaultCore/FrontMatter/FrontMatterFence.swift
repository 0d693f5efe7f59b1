/// Where a file's front matter stands, found by its fences alone.
///
/// Obsidian's reading: the opening fence is the file's first line (after an optional byte order mark) and nothing but
/// three marks and trailing blanks; the block ends at the next line of the same kind. Without one there is no block.
package struct FrontMatterFence: Hashable, Sendable {
  package var format: FrontMatter.Format
  /// Empty at the body's start where there is no front matter.
  package var range: SourceRange
  package var contentRange: SourceRange

  package static func find(in bytes: UnsafeBufferPointer<UInt8>) -> FrontMatterFence {
    let start = startsWithByteOrderMark(bytes) ? 3 : 0
    let none = FrontMatterFence(format: .none, range: start..<start, contentRange: start..<start)
    guard bytes.count >= start + 3 else { return none }
    let mark = bytes[start]
    guard mark == UInt8(ascii: "-") || mark == UInt8(ascii: "+"),
      let contentStart = endOfFence(mark, at: start, in: bytes)
    else { return none }
    var line = contentStart
    while line < bytes.count {
      let first = bytes[line]
      if first == mark || (first == UInt8(ascii: ".") && mark == UInt8(ascii: "-")),
        let end = endOfFence(first, at: line, in: bytes)
      {
        return FrontMatterFence(
          format: mark == UInt8(ascii: "-") ? .yaml : .toml, range: start..<end,
          contentRange: contentStart..<line)
      }
      guard let newline = bytes[line...].firstIndex(of: 0x0A) else { break }
      line = newline + 1
    }
    return none
  }

  package static func startsWithByteOrderMark(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    bytes.count >= 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF
  }

  /// The offset behind the fence's line ending, or nil when the line is no fence of that mark.
  private static func endOfFence(
    _ mark: UInt8, at start: Int, in bytes: UnsafeBufferPointer<UInt8>
  ) -> Int? {
    guard bytes.count >= start + 3, bytes[start] == mark, bytes[start + 1] == mark, bytes[start + 2] == mark
    else { return nil }
    var i = start + 3
    while i < bytes.count {
      switch bytes[i] {
      case 0x0A: return i + 1
      case 0x20, 0x09: i += 1
      case 0x0D where i + 1 >= bytes.count || bytes[i + 1] == 0x0A: i += 1
      default: return nil
      }
    }
    return i
  }
}

extension FrontMatterFence {
  /// Returns front matter with another body behind it. A fence that ends the file gets the end of a line.
  package static func text(_ head: ArraySlice<UInt8>, body: [UInt8]) -> [UInt8] {
    let endsInFence = !body.isEmpty && head.contains(where: \.isLineBreakByte) && head.last?.isLineBreakByte == false
    return head + (endsInFence ? LineEnding(of: Array(head)).bytes : []) + body
  }
}

extension UInt8 {
  fileprivate var isLineBreakByte: Bool { self == 0x0A || self == 0x0D }
}
