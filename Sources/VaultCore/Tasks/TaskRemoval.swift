extension TaskLine {
  /// Returns true when the item ends the note, whose last line has no ending.
  func isAtUnendedEnd(of bytes: [UInt8]) -> Bool {
    block.upperBound == bytes.count && bytes.last != 0x0A && bytes.last != 0x0D
  }

  /// Takes the item away with all that is nested in it. The file keeps its end: with or without a newline.
  package func removal(in bytes: [UInt8]) -> TextEdit {
    let start = block.lowerBound
    let from = isAtUnendedEnd(of: bytes) ? start - lineEndingLength(before: start, in: bytes) : start
    return TextEdit(from..<block.upperBound, in: bytes, with: "")
  }
}

extension [TextEdit] {
  /// The same edits, as many, where several items go side by side at the end of a note whose last line has no ending:
  /// each alone would take one ending with it, and the last two the same. All that goes there goes with the first.
  package func joiningRemovals(atEndOf bytes: [UInt8]) -> [TextEdit] {
    func isRemoval(_ edit: TextEdit) -> Bool { edit.replacement.isEmpty && !edit.range.isEmpty }
    guard bytes.last != 0x0A, bytes.last != 0x0D,
      var last = indices.first(where: { isRemoval(self[$0]) && self[$0].range.upperBound == bytes.count })
    else { return self }
    let ends = Dictionary(indices.lazy.filter { isRemoval(self[$0]) }.map { (self[$0].range.upperBound, $0) }) {
      first, _ in
      first
    }
    var edits = self
    while true {
      let start = edits[last].range.lowerBound
      let length = lineEndingLength(from: start, in: bytes)
      guard length > 0, let other = ends[start + length], other != last else { return edits }
      let otherStart = self[other].range.lowerBound
      let from = otherStart - lineEndingLength(before: otherStart, in: bytes)
      edits[last] = TextEdit(insertingAt: bytes.count, [])
      edits[other] = TextEdit(from..<bytes.count, in: bytes, with: "")
      last = other
    }
  }
}

/// The length of the LF or CRLF before `offset`; 0 when neither is there.
private func lineEndingLength(before offset: Int, in bytes: [UInt8]) -> Int {
  guard offset > 0, bytes[offset - 1] == 0x0A else { return 0 }
  return offset > 1 && bytes[offset - 2] == 0x0D ? 2 : 1
}

private func lineEndingLength(from offset: Int, in bytes: [UInt8]) -> Int {
  guard offset < bytes.count else { return 0 }
  if bytes[offset] == 0x0A { return 1 }
  return bytes[offset] == 0x0D && offset + 1 < bytes.count && bytes[offset + 1] == 0x0A ? 2 : 0
}
