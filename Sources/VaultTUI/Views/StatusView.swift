import VaultCore
import VaultInterface
import VaultTerminal

/// What was done or went wrong, how many are marked, and how fresh all is.
enum StatusView {
  static func draw(_ state: UIState, _ look: Look, row: Int, on grid: inout Grid) {
    let right = freshness(state, look)
    let rightWidth = right.width
    let columns = grid.size.columns
    if let status = state.status {
      let sign: String
      let role: Role
      switch status.kind {
      case .done: (sign, role) = (look.glyphs.done, .success)
      case .remark: (sign, role) = (look.glyphs.bullet, .muted)
      case .problem: (sign, role) = (look.glyphs.overdue, .error)
      }
      let text = StyledText(sign + " ", look[role]) + StyledText(status.text, look[role])
      grid.put(
        text.truncated(to: max(columns - 2, 1), ellipsis: look.glyphs.ellipsis), at: GridPlace(row: row, column: 1),
        columns: columns - 1)
      if text.width + rightWidth + 4 > columns { return }
    } else if !state.marks.isEmpty {
      let shown = state.list.rows.count { row in row.id.map(state.marks.contains) ?? false }
      let hidden = state.marks.count - shown
      let more = hidden > 0 ? ", \(hidden) of them not in this list" : ""
      grid.put(
        "\(look.glyphs.mark) \(state.marks.count) marked\(more)", look[.accent], at: GridPlace(row: row, column: 1),
        columns: max(columns - rightWidth - 3, 1))
    }
    if rightWidth > 0, columns > rightWidth + 1 {
      grid.put(right, at: GridPlace(row: row, column: columns - rightWidth - 1), columns: rightWidth)
    }
  }

  private static func freshness(_ state: UIState, _ look: Look) -> StyledText {
    if state.isChecking { return StyledText(look.glyphs.ellipsis + " checking", look[.muted]) }
    return switch state.freshness {
    case .unknown: StyledText()
    case .proven: StyledText(look.glyphs.done + " up to date", look[.muted])
    case .building(let percent): StyledText("building the index \(percent) %", look[.warning])
    case .unwatched(let reason):
      StyledText("not watched: \(reason)", look[.muted]).truncated(to: 40, ellipsis: look.glyphs.ellipsis)
    case .gone(let reason): StyledText(reason, look[.error]).truncated(to: 60, ellipsis: look.glyphs.ellipsis)
    }
  }
}

/// The keys that are of use here.
enum FooterView {
  static func draw(_ state: UIState, _ look: Look, row: Int, on grid: inout Grid) {
    var column = 1
    let columns = grid.size.columns
    for (key, word) in hints(state) {
      let width = DisplayWidth.of(key) + 1 + DisplayWidth.of(word)
      guard column + width < columns else { break }
      column += grid.put(
        key, look[.accent].with(Style(bold: true)), at: GridPlace(row: row, column: column), columns: width)
      column += grid.put(" " + word, look[.muted], at: GridPlace(row: row, column: column), columns: width)
      column += 2
    }
  }

  private static func hints(_ state: UIState) -> [(key: String, word: String)] {
    let keys = state.settings.keys
    if state.focus == .query {
      return [("Enter", state.picks ? "pick" : "to the list"), ("Esc", "clear"), ("↑↓", "select")].map {
        state.settings.terminal.unicode || $0.0 != "↑↓" ? $0 : ("Up/Down", $0.1)
      }
    }
    if state.picks {
      return [
        (keys.shown(.open), "pick"), (keys.shown(.mark), "mark"), (keys.shown(.query), "search"),
        (keys.shown(.quit), "leave"),
      ]
    }
    if state.focus == .preview {
      return [
        ("j k", "scroll"), (keys.shown(.nextTab), "next link"), (keys.shown(.open), "follow"),
        (keys.shown(.back), "back"),
        (keys.shown(.outline), "headings"), (keys.shown(.backlinks), "backlinks"), (keys.shown(.edit), "edit"),
        (keys.shown(.help), "help"),
      ]
    }
    switch state.screen {
    case .trash:
      return [
        (keys.shown(.rename), "put back"), (keys.shown(.delete), "empty"), (keys.shown(.help), "help"),
        (keys.shown(.quit), "quit"),
      ]
    case .history:
      return [
        (keys.shown(.undo), "undo the last"), (keys.shown(.toggle), "undo this one"), (keys.shown(.redo), "redo"),
        (keys.shown(.help), "help"), (keys.shown(.quit), "quit"),
      ]
    case .settings:
      return [
        (keys.shown(.open), "change"), (keys.shown(.theme), "colours"), (keys.shown(.help), "help"),
        (keys.shown(.quit), "quit"),
      ]
    default: break
    }
    let isTasks = [.tasks, .agenda].contains(state.screen)
    let order: [UIAction] =
      isTasks
      ? [.toggle, .addTask, .due, .priority, .query, .nextTab, .edit, .undo, .help, .quit]
      : [.query, .open, .edit, .new, .addTask, .delete, .undo, .help, .quit]
    let words: [UIAction: String] = [.due: "due", .priority: "priority", .nextTab: "tab"]
    return order.compactMap { action in
      guard let binding = keys.bindings.first(where: { $0.action == action }), let key = binding.keys.first,
        let word = binding.footer ?? words[action]
      else { return nil }
      return (key.name, word)
    }
  }
}
