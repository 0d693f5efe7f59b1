import VaultCore
import VaultInterface
import VaultTerminal

/// The names of the screens in one line, where there is no room for a sidebar.
enum HeaderView {
  static func draw(_ state: UIState, _ look: Look, _ area: Layout.Area, on grid: inout Grid) {
    var column = 0
    for screen in Screen.allCases {
      let isHere = screen == state.screen
      let title = Self.title(screen, of: area.width)
      let style = isHere ? look[.accent].with(Style(bold: true, reverse: true)) : look[.muted]
      column += grid.put(
        title, style, at: GridPlace(row: area.rows.lowerBound, column: column), columns: area.width - column)
    }
    // The name of the vault, where it has room.
    let name = state.vaultName
    let width = DisplayWidth.of(name)
    if area.width - column > width + 1 {
      grid.put(
        name, look[.muted], at: GridPlace(row: area.rows.lowerBound, column: area.width - width), columns: width)
    }
  }

  /// The screen whose name is drawn at a column.
  static func screen(at column: Int, of width: Int) -> Screen? {
    var next = 0
    for screen in Screen.allCases {
      next += DisplayWidth.of(title(screen, of: width))
      if column < next { return screen }
    }
    return nil
  }

  /// Digits and names where these fit, else digits alone.
  private static func title(_ screen: Screen, of width: Int) -> String {
    width >= Layout.widthForPreview ? " \(screen.rawValue) \(screen.title) " : " \(screen.rawValue) "
  }
}

/// The same one below the other, at the left.
enum SidebarView {
  static func draw(_ state: UIState, _ look: Look, _ area: Layout.Area, on grid: inout Grid) {
    grid.put(state.vaultName, look[.title], at: GridPlace(row: 0, column: 1), columns: area.width - 2)
    for screen in Screen.allCases {
      let isHere = screen == state.screen
      let style = isHere ? look[.accent].with(Style(bold: true, reverse: true)) : Style.plain
      let text = DisplayWidth.padded(" \(screen.rawValue) \(screen.title)", to: area.width - 1)
      grid.put(text, style, at: GridPlace(row: screen.rawValue, column: 0), columns: area.width)
    }
  }
}
