import VaultCore

/// As much of a line as there is room for, around one of its matches.
package struct Excerpt {
  package private(set) var text: String
  /// UTF-8 offsets in `text`.
  package private(set) var ranges: [Range<Int>]

  /// - Parameters:
  ///   - ranges: The matches as UTF-8 offsets in `line`, in order.
  ///   - focus: The place in `ranges` of the match to be seen.
  ///   - width: Columns; nil for the whole line.
  package init(_ line: String, _ ranges: [Range<Int>], focus: Int = 0, width: Int?, ellipsis: String = "…") {
    let seen = ranges.dropFirst(focus).first
    var line = line
    let kept = line.withUTF8 { bytes -> Range<Int> in
      let trimmed = Self.trimmed(bytes)
      guard let width else { return trimmed }
      // No more than could be shown is looked at, however long the line is: a column takes few bytes.
      let reach = 16 * max(width, 16)
      let first = min(seen?.lowerBound ?? trimmed.lowerBound, trimmed.upperBound)
      return Self.scalarBoundary(
        bytes, max(first - reach, trimmed.lowerBound))..<Self.scalarBoundary(
          bytes, min(first + reach, trimmed.upperBound))
    }
    let utf8 = line.utf8
    let piece = line[
      utf8.index(
        line.startIndex, offsetBy: kept.lowerBound)..<utf8.index(
          line.startIndex, offsetBy: kept.upperBound)]
    let cutBefore = !line.utf8.prefix(kept.lowerBound).allSatisfy(Self.isWhitespace)
    let cutAfter = !line.utf8.dropFirst(kept.upperBound).allSatisfy(Self.isWhitespace)
    let local = ranges.map { ($0.lowerBound - kept.lowerBound)..<($0.upperBound - kept.lowerBound) }
    guard let width, cutBefore || cutAfter || DisplayWidth.of(piece) > width else {
      text = String(piece)
      self.ranges = Self.clamped(local, to: 0..<text.utf8.count, shift: 0)
      return
    }
    let window = Window(
      piece, match: local.dropFirst(focus).first ?? 0..<0, width: width, ellipsisWidth: DisplayWidth.of(ellipsis) + 1,
      cutBefore: cutBefore, cutAfter: cutAfter)
    let before = window.isCutBefore ? ellipsis + " " : ""
    text = before + window.text + (window.isCutAfter ? " " + ellipsis : "")
    self.ranges = Self.clamped(
      local, to: window.bytes, shift: before.utf8.count - window.bytes.lowerBound)
  }

  private static func clamped(_ ranges: [Range<Int>], to bytes: Range<Int>, shift: Int) -> [Range<Int>] {
    ranges.compactMap { range in
      let inside = range.clamped(to: bytes)
      return inside.isEmpty ? nil : (inside.lowerBound + shift)..<(inside.upperBound + shift)
    }
  }

  private static func isWhitespace(_ c: UInt8) -> Bool { c == 0x20 || (c >= 0x09 && c <= 0x0D) }

  private static func trimmed(_ bytes: UnsafeBufferPointer<UInt8>) -> Range<Int> {
    let start = bytes.firstIndex { !isWhitespace($0) } ?? bytes.count
    return start..<(bytes.lastIndex { !isWhitespace($0) }.map { $0 + 1 } ?? start)
  }

  private static func scalarBoundary(_ bytes: UnsafeBufferPointer<UInt8>, _ offset: Int) -> Int {
    var i = offset
    while i > 0, i < bytes.count, bytes[i] & 0xC0 == 0x80 { i -= 1 }
    return i
  }
}

/// Which grapheme clusters of a text that is too wide are shown.
private struct Window {
  private(set) var text: String
  /// Where the text shown lies in the whole.
  private(set) var bytes: Range<Int>
  private(set) var isCutBefore: Bool
  private(set) var isCutAfter: Bool

  private struct Cell {
    var character: Character
    var byte: Int
    var width: Int
    var isWhitespace: Bool { character == " " || character == "\t" }
  }

  /// How far a cut is moved to fall between two words.
  private static let wordReach = 14

  init(
    _ piece: Substring, match: Range<Int>, width: Int, ellipsisWidth: Int, cutBefore: Bool, cutAfter: Bool
  ) {
    var cells: [Cell] = []
    var byte = 0
    for character in piece {
      cells.append(Cell(character: character, byte: byte, width: DisplayWidth.of(character)))
      byte += character.utf8.count
    }
    let first = cells.lastIndex { $0.byte <= match.lowerBound } ?? 0
    let last = cells.lastIndex { $0.byte < match.upperBound } ?? first
    let room = max(width - (cutBefore ? ellipsisWidth : 0) - (cutAfter ? ellipsisWidth : 0), 1)

    // A third of the room is for what comes before the match.
    var start = first
    var used = 0
    while start > 0, used + cells[start - 1].width <= room / 3 {
      start -= 1
      used += cells[start].width
    }
    if start > 0, !cutBefore { used += ellipsisWidth }
    var end = first
    while end < cells.count, used + cells[end].width <= room {
      used += cells[end].width
      end += 1
    }
    if end == cells.count {
      // All that follows is shown: the rest of the room is for what comes before.
      while start > 0, used + cells[start - 1].width <= room {
        start -= 1
        used += cells[start].width
      }
    } else if !cutAfter {
      while end > first + 1, used + ellipsisWidth > room {
        end -= 1
        used -= cells[end].width
      }
    }
    if start > 0, let blank = cells[start..<first].prefix(Self.wordReach).firstIndex(where: \.isWhitespace) {
      start = blank + 1
    }
    if end < cells.count, end > last + 1 {
      let reach = max(last + 1, end - Self.wordReach)
      if !cells[end].isWhitespace, let blank = cells[reach..<end].lastIndex(where: \.isWhitespace) { end = blank }
    }
    while end > first + 1, cells[end - 1].isWhitespace { end -= 1 }
    while start < first, cells[start].isWhitespace { start += 1 }
    text = String(cells[start..<max(start, end)].map(\.character))
    bytes = (start < cells.count ? cells[start].byte : byte)..<(end < cells.count ? cells[end].byte : byte)
    isCutBefore = start > 0 || cutBefore
    isCutAfter = end < cells.count || cutAfter
  }
}
