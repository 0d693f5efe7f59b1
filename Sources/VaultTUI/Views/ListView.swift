import VaultCore
import VaultInterface
import VaultTerminal

/// The rows of a list.
enum ListView {
  /// So much of a title is seen before a column beside it is, of the list's columns and at the least.
  private static let titlesShare = 0.55
  private static let leastTitle = 18
  /// The last column, an age or a day, is left out last.
  private static let leastBesideLast = 12
  private static let gap = 2

  static func draw(_ state: UIState, _ look: Look, _ area: Layout.Area, on grid: inout Grid) {
    let list = state.list
    guard !list.rows.isEmpty else {
      let lines = StyledText(list.isWaiting ? "" : list.nothing).wrapped(to: max(area.width - 3, 10))
      for (row, line) in zip(area.rows, lines) {
        let start = GridPlace(row: row, column: area.columns.lowerBound + 2)
        grid.put(line, base: look[.muted], at: start, columns: area.width - 2)
      }
      return
    }
    let visible = rows(of: state, area.height)
    let columns = list.columns
    for (place, line) in visible {
      draw(list.rows[place], state, look, columns, area, row: area.rows.lowerBound + line, on: &grid)
    }
  }

  private static func rows(of state: UIState, _ height: Int) -> [(place: Int, line: Int)] {
    var found: [(Int, Int)] = []
    var line = 0
    for place in state.list.rows.indices.dropFirst(state.list.top) where line < height {
      found.append((place, line))
      line += state.height(of: state.list.rows[place])
    }
    return found
  }

  private static func draw(
    _ row: Row, _ state: UIState, _ look: Look, _ trail: ListColumns, _ area: Layout.Area, row line: Int,
    on grid: inout Grid
  ) {
    let left = area.columns.lowerBound
    let isDim = state.list.isDim
    func place(_ column: Int) -> GridPlace { GridPlace(row: line, column: left + column) }
    guard let id = row.id else {
      grid.put(row.title, base: look[.heading], at: place(1), columns: area.width - 2)
      if isDim { grid.restyle(line, area.columns) { $0.with(Style(dim: true)) } }
      return
    }
    let isSelected = id == state.list.selection
    let isMarked = state.marks.contains(id)
    if isMarked { grid.put(look.glyphs.mark, look[.accent], at: place(1), columns: 1) }
    var column = 3 + 2 * min(row.depth, 8)
    if trail.sign > 0 {
      grid.put(row.sign, at: place(column), columns: trail.sign)
      column += trail.sign + 1
    }
    // Cells stand at the right of their columns, so that a title has the room that its own row leaves.
    // Where a row's title would have too little room, its own first cells are left out.
    let leastTitle = max(Self.leastTitle, Int(Double(area.width) * titlesShare))
    var right = area.width - 1
    var titleEnd = right
    for (number, width) in trail.widths.enumerated().reversed() where width > 0 {
      defer { right -= width + gap }
      guard row.trail.count > number, !row.trail[number].isEmpty else { continue }
      let cell = row.trail[number].truncated(to: width, ellipsis: look.glyphs.ellipsis)
      let start = right - cell.width
      let least = number == trail.widths.count - 1 ? leastBesideLast : leastTitle
      guard start - gap - column >= min(least, row.title.width) else { break }
      grid.put(cell, at: place(start), columns: cell.width)
      titleEnd = start - gap
    }
    let titleRoom = max(titleEnd - column, 1)
    grid.put(
      row.title.truncated(to: titleRoom, ellipsis: look.glyphs.ellipsis), at: place(column), columns: titleRoom)
    let isTall = state.height(of: row) == 2
    let last = line + 1
    if isTall, last < area.rows.upperBound {
      let below = row.below.truncated(to: max(area.width - column - 1, 1), ellipsis: look.glyphs.ellipsis)
      grid.put(
        below, base: look[.muted], at: GridPlace(row: last, column: left + column), columns: area.width - column - 1)
    }
    if isDim {
      for row in line...(isTall ? last : line) where row < area.rows.upperBound {
        grid.restyle(row, area.columns) { $0.with(Style(dim: true)) }
      }
    }
    guard isSelected else { return }
    grid.put(look.glyphs.cursor, look[.accent].with(Style(bold: true)), at: place(0), columns: 1)
    if isTall, last < area.rows.upperBound {
      grid.put(
        look.glyphs.cursor, look[.accent].with(Style(bold: true)), at: GridPlace(row: last, column: left), columns: 1)
    }
    if state.focus == .preview {
      grid.restyle(line, (left + 1)..<area.columns.upperBound) { $0.with(Style(bold: true)) }
    } else {
      // Its colours would be patches of ground.
      grid.restyle(line, (left + 1)..<area.columns.upperBound) {
        $0.withoutColor.with(Style(bold: true, reverse: true))
      }
    }
  }
}
