/// A note's text in pieces that go elsewhere, changed on the way.
struct NotePieces {
  let bytes: [UInt8]
  let document: MarkdownDocument

  /// A piece of the text with those of the edits that lie in it; nil where they do not fit together.
  func text(of range: SourceRange, _ edits: [TextEdit]) -> [UInt8]? {
    let own = edits.filter { $0.range.lowerBound >= range.lowerBound && $0.range.upperBound <= range.upperBound }
      .map { edit in
        var edit = edit
        edit.range = edit.range.lowerBound - range.lowerBound..<edit.range.upperBound - range.lowerBound
        return edit
      }
    return try? own.applied(to: Array(bytes[range]))
  }

  /// The lines, from 1 in the file, that are not blank at both ends of those named, and their bytes without the last
  /// ending; nil where there are none in the body.
  func text(in lines: ClosedRange<Int>? = nil) -> (lines: ClosedRange<Int>, range: SourceRange)? {
    let shift = 1 + document.lineOffset
    func isText(_ line: Int) -> Bool {
      document.lines[line].kind != .blank && lines.map { $0.contains(line + shift) } ?? true
    }
    guard let first = document.lines.indices.first(where: isText), let last = document.lines.indices.last(where: isText)
    else { return nil }
    let end = bytes.withUnsafeBufferPointer { document.lineTable.contentEnd(last, in: $0) }
    return (first + shift...last + shift, document.lineTable.starts[first]..<end)
  }

  /// Footnotes one below the other, all else with a blank line before it, lest it go on with the text above.
  func definitions(_ ranges: [SourceRange], _ edits: [TextEdit]) -> [UInt8]? {
    let ending = LineEnding(of: bytes).bytes
    func isFootnote(_ range: SourceRange) -> Bool { bytes[range].drop(while: \.isSpaceOrTab).starts(with: "[^".utf8) }
    var text: [UInt8] = []
    for (number, range) in ranges.enumerated() {
      if number > 0 {
        text += ending
        if !isFootnote(range) || !isFootnote(ranges[number - 1]) { text += ending }
      }
      guard let piece = self.text(of: range, edits) else { return nil }
      text += piece
    }
    return text
  }

  /// Headings outside of quotes and lists, in these lines of the body.
  func headings(in lines: ClosedRange<Int>) -> [MarkdownDocument.HeadingSite] {
    document.headings.filter { !$0.inQuote && document.lines[$0.line].depth == 0 && lines.contains($0.line) }
  }

  /// The edits that give headings other levels, `levels` more than they have. Nil for a level beyond 1 to 6, and for an
  /// underlined heading that would get another than 1 or 2.
  func edits(of headings: [MarkdownDocument.HeadingSite], by levels: Int) -> [TextEdit]? {
    guard levels != 0 else { return [] }
    var edits: [TextEdit] = []
    for heading in headings {
      let level = heading.level + levels
      let start = document.lineTable.starts[heading.line]
      if heading.lastLine > heading.line {
        guard (1...2).contains(level) else { return nil }
        let line = document.lineTable.starts[heading.lastLine]..<document.lines[heading.lastLine].content.upperBound
        let mark: UInt8 = level == 1 ? 0x3D : 0x2D
        edits.append(TextEdit(line, in: bytes, with: bytes[line].map { $0 == 0x3D || $0 == 0x2D ? mark : $0 }))
      } else {
        guard (1...6).contains(level), let mark = bytes[start...].firstIndex(of: 0x23) else { return nil }
        if levels < 0 {
          edits.append(TextEdit(mark..<mark - levels, in: bytes, with: []))
        } else {
          edits.append(TextEdit(insertingAt: mark, Array(repeating: 0x23, count: levels)))
        }
      }
    }
    return edits
  }
}

extension MarkdownDocument.Line {
  /// Returns true for the same line in another note, where a heading may have other levels, `levels` more.
  func isLike(_ other: Self, levels: Int) -> Bool {
    var other = other
    if other.kind == .heading, other.depth == 0 { other.detail += Int32(clamping: levels) }
    return isLike(other) && depth == other.depth
  }
}
