/// The lines of block `%%` comments: from a line that begins with `%%` and does not close it, to the line with the
/// next `%%`, or to the end where there is none, as Obsidian hides them. Code and HTML are left alone.
struct CommentLines {
  var lines: [ClosedRange<Int>] = []
  var unclosed: Int?

  init(bytes: UnsafeBufferPointer<UInt8>, document: MarkdownDocument) {
    var open: Int?
    for line in document.lines.indices {
      let range = document.lineTable.starts[line]..<document.lineTable.contentEnd(line, in: bytes)
      if let start = open {
        if Self.marks(in: bytes, range) > 0 {
          lines.append(start...line)
          open = nil
        }
        continue
      }
      let kind = document.lines[line].kind
      if kind == .code || kind == .html || kind == .blank { continue }
      var i = range.lowerBound
      while i < range.upperBound, bytes[i] == 0x20 || bytes[i] == 0x09 { i += 1 }
      guard i + 1 < range.upperBound, bytes[i] == 0x25, bytes[i + 1] == 0x25 else { continue }
      if Self.marks(in: bytes, range) % 2 == 1 { open = line }
    }
    if let start = open {
      lines.append(start...(document.lines.count - 1))
      unclosed = start
    }
  }

  /// How many `%%` stand there.
  static func marks<Bytes: RandomAccessCollection>(in bytes: Bytes, _ range: SourceRange) -> Int
  where Bytes.Element == UInt8, Bytes.Index == Int {
    var count = 0
    var i = range.lowerBound
    while i + 1 < range.upperBound {
      if bytes[i] == 0x25, bytes[i + 1] == 0x25 {
        count += 1
        i += 2
      } else {
        i += 1
      }
    }
    return count
  }
}
