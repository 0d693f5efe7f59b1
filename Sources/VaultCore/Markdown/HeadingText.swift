/// The text of a heading's line.
enum HeadingText {
  /// Without the `#` of an ATX heading, opening and closing.
  static func withoutMarks(_ range: SourceRange, _ bytes: UnsafeBufferPointer<UInt8>) -> SourceRange {
    var start = range.lowerBound
    while start < range.upperBound, bytes[start] == 0x23 { start += 1 }
    var inner = trimmed(start..<range.upperBound, bytes)
    var end = inner.upperBound
    while end > inner.lowerBound, bytes[end - 1] == 0x23 { end -= 1 }
    if end < inner.upperBound, end == inner.lowerBound || bytes[end - 1] == 0x20 || bytes[end - 1] == 0x09 {
      inner = trimmed(inner.lowerBound..<end, bytes)
    }
    return inner
  }

  /// Without blanks at both ends.
  static func trimmed(_ range: SourceRange, _ bytes: UnsafeBufferPointer<UInt8>) -> SourceRange {
    var start = range.lowerBound
    var end = range.upperBound
    while start < end, bytes[start] == 0x20 || bytes[start] == 0x09 { start += 1 }
    while end > start, bytes[end - 1] == 0x20 || bytes[end - 1] == 0x09 { end -= 1 }
    return start..<end
  }
}
