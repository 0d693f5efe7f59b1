/// Reads a note again after edits of its tasks: every line that was not to change must be what it was.
package struct TaskEditCheck {
  private let before: TaskNote
  private let after: TaskNote
  private let edits: [TextEdit]

  package init(before: TaskNote, after: TaskNote, edits: [TextEdit]) {
    self.before = before
    self.after = after
    self.edits = edits
  }

  /// Where what begins at an offset begins afterwards. What is inserted there comes before it.
  package func place(_ offset: Int) -> Int {
    edits.reduce(offset) { place, edit in
      edit.range.upperBound <= offset ? place + edit.replacement.count - edit.range.count : place
    }
  }

  /// Where an edit's text begins afterwards.
  package func placeOfInsertion(_ index: Int) -> Int {
    let edit = edits[index]
    return edits.enumerated().reduce(edit.range.lowerBound) { place, other in
      guard other.offset != index, other.element.range.upperBound <= edit.range.lowerBound,
        other.element.range.lowerBound < edit.range.lowerBound || other.offset < index
      else { return place }
      return place + other.element.replacement.count - other.element.range.count
    }
  }

  /// - Parameter tasks: Byte offsets, before, of the lines of tasks that change; their text may, but they stay tasks.
  /// - Returns: The number of the first line that would be something else; nil where all is well.
  package func changedLine(exceptTasksAt tasks: Set<Int>) -> Int? {
    let (old, new) = (before.document, after.document)
    guard before.bytes[..<bodyStart(before)] == after.bytes[..<bodyStart(after)] else { return 1 }
    var lines: [Int: Int] = [:]
    for (line, start) in new.lineTable.starts.enumerated() { lines[start] = line }
    for (line, start) in old.lineTable.starts.enumerated() {
      let range = old.lineTable.range(line)
      if edits.contains(where: { removes($0, range) }) { continue }
      let number = line + 1 + old.lineOffset
      guard let here = lines[place(start)] else { return number }
      let (was, now) = (old.lines[line], new.lines[here])
      guard was.kind == now.kind, was.depth == now.depth else { return number }
      if tasks.contains(start) { continue }
      guard was.detail == now.detail || was.kind == .code else { return number }
      // Its ending may go, with a last line that has none.
      let end = before.bytes.withUnsafeBufferPointer { old.lineTable.contentEnd(line, in: $0) }
      let isTouched = edits.contains { $0.range.lowerBound > start && $0.range.lowerBound < end }
      if isTouched { return number }
    }
    return nil
  }

  private func bodyStart(_ note: TaskNote) -> Int {
    note.document.lineTable.starts.first ?? note.bytes.count
  }

  /// Whether nothing of the line is left; without its ending it may become the last one.
  private func removes(_ edit: TextEdit, _ line: SourceRange) -> Bool {
    edit.range.lowerBound <= line.lowerBound && edit.range.upperBound >= line.upperBound
  }
}
