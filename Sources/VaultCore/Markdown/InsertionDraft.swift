/// A text about to be put into a note: finds how it has to be kept apart from what is around it.
struct InsertionDraft {
  private let note: InsertionNote
  /// With the note's line endings, without one at the end.
  private let text: [UInt8]
  private let ending: LineEnding
  private let point: InsertionPoint
  /// The text by itself.
  private let alone: InsertionNote

  init(_ note: InsertionNote, _ text: [UInt8], _ ending: LineEnding, _ point: InsertionPoint) {
    self.note = note
    self.text = text
    self.ending = ending
    self.point = point
    // A line before it, lest a rule at its beginning be taken for front matter.
    alone = InsertionNote([0x0A] + text)
  }

  func edit() throws(SectionInsertionError) -> TextEdit {
    var problem: SectionInsertionError?
    for apart in attempts {
      let (edit, start) = edit(apart)
      guard let found = self.problem(edit, textStart: start, apart) else { return edit }
      problem = problem ?? found
    }
    throw problem ?? .emptyText
  }

  /// Says on which sides of the text blank lines stand.
  private struct Apart: Hashable {
    var before: Bool
    var behind: Bool
  }

  /// What looks best first, then what is safest.
  private var attempts: [Apart] {
    let wanted = Apart(before: wantsSpaceBefore, behind: wantsSpaceAfter)
    let safest = Apart(before: point.before.map { !note.isWhitespace($0) } ?? false, behind: isLineBehind)
    return wanted == safest ? [wanted] : [wanted, Apart(before: wanted.before, behind: safest.behind), safest]
  }

  private var isLineBehind: Bool { point.after.map { !note.isWhitespace($0) } ?? false }

  private var wantsSpaceBefore: Bool {
    guard let before = point.before, !note.isWhitespace(before) else { return false }
    switch note.document.lines[before].kind {
    case .heading:
      if case .heading = alone.document.lines[1].kind { return true }
      return false
    case .tableRow: return !beginsRow
    default: return !(note.isList(before) && alone.isList(1))
    }
  }

  private var wantsSpaceAfter: Bool {
    guard let after = point.after, isLineBehind else { return false }
    if note.document.headings.contains(where: { $0.line == after && $0.lastLine == after }) {
      // Appended before the next heading: as close to it as the section was.
      return point.before.map(note.isWhitespace) ?? true
    }
    return !(note.isList(after) && alone.isList(alone.document.lines.count - 1))
  }

  private var beginsRow: Bool { text.first == UInt8(ascii: "|") }

  private func edit(_ apart: Apart) -> (TextEdit, textStart: Int) {
    let isAtUnendedEnd =
      point.offset == note.bytes.count && point.offset > byteOrderMark && note.bytes.last != 0x0A
      && note.bytes.last != 0x0D
    var inserted: [UInt8] = []
    if isAtUnendedEnd { inserted += ending.bytes }
    if apart.before { inserted += ending.bytes }
    let start = point.offset + inserted.count
    inserted += text
    if !isAtUnendedEnd { inserted += ending.bytes }
    if apart.behind { inserted += ending.bytes }
    return (TextEdit(insertingAt: point.offset, inserted), start)
  }

  private var byteOrderMark: Int { note.bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0 }

  // The check

  private func problem(_ edit: TextEdit, textStart: Int, _ apart: Apart) -> SectionInsertionError? {
    let new = InsertionNote(
      Array(note.bytes[..<point.offset]) + edit.replacement + Array(note.bytes[point.offset...]))
    // At the end of a block that has no line behind it, the front matter's line may gain its ending.
    guard new.frontMatter.contentRange == note.frontMatter.contentRange,
      new.frontMatter.format == note.frontMatter.format
    else { return .wouldChange(line: 1) }

    let table = new.document.lineTable
    func line(startingAt offset: Int) -> Int? {
      guard table.count > 0 else { return nil }
      let line = table.line(at: offset)
      return table.starts[line] == offset ? line : nil
    }
    // What the text is.
    let isRow = point.before.map { note.document.lines[$0].kind == .tableRow } == true && !apart.before
    for i in 1..<max(alone.document.lines.count, 1) {
      let offset = textStart + alone.document.lineTable.starts[i] - 1
      guard let here = line(startingAt: offset) else {
        return .wouldJoin(kind: "line", line: note.number(point.before ?? 0))
      }
      let (now, was) = (new.document.lines[here], alone.document.lines[i])
      let isNested = point.before.map(note.isList) == true && !apart.before
      guard now.isLike(was) && (isNested || now.depth == was.depth) || isRow && now.kind == .tableRow else {
        return .wouldJoin(kind: new.name(here), line: note.number(point.before ?? 0))
      }
    }
    // What all else was.
    for (i, start) in note.document.lineTable.starts.enumerated() {
      let offset = start < point.offset ? start : start + edit.replacement.count
      guard let here = line(startingAt: offset) else { return .wouldChange(line: note.number(i)) }
      let (now, was) = (new.document.lines[here], note.document.lines[i])
      guard now.isLike(was), now.depth == was.depth else { return .wouldChange(line: note.number(i)) }
    }
    return nil
  }
}

extension InsertionNote {
  /// What a line belongs to, as people call it.
  fileprivate func name(_ line: Int) -> String {
    switch document.lines[line].kind {
    case .code: "code block"
    case .comment: "comment"
    case .html: "HTML"
    case .quote: "quote"
    case .task, .bullet, .ordered: "list"
    case .heading: "heading"
    case .tableRow: "table"
    case .linkDefinition: "link definition"
    default: document.lines[line].depth > 0 ? "list" : "paragraph"
    }
  }
}
