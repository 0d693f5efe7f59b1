import VaultCore
import VaultInterface

/// Draws a pipe table with aligned columns; cells that do not fit are wrapped inside their column.
struct TableDrawing {
  let theme: Theme
  let glyphs: Glyphs
  let styler: InlineStyler

  /// A column is not made narrower than this; a table with too many columns for that is shown as it is written.
  private static let narrowest = 6

  /// `rows` are the source lines, header and delimiter row included.
  func lines(_ rows: [String], width: Int) -> [StyledText] {
    guard let delimiter = rows.prefix(2).firstIndex(where: { Self.alignments($0) != nil }),
      let alignments = Self.alignments(rows[delimiter])
    else { return asWritten(rows, width) }
    let columns = alignments.count
    var drawn: [[StyledText]] = []
    for (index, row) in rows.enumerated() where index != delimiter {
      let style = index < delimiter ? theme[.title] : Style.plain
      drawn.append(styler.styledCells(NoteRenderer.untabbed(row), base: style, atMost: columns))
    }
    var widths = [Int](repeating: 1, count: columns)
    for row in drawn {
      for (column, cell) in row.enumerated() {
        widths[column] = max(widths[column], cell.lines.map(\.width).max() ?? 0)
      }
    }
    guard shrink(&widths, to: width - 3 * (columns - 1)) else { return asWritten(rows, width) }

    var out: [StyledText] = []
    for (index, row) in drawn.enumerated() {
      out += lines(row, widths, alignments)
      if index == delimiter - 1 {
        let rule = widths.map { String(repeating: glyphs.rule, count: $0) }
          .joined(separator: glyphs.rule + glyphs.cross + glyphs.rule)
        out.append(StyledText(rule, theme[.muted]))
      }
    }
    return out
  }

  private func asWritten(_ rows: [String], _ width: Int) -> [StyledText] {
    rows.flatMap { StyledText(NoteRenderer.untabbed($0)).wrapped(to: width) }
  }

  /// Takes columns from the widest until all fit; false when they cannot.
  private func shrink(_ widths: inout [Int], to total: Int) -> Bool {
    var excess = widths.reduce(0, +) - total
    guard excess > 0 else { return true }
    guard widths.reduce(0, { $0 + min($1, Self.narrowest) }) <= total else { return false }
    while excess > 0 {
      guard let widest = widths.max(), widest > Self.narrowest else { return false }
      let second = max(widths.filter { $0 < widest }.max() ?? Self.narrowest, Self.narrowest)
      let among = widths.indices.filter { widths[$0] == widest }
      let step = max(min(widest - second, excess / among.count), 1)
      for index in among where excess > 0 {
        let taken = min(step, excess)
        widths[index] -= taken
        excess -= taken
      }
    }
    return true
  }

  private func lines(_ row: [StyledText], _ widths: [Int], _ alignments: [PipeTable.Alignment]) -> [StyledText] {
    let wrapped = row.enumerated().map { $1.wrapped(to: widths[$0]) }
    let height = wrapped.map(\.count).max() ?? 0
    return (0..<height).map { number in
      var line = StyledText()
      for column in widths.indices {
        let cell = column < wrapped.count && number < wrapped[column].count ? wrapped[column][number] : StyledText()
        if column > 0 { line.append(" " + glyphs.bar + " ", theme[.muted]) }
        let isLast = column == widths.count - 1
        line.append(aligned(cell, widths[column], alignments[column], isLast: isLast))
      }
      return line
    }
  }

  private func aligned(_ cell: StyledText, _ width: Int, _ alignment: PipeTable.Alignment, isLast: Bool) -> StyledText {
    switch alignment {
    case .none, .left: return isLast ? cell : cell.padded(to: width)
    case .right: return cell.padded(to: width, leading: true)
    case .center:
      let left = cell.padded(to: (width + cell.width) / 2, leading: true)
      return isLast ? left : left.padded(to: width)
    }
  }

  private static func alignments(_ row: String) -> [PipeTable.Alignment]? {
    var row = row
    return row.withUTF8 { PipeTable.alignments($0, 0..<$0.count) }
  }
}
