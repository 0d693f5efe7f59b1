/// Columns as wide as their widest cell.
struct TableLayout {
  private let widths: [Int]
  private let right: Set<Int>
  private let joined: Int

  /// - Parameters:
  ///   - rows: all that will be laid out, each with as many cells.
  ///   - right: columns whose ends are aligned.
  ///   - joined: the column that stands close to the one before.
  init(rows: [[String]], right: Set<Int>, joined: Int) {
    widths = (rows.first ?? []).indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    self.right = right
    self.joined = joined
  }

  func line(_ cells: [String]) -> String {
    var line = "  "
    for (column, cell) in cells.enumerated() {
      if column > 0 { line += column == joined ? " " : "   " }
      let space = String(repeating: " ", count: widths[column] - cell.count)
      line += right.contains(column) ? space + cell : cell + space
    }
    while line.last == " " { line.removeLast() }
    return line
  }
}
