import VaultCore
import VaultInterface
import VaultTerminal

/// What is searched for, or what the list is of, and how many there are.
enum QueryView {
  static func draw(_ state: UIState, _ look: Look, _ area: Layout.Area, on grid: inout Grid) {
    let row = area.rows.lowerBound
    let count = state.list.isWaiting ? "" : state.list.count
    let countWidth = DisplayWidth.of(count)
    let room = area.width - 2 - (countWidth > 0 ? countWidth + 2 : 0)
    let start = GridPlace(row: row, column: area.columns.lowerBound + 1)
    if state.focus == .query || !state.query.text.isEmpty {
      let isTyped = state.focus == .query && state.dialog == nil
      grid.put("/ ", look[.accent], at: start, columns: 2)
      let field = FieldText(state.query.field, columns: max(room - 2, 4))
      grid.put(
        field.shown, state.list.isDim ? look[.error].with(Style(underline: true)) : .plain,
        at: GridPlace(row: row, column: start.column + 2), columns: max(room - 2, 4))
      if isTyped { grid.cursor = GridPlace(row: row, column: start.column + 2 + field.cursor) }
    } else {
      let title = StyledText(title(of: state), look[.heading])
      grid.put(title.truncated(to: room, ellipsis: look.glyphs.ellipsis), at: start, columns: room)
    }
    if countWidth > 0, area.width > countWidth + 4 {
      grid.put(
        count, look[.muted], at: GridPlace(row: row, column: area.columns.upperBound - countWidth - 1),
        columns: countWidth)
    }
  }

  private static func title(of state: UIState) -> String {
    switch state.listPlace.place {
    case .notes: state.listPlace.query ?? "Notes"
    case .search: "Notes"
    case .tag(let name): "#\(name)"
    case .folder(let path): path.text.isEmpty ? "Folders" : path.text + "/"
    case .backlinks(let path): "Backlinks of \(path.stem)"
    case .graph: state.listPlace.note.map { "Around \($0.stem)" } ?? "The most linked notes"
    case .doctor: "Findings"
    case .stats: "Figures"
    case .sync: "Sync"
    case .select: "Choose notes"
    default: state.screen.title
    }
  }
}

/// As much of a field as there is room for, with the cursor in it.
struct FieldText {
  let shown: String
  /// Columns before the cursor.
  let cursor: Int

  init(_ field: TextField, columns: Int) {
    let before = ControlCharacters.visible(field.before, .singleLine)
    let width = DisplayWidth.of(before)
    guard width >= columns else {
      shown = before + ControlCharacters.visible(field.after, .singleLine)
      cursor = width
      return
    }
    // The end of what stands before the cursor.
    var kept = ""
    var used = 0
    for character in before.reversed() {
      let more = DisplayWidth.of(character)
      guard used + more < columns else { break }
      used += more
      kept = String(character) + kept
    }
    shown = kept + ControlCharacters.visible(field.after, .singleLine)
    cursor = used
  }
}
