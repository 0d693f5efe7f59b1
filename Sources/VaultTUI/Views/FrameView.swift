import VaultInterface
import VaultTerminal

/// The whole screen.
package enum FrameView {
  /// Draws what the state says; asks nothing and remembers nothing.
  package static func draw(_ state: UIState, on grid: inout Grid) {
    let look = state.settings.look
    let layout = state.layout
    guard layout.fits else {
      let least = Layout.least
      grid.put(
        "Too small; \(least.columns) × \(least.rows) at least", at: GridPlace(row: 0, column: 0),
        columns: grid.size.columns)
      return
    }
    if let area = layout.sidebar { SidebarView.draw(state, look, area, on: &grid) }
    if let area = layout.header { HeaderView.draw(state, look, area, on: &grid) }
    QueryView.draw(state, look, layout.query, on: &grid)
    if let area = layout.tabs { TabsView.draw(state, look, area, on: &grid) }
    RemarksView.draw(state, look, layout.remarks, on: &grid)
    if let area = layout.list { ListView.draw(state, look, area, on: &grid) }
    if let area = layout.preview {
      if let list = layout.list {
        for row in layout.query.rows.lowerBound..<layout.status {
          grid.put(look.glyphs.bar, look[.muted], at: GridPlace(row: row, column: list.columns.upperBound), columns: 1)
        }
      }
      PreviewView.draw(state, look, area, on: &grid)
    }
    StatusView.draw(state, look, row: layout.status, on: &grid)
    FooterView.draw(state, look, row: layout.footer, on: &grid)
    if let frame = DialogFrame(state) { DialogView.draw(frame, look, on: &grid) }
  }
}

/// What stands above the list where something has to be said of it.
enum RemarksView {
  static func draw(_ state: UIState, _ look: Look, _ area: Layout.Area, on grid: inout Grid) {
    for (offset, line) in lines(state.list.remarks, width: area.width).prefix(area.height).enumerated() {
      grid.put(
        line, base: look[state.list.isDim ? .error : .warning],
        at: GridPlace(row: area.rows.lowerBound + offset, column: area.columns.lowerBound + 1), columns: area.width - 1)
    }
  }

  /// Broken between words, but for those that are aligned with others, as a query with its underlined place is.
  static func lines(_ remarks: [String], width: Int) -> [StyledText] {
    remarks.flatMap { $0.hasPrefix(" ") ? [StyledText($0)] : StyledText($0).wrapped(to: max(width - 2, 10)) }
  }
}
