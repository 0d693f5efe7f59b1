import VaultTerminal

/// Where the parts of the screen are. Keys, the mouse and the drawing go by the same one.
package struct Layout: Hashable, Sendable {
  package struct Area: Hashable, Sendable {
    package var rows: Range<Int>
    package var columns: Range<Int>

    package var height: Int { rows.count }
    package var width: Int { columns.count }

    package func contains(row: Int, column: Int) -> Bool { rows.contains(row) && columns.contains(column) }
  }

  /// Wide enough for a sidebar, for two panes, for anything.
  package static let widthForSidebar = 120
  package static let widthForPreview = 80
  package static let least = GridSize(columns: 40, rows: 8)
  private static let sidebarWidth = 16

  /// False where there is no room for anything.
  package let fits: Bool
  package let sidebar: Area?
  /// The names of the screens, where there is no sidebar.
  package let header: Area?
  package let query: Area
  package let tabs: Area?
  package let remarks: Area
  /// Nil where the other pane has all the room.
  package let list: Area?
  package let preview: Area?
  /// The line of what was done or went wrong, and how many it takes: it is longer than one at times.
  package let status: Int
  package let statusLines: Int
  package let footer: Int

  init(_ state: UIState) {
    let size = state.size
    fits = size.columns >= Self.least.columns && size.rows >= Self.least.rows
    let hasSidebar = size.columns >= Self.widthForSidebar
    let left = hasSidebar ? Self.sidebarWidth : 0
    var row = 0
    statusLines = StatusView.lines(state).count
    sidebar = hasSidebar ? Area(rows: 0..<max(size.rows - 1 - statusLines, 0), columns: 0..<Self.sidebarWidth - 1) : nil
    header = hasSidebar ? nil : Area(rows: 0..<1, columns: 0..<size.columns)
    if !hasSidebar { row += 1 }
    let body = left..<max(size.columns, left)
    let isTwo = size.columns >= Self.widthForPreview
    let room = body.count
    let usual = left + (room * 45) / 100
    let divider = min(max(state.divider ?? usual, left + 24), max(size.columns - 24, left + 24))
    let isWhole = !isTwo && state.focus == .preview
    let listColumns = isTwo ? left..<min(divider, size.columns) : body
    query = Area(rows: row..<row + 1, columns: listColumns)
    row += 1
    let hasTabs = !state.list.tabs.isEmpty && !isWhole
    tabs = hasTabs ? Area(rows: row..<row + 1, columns: listColumns) : nil
    if hasTabs { row += 1 }
    let bottom = max(size.rows - 1 - statusLines, row)
    let remarkCount =
      isWhole || state.list.remarks.isEmpty
      ? 0 : min(RemarksView.lines(state.list.remarks, width: listColumns.count).count, max(0, (bottom - row) / 2))
    remarks = Area(rows: row..<row + remarkCount, columns: listColumns)
    row += remarkCount
    list = isWhole ? nil : Area(rows: row..<max(bottom, row), columns: listColumns)
    let previewTop = isTwo ? (hasSidebar ? 0 : 1) : query.rows.upperBound
    preview =
      isTwo
      ? Area(rows: previewTop..<bottom, columns: min(listColumns.upperBound + 2, size.columns)..<size.columns)
      : isWhole ? Area(rows: previewTop..<bottom, columns: body) : nil
    status = size.rows - 1 - statusLines
    footer = size.rows - 1
  }

  /// How many columns a note is drawn in, whether it is seen just now or not.
  package func previewColumns(_ state: UIState) -> Int {
    max(preview?.width ?? state.size.columns, 20)
  }
}
