import VaultCore
import VaultInterface
import VaultTerminal

/// What was done or went wrong, how many are marked, and how fresh all is.
enum StatusView {
  private static let mostLines = 6

  /// What is said, on as many lines as it needs, if there is room; one line where nothing is.
  static func lines(_ state: UIState) -> [StyledText] {
    guard let status = state.status else { return [StyledText()] }
    let look = state.settings.look
    let (sign, role) =
      switch status.kind {
      case .done: (look.glyphs.good, Role.success)
      case .remark: (look.glyphs.bullet, Role.muted)
      case .problem: (look.glyphs.overdue, Role.error)
      }
    let text = StyledText(sign + " " + status.text, look[role])
    let width = max(state.size.columns - 2, 1)
    // No character is wider than it has bytes.
    guard status.text.utf8.count + 4 > width, text.width > width else { return [text] }
    let room = min(mostLines, max(state.size.rows / 4, 1))
    var lines = text.wrapped(to: width)
    guard lines.count > room else { return lines }
    lines.removeSubrange(room...)
    lines[room - 1] = (lines[room - 1] + StyledText(" " + look.glyphs.ellipsis, look[role]))
      .truncated(to: width, ellipsis: look.glyphs.ellipsis)
    return lines
  }

  static func draw(_ state: UIState, _ look: Look, row: Int, on grid: inout Grid) {
    var right = freshness(state, look)
    if state.focus == .preview, let progress = PreviewView.progress(state) {
      right = StyledText(progress, look[.accent]) + StyledText(right.isEmpty ? "" : "  ") + right
    }
    let rightWidth = right.width
    let columns = grid.size.columns
    let lines = lines(state)
    if state.status != nil {
      for (offset, line) in lines.enumerated() {
        grid.put(line, at: GridPlace(row: row + offset, column: 1), columns: columns - 1)
      }
      if lines.count > 1 || lines[0].width + rightWidth + 4 > columns { return }
    } else if !state.marks.isEmpty {
      let shown = state.list.rows.count { row in row.id.map(state.marks.contains) ?? false }
      let hidden = state.marks.count - shown
      let more = hidden > 0 ? ", \(hidden) of them not in this list" : ""
      grid.put(
        "\(look.glyphs.mark) \(state.marks.count) marked\(more)", look[.accent], at: GridPlace(row: row, column: 1),
        columns: max(columns - rightWidth - 3, 1))
    }
    put(right, rightWidth, row: row, on: &grid)
  }

  private static func put(_ right: StyledText, _ width: Int, row: Int, on grid: inout Grid) {
    let columns = grid.size.columns
    guard width > 0, columns > width + 1 else { return }
    grid.put(right, at: GridPlace(row: row, column: columns - width - 1), columns: width)
  }

  private static func freshness(_ state: UIState, _ look: Look) -> StyledText {
    if state.isChecking { return StyledText(look.glyphs.ellipsis + " checking", look[.muted]) }
    return switch state.freshness {
    case .unknown: StyledText()
    case .proven: StyledText(look.glyphs.good + " up to date", look[.muted])
    case .building(let percent): StyledText("building the index \(percent) %", look[.warning])
    case .unwatched: StyledText("not watched", look[.muted])
    case .gone(let reason): StyledText(reason, look[.error]).truncated(to: 60, ellipsis: look.glyphs.ellipsis)
    }
  }
}

/// The keys that are of use here.
enum FooterView {
  static func draw(_ state: UIState, _ look: Look, row: Int, on grid: inout Grid) {
    for (hint, columns) in places(state) {
      let start = GridPlace(row: row, column: columns.lowerBound)
      let used = grid.put(hint.key, look[.accent].with(Style(bold: true)), at: start, columns: columns.count)
      grid.put(
        " " + hint.word, look[.muted], at: GridPlace(row: row, column: start.column + used),
        columns: columns.count - used)
    }
  }

  /// What a click at a column of the footer does.
  static func action(at column: Int, _ state: UIState) -> UIAction? {
    places(state).first { $0.columns.contains(column) }?.hint.action
  }

  private struct Hint {
    var action: UIAction
    var key: String
    var word: String
  }

  /// As many as there is room for; the way to all of them is always among them.
  private static func places(_ state: UIState) -> [(hint: Hint, columns: Range<Int>)] {
    var hints = hints(state)
    func width(_ hint: Hint) -> Int { DisplayWidth.of(hint.key) + 1 + DisplayWidth.of(hint.word) }
    while hints.count > 2, hints.reduce(1, { $0 + width($1) + 2 }) > state.size.columns {
      hints.remove(at: hints.lastIndex { $0.action != .help } ?? hints.count - 1)
    }
    var column = 1
    return hints.map { hint in
      defer { column += width(hint) + 2 }
      return (hint, column..<column + width(hint))
    }
  }

  private static func hints(_ state: UIState) -> [Hint] {
    let keys = state.settings.keys
    func hint(_ action: UIAction, _ word: String) -> Hint? {
      let key = keys.shown(action)
      return key.isEmpty ? nil : Hint(action: action, key: key, word: word)
    }
    if state.focus == .query {
      return [
        Hint(action: .open, key: "Enter", word: state.picks != nil ? "pick" : "to the list"),
        Hint(action: .back, key: "Esc", word: "clear"),
      ]
    }
    if state.picks != nil {
      return [
        hint(.open, "pick"), hint(.mark, "mark"), hint(.query, "search"), hint(.quit, "leave"), hint(.help, "help"),
      ]
      .compactMap(\.self)
    }
    if state.focus == .preview {
      return [
        hint(.back, "back"), hint(.nextTab, "next link"), hint(.open, "follow"), hint(.outline, "headings"),
        hint(.backlinks, "backlinks"), hint(.edit, "edit"), hint(.help, "help"),
      ].compactMap(\.self)
    }
    let ends = [hint(.help, "help"), hint(.quit, "quit")]
    switch state.screen {
    case .trash: return ([hint(.rename, "put back"), hint(.delete, "empty")] + ends).compactMap(\.self)
    case .history:
      return ([hint(.toggle, "undo this one"), hint(.undo, "undo the last"), hint(.redo, "redo")] + ends).compactMap(
        \.self)
    case .settings: return ([hint(.open, "change"), hint(.theme, "colours")] + ends).compactMap(\.self)
    case .tasks, .agenda:
      return
        ([
          hint(.toggle, "done"), hint(.addTask, "add task"), hint(.due, "due"), hint(.priority, "priority"),
          hint(.query, "search"), hint(.edit, "edit"), hint(.undo, "undo"),
        ] + ends).compactMap(\.self)
    case .notes, .folders, .tags:
      return
        ([
          hint(.query, "search"), hint(.open, "open"), hint(.edit, "edit"), hint(.new, "new"),
          hint(.addTask, "add task"),
          hint(.delete, "delete"), hint(.undo, "undo"),
        ] + ends).compactMap(\.self)
    }
  }
}
