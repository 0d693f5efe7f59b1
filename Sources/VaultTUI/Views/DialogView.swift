import VaultInterface
import VaultTerminal

/// A box before the rest of the screen.
enum DialogView {
  static func draw(_ frame: DialogFrame, _ look: Look, on grid: inout Grid) {
    let area = frame.area
    let (left, right) = (area.columns.lowerBound, area.columns.upperBound - 1)
    let (first, last) = (area.rows.lowerBound, area.rows.upperBound - 1)
    let glyphs = look.glyphs
    let border = look[.accent]
    grid.cursor = nil
    for row in area.rows {
      grid.fill(row, area.columns)
      grid.put(glyphs.bar, border, at: GridPlace(row: row, column: left), columns: 1)
      grid.put(glyphs.bar, border, at: GridPlace(row: row, column: right), columns: 1)
    }
    for row in [first, last] {
      for column in left...right { grid.put(glyphs.rule, border, at: GridPlace(row: row, column: column), columns: 1) }
    }
    for (corner, place) in zip(glyphs.corners, [(first, left), (first, right), (last, left), (last, right)]) {
      grid.put(corner, border, at: GridPlace(row: place.0, column: place.1), columns: 1)
    }
    let title = StyledText(" \(frame.title) ", look[.title])
    grid.put(
      title.truncated(to: area.width - 4, ellipsis: glyphs.ellipsis), at: GridPlace(row: first, column: left + 2),
      columns: area.width - 4)
    for offset in 0..<frame.shownLines {
      let line = frame.line(at: offset)
      guard let text = frame.text(ofLine: line) else { break }
      let row = first + 1 + offset
      let inner = (left + 2)..<(right - 1)
      grid.put(
        frame.field?.line == line ? text : text.truncated(to: inner.count, ellipsis: glyphs.ellipsis),
        at: GridPlace(row: row, column: inner.lowerBound), columns: inner.count)
      if let field = frame.field, field.line == line {
        grid.restyle(row, inner) { $0.with(Style(underline: true)) }
        grid.cursor = GridPlace(row: row, column: min(inner.lowerBound + field.text.cursor, inner.upperBound))
      }
      if frame.selected == line { grid.restyle(row, inner) { $0.with(Style(bold: true, reverse: true)) } }
    }
    for (button, columns) in frame.buttonPlaces where columns.upperBound < right {
      grid.put(
        "[ \(button.label) ]", look[.accent], at: GridPlace(row: last, column: columns.lowerBound),
        columns: columns.count)
    }
    let rest = frame.count - frame.top - frame.names - frame.shownLines
    let buttonsEnd = frame.buttonPlaces.last { $0.columns.upperBound < right }?.columns.upperBound ?? left
    if rest > 0, right - 1 - buttonsEnd > 14 {
      let more = " \(glyphs.ellipsis) \(rest) more "
      let width = StyledText(more).width
      grid.put(more, look[.muted], at: GridPlace(row: last, column: max(right - width - 1, left + 1)), columns: width)
    }
  }
}
