import Yams

/// Turns the parser's marks (lines and scalars within the text) into places in the file.
struct YAMLPositions {
  let bytes: UnsafeBufferPointer<UInt8>
  let lines: [YAMLPrescan.Line]
  let isASCII: Bool
  /// The line of the file on which the text starts.
  let firstLine: Int

  /// The byte offset in the text; marks past a line's or the text's end give the end.
  func offset(of mark: Mark) -> Int {
    offset(of: mark, from: nil)
  }

  /// `earlier`: a mark that may stand before this one on its line, and its offset.
  private func offset(of mark: Mark, from earlier: (mark: Mark, offset: Int)?) -> Int {
    guard let last = lines.last else { return 0 }
    let line = mark.line >= 1 && mark.line <= lines.count ? lines[mark.line - 1] : last
    var count = max(0, mark.column - 1)
    guard !isASCII else { return min(line.offset + min(count, bytes.count), bytes.count) }
    var offset = line.offset
    if let earlier, earlier.mark.line == mark.line, earlier.mark.column >= 1, earlier.mark.column <= mark.column {
      offset = earlier.offset
      count = mark.column - earlier.mark.column
    }
    var iterator = bytes[offset...].makeIterator()
    var decoder = Unicode.UTF8.ForwardParser()
    for _ in 0..<min(count, bytes.count) {
      switch decoder.parseScalar(from: &iterator) {
      case .valid(let scalar): offset += scalar.count
      case .error(let length): offset += length
      case .emptyInput: return bytes.count
      }
    }
    return offset
  }

  func location(of mark: Mark?) -> SourceLocation {
    guard let mark else { return SourceLocation(line: firstLine, column: 1) }
    return location(at: offset(of: mark), lineHint: mark.line - 1)
  }

  /// Faster than one by one where many stand on a line.
  func locations(of marks: [Mark?]) -> [SourceLocation] {
    var earlier: (Mark, Int)?
    return marks.map { mark in
      guard let mark else { return location(of: nil) }
      let offset = offset(of: mark, from: earlier)
      earlier = (mark, offset)
      return location(at: offset, lineHint: mark.line - 1)
    }
  }

  func location(at offset: Int) -> SourceLocation {
    location(at: offset, lineHint: lines.partitioningIndex { $0.offset > offset } - 1)
  }

  private func location(at offset: Int, lineHint: Int) -> SourceLocation {
    guard !lines.isEmpty else { return SourceLocation(line: firstLine, column: 1) }
    let line = lines[min(max(lineHint, 0), lines.count - 1)]
    return SourceLocation(line: firstLine + line.fileLine, column: max(0, offset - line.fileLineOffset) + 1)
  }
}
