/// Where the lines of a text begin. A line ends at LF, CRLF or a lone CR, as in CommonMark.
package struct LineTable: Sendable {
  /// Byte offsets of the lines' first bytes. Empty for an empty range.
  package private(set) var starts: [Int]
  /// The end of the last line.
  package private(set) var end: Int

  package init(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) {
    var starts: [Int] = []
    if start < bytes.count { starts.reserveCapacity((bytes.count - start) / 40 + 4) }
    var lines = LineReading(bytes, from: start)
    var next = start
    while lines.next() != nil {
      starts.append(next)
      next = lines.place
    }
    self.starts = starts
    end = max(start, bytes.count)
  }

  package var count: Int { starts.count }

  /// Brings the table of a whole text to what the text is once so many bytes have taken the place of a part of it.
  /// - Parameter bytes: The new text.
  package mutating func replace(_ range: SourceRange, with count: Int, in bytes: UnsafeBufferPointer<UInt8>) {
    // A line's beginning hangs on the byte there and on the one before it: CR and LF may have come together or apart.
    let first = starts.partitioningIndex { $0 >= range.lowerBound }
    let rest = starts.partitioningIndex { $0 > range.upperBound }
    let shift = count - range.count
    var new: [Int] = []
    for place in range.lowerBound..<min(range.lowerBound + count + 1, bytes.count) where Self.isStart(place, bytes) {
      new.append(place)
    }
    for i in starts.indices[rest...] { starts[i] += shift }
    starts.replaceSubrange(first..<rest, with: new)
    end = bytes.count
  }

  private static func isStart(_ place: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    place == 0 || bytes[place - 1] == 0x0A || bytes[place - 1] == 0x0D && bytes[place] != 0x0A
  }

  /// How many lines begin at or before a body that follows this text: a byte order mark alone is no line.
  package var completeLines: Int {
    starts.count == 1 && end <= 3 ? 0 : starts.count
  }

  /// The line's bytes, its ending included.
  package func range(_ line: Int) -> SourceRange {
    starts[line]..<(line + 1 < starts.count ? starts[line + 1] : end)
  }

  /// The line's end without its line ending.
  package func contentEnd(_ line: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    let range = range(line)
    var end = range.upperBound
    if end > range.lowerBound, bytes[end - 1] == 0x0A { end -= 1 }
    if end > range.lowerBound, bytes[end - 1] == 0x0D { end -= 1 }
    return end
  }

  /// The place of `offset`, its line counted from the first one behind `lineOffset` others.
  func location(of offset: Int, lineOffset: Int = 0) -> SourceLocation {
    let line = line(at: offset)
    return SourceLocation(line: line + 1 + lineOffset, column: offset - (starts.isEmpty ? 0 : starts[line]) + 1)
  }

  /// The index of the line that holds `offset`; the last line for anything past the end.
  package func line(at offset: Int) -> Int {
    max(0, starts.partitioningIndex { $0 > offset } - 1)
  }
}
