/// Writes a pipe table so that its columns stand below each other, by the width that they have on a terminal.
package enum TableAlignment {
  /// The edits of the table that a line belongs to, counted from 1 in the file; nil where it belongs to none. They change
  /// blanks and the dashes of the delimiter row; what cells say stays byte for byte.
  package static func edits(ofTableAtLine line: Int, in bytes: [UInt8]) -> [TextEdit]? {
    bytes.withUnsafeBufferPointer { buffer in
      let document = MarkdownDocument(buffer)
      let index = line - 1 - document.lineOffset
      let table = document.inlineBlocks.lazy.compactMap { block in block.tableLine.map { $0...block.lastLine } }
        .first { $0.contains(index) }
      guard let table, let edits = edits(table.map { document.lines[$0].content }, buffer, bytes) else { return nil }
      return edits
    }
  }

  /// How many bytes an aligned table may have at least, and of larger ones as many times what they have: one wide cell widens
  /// every row.
  private static let (mostBytes, mostGrowth) = (1 << 18, 16)

  /// `rows`: the contents of the lines, the delimiter row second. Nil where a row would be read otherwise afterwards, and where
  /// the table would grow out of proportion.
  private static func edits(
    _ rows: [SourceRange], _ buffer: UnsafeBufferPointer<UInt8>, _ bytes: [UInt8]
  ) -> [TextEdit]? {
    guard rows.count >= 2, let alignments = PipeTable.alignments(buffer, rows[1]) else { return nil }
    let cells = rows.map { row in PipeTable.cells(buffer, row).map { buffer.text($0) } }
    var widths: [Int] = []
    for (number, row) in cells.enumerated() where number != 1 {
      for (column, cell) in row.enumerated() {
        if column == widths.count { widths.append(3) }
        widths[column] = max(widths[column], DisplayWidth.of(cell))
      }
    }
    let size = rows.reduce(0) { $0 + $1.count }
    guard rows.count * widths.reduce(0, +) <= max(mostBytes, mostGrowth * size) else { return nil }
    var edits: [TextEdit] = []
    for (number, range) in rows.enumerated() {
      let row = HeadingText.trimmed(range, buffer)
      let written =
        number == 1
        ? alignments.enumerated().map { delimiter($1, widths[$0]) }
        : cells[number].enumerated().map { column, cell in
          padded(cell, to: widths[column], column < alignments.count ? alignments[column] : .none)
        }
      let edit = TextEdit(row, in: bytes, with: "| " + written.joined(separator: " | ") + " |")
      if !edit.changesNothing { edits.append(edit) }
      let reads = edit.replacement.withUnsafeBufferPointer { new in
        PipeTable.cells(new, 0..<new.count).map { new.text($0) }
      }
      guard number == 1 || reads == cells[number] else { return nil }
    }
    return edits
  }

  private static func delimiter(_ alignment: PipeTable.Alignment, _ width: Int) -> String {
    func dashes(_ count: Int) -> String { String(repeating: "-", count: max(count, 1)) }
    switch alignment {
    case .none: return dashes(width)
    case .left: return ":" + dashes(width - 1)
    case .right: return dashes(width - 1) + ":"
    case .center: return ":" + dashes(width - 2) + ":"
    }
  }

  private static func padded(_ cell: String, to width: Int, _ alignment: PipeTable.Alignment) -> String {
    let missing = max(width - DisplayWidth.of(cell), 0)
    let before: Int
    switch alignment {
    case .none, .left: before = 0
    case .right: before = missing
    case .center: before = missing / 2
    }
    return String(repeating: " ", count: before) + cell + String(repeating: " ", count: missing - before)
  }
}
