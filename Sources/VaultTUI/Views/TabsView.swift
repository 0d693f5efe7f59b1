import VaultCore
import VaultInterface
import VaultTerminal

/// The lists of a screen that has several.
enum TabsView {
  static func draw(_ state: UIState, _ look: Look, _ area: Layout.Area, on grid: inout Grid) {
    var column = area.columns.lowerBound
    for tab in state.list.tabs {
      let style = tab.isSelected ? look[.accent].with(Style(bold: true, underline: true)) : look[.muted]
      column += grid.put(
        text(of: tab), style, at: GridPlace(row: area.rows.lowerBound, column: column),
        columns: area.columns.upperBound - column)
    }
  }

  /// The tab at a column of the line.
  static func tab(at column: Int, _ tabs: [ListTab]) -> Int? {
    var next = 0
    for (number, tab) in tabs.enumerated() {
      next += DisplayWidth.of(text(of: tab))
      if column < next { return number }
    }
    return nil
  }

  private static func text(of tab: ListTab) -> String {
    " \(tab.title)\(tab.count.map { " \($0)" } ?? "") "
  }
}
