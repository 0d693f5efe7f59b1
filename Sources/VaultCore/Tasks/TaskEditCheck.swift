/// Reads a note again after edits of its tasks: every line that was not to change must be what it was.
package struct TaskEditCheck {
  private let before: TaskNote
  private let after: TaskNote
  /// In the order in which their texts follow each other afterwards, and so by both ends.
  private let edits: [TextEdit]
  /// How much longer the text is before the edit of that place in `edits`; one more, behind all of them.
  private let shifts: [Int]
  /// The furthest end of the edits up to that place.
  private let reaches: [Int]
  /// Where in `edits` the ones are that were given.
  private let order: [Int]

  /// `edits`: those that made the one note of the other, so that no two of them overlap.
  package init(before: TaskNote, after: TaskNote, edits: [TextEdit]) {
    self.before = before
    self.after = after
    let given = edits.order
    var order = [Int](repeating: 0, count: edits.count)
    var (shifts, reaches) = ([0], [Int]())
    for (place, index) in given.enumerated() {
      let edit = edits[index]
      order[index] = place
      shifts.append(shifts[place] + edit.replacement.count - edit.range.count)
      reaches.append(max(reaches.last ?? 0, edit.range.upperBound))
    }
    self.edits = given.map { edits[$0] }
    self.shifts = shifts
    self.reaches = reaches
    self.order = order
  }

  /// Where what begins at an offset begins afterwards. What is inserted there comes before it.
  package func place(_ offset: Int) -> Int {
    offset + shifts[edits.partitioningIndex { $0.range.upperBound > offset }]
  }

  /// Where an edit's text begins afterwards; they count as they were given.
  package func placeOfInsertion(_ index: Int) -> Int {
    let place = order[index]
    return edits[place].range.lowerBound + shifts[place]
  }

  /// - Parameter tasks: Byte offsets, before, of the lines of tasks that change; their text may, but they stay tasks.
  /// - Returns: The number of the first line that would be something else; nil where all is well.
  package func changedLine(exceptTasksAt tasks: Set<Int>) -> Int? {
    let (old, new) = (before.document, after.document)
    guard before.bytes[..<bodyStart(before)] == after.bytes[..<bodyStart(after)] else { return 1 }
    var lines: [Int: Int] = [:]
    lines.reserveCapacity(new.lineTable.count)
    for (line, start) in new.lineTable.starts.enumerated() { lines[start] = line }
    for (line, start) in old.lineTable.starts.enumerated() {
      let range = old.lineTable.range(line)
      let following = edits.partitioningIndex { $0.range.lowerBound > start }
      // Nothing of the line is left; without its ending it may become the last one.
      if following > 0, reaches[following - 1] >= range.upperBound { continue }
      let number = line + 1 + old.lineOffset
      guard let here = lines[place(start)] else { return number }
      let (was, now) = (old.lines[line], new.lines[here])
      guard was.kind == now.kind, was.depth == now.depth else { return number }
      if tasks.contains(start) { continue }
      guard was.detail == now.detail || was.kind == .code else { return number }
      // Its ending may go, with a last line that has none.
      let end = before.bytes.withUnsafeBufferPointer { old.lineTable.contentEnd(line, in: $0) }
      if following < edits.count, edits[following].range.lowerBound < end { return number }
    }
    return nil
  }

  private func bodyStart(_ note: TaskNote) -> Int {
    note.document.lineTable.starts.first ?? note.bytes.count
  }
}
