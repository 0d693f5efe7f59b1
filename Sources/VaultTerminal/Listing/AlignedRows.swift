/// Rows of a few short cells, one under the other; the last one takes what room is left.
package struct AlignedRows {
  private let rows: [[StyledText]]

  package init(_ rows: [[StyledText]]) {
    self.rows = rows
  }

  package func write(to printer: Printer) throws {
    let count = rows.map(\.count).max() ?? 0
    let widths = (0..<count).map { column in rows.map { $0.count > column ? $0[column].width : 0 }.max() ?? 0 }
    for row in rows {
      var line = StyledText()
      for (column, cell) in row.enumerated() {
        line.append(column == row.count - 1 ? cell : cell.padded(to: widths[column] + 2))
      }
      try printer.line(printer.fitted(line))
    }
  }
}
