import VaultCore
import VaultInterface
import VaultTerminal

/// The lists of a screen that has several.
enum TabsView {
  static func draw(_ state: UIState, _ look: Look, _ area: Layout.Area, on grid: inout Grid) {
    var column = area.columns.lowerBound
    for (tab, text) in zip(state.list.tabs, texts(of: state.list.tabs, width: area.width)) {
      let style = tab.isSelected ? look[.accent].with(Style(bold: true, underline: true)) : look[.muted]
      column += grid.put(
        text, style, at: GridPlace(row: area.rows.lowerBound, column: column), columns: area.columns.upperBound - column
      )
    }
  }

  /// The tab at a column of the line.
  static func tab(at column: Int, _ tabs: [ListTab], width: Int) -> Int? {
    var next = 0
    for (number, text) in texts(of: tabs, width: width).enumerated() {
      next += DisplayWidth.of(text)
      if column < next { return number }
    }
    return nil
  }

  /// With counts where there is room for all, else with that of the selected one.
  private static func texts(of tabs: [ListTab], width: Int) -> [String] {
    let full = tabs.map { " \($0.title)\($0.count.map { " \($0)" } ?? "") " }
    let short = zip(tabs, full).map { $0.isSelected ? $1 : " \($0.title)" }
    let tight = tabs.map { " \($0.title)\($0.count.map { " \($0)" } ?? "")" }
    let choices = [full, tight, short]
    return choices.first { $0.reduce(0) { $0 + DisplayWidth.of($1) } <= width } ?? tabs.map { " \($0.title)" }
  }
}
