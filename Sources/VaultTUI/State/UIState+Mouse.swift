import VaultCore

extension UIState {
  mutating func take(_ event: MouseEvent, _ effects: inout [UIEffect]) {
    if event.kind == .press, event.button != 0 { return }
    if dialog != nil { return clickInDialog(event, &effects) }
    let layout = layout
    switch event.kind {
    case .drag:
      if isDragging { divider = event.column }
    case .release:
      if isDragging {
        isDragging = false
        scroll()
        askPreview(&effects)
      }
    case .press:
      status = nil
      if isPlanning {
        givePlanUp(&effects)
        if dialog != nil { return }
      }
      press(event, layout, &effects)
    }
  }

  private mutating func press(_ event: MouseEvent, _ layout: Layout, _ effects: inout [UIEffect]) {
    let (row, column) = (event.row, event.column)
    if let preview = layout.preview, let list = layout.list, list.rows.contains(row) || preview.rows.contains(row),
      (list.columns.upperBound..<preview.columns.lowerBound).contains(column)
    {
      isDragging = true
      return
    }
    if let sidebar = layout.sidebar, sidebar.contains(row: row, column: column) {
      if let screen = Screen(rawValue: row) { go(screen, &effects) }
      return
    }
    if let header = layout.header, header.contains(row: row, column: column) {
      if let screen = HeaderView.screen(at: column, of: size.columns) { go(screen, &effects) }
      return
    }
    if row == layout.footer {
      guard let action = FooterView.action(at: column, self) else { return }
      if focus == .query {
        _ = takeInQuery(Key(action == .back ? .escape : .enter), &effects)
      } else if hasRows || !action.isAboutRows {
        perform(action, &effects)
      }
      return
    }
    if layout.query.contains(row: row, column: column) { return perform(.query, &effects) }
    if let tabs = layout.tabs, tabs.contains(row: row, column: column) {
      if let tab = TabsView.tab(at: column - tabs.columns.lowerBound, list.tabs, width: tabs.width) {
        show(tab: tab, &effects)
      }
      return
    }
    if let area = layout.list, area.contains(row: row, column: column) {
      return clickRow(row - area.rows.lowerBound, &effects)
    }
    if let area = layout.preview, area.contains(row: row, column: column) {
      clickPreview(row - area.rows.lowerBound, &effects)
    }
  }

  /// A click selects, a second one opens.
  private mutating func clickRow(_ line: Int, _ effects: inout [UIEffect]) {
    let wasElsewhere = focus != .list
    if wasElsewhere { focusList(&effects) }
    guard hasRows, let place = row(atLine: line), let id = list.rows[place].id else { return }
    if case .fold(let name) = id {
      list.selection = id
      return fold(name, &effects)
    }
    guard list.selection != id else {
      if !wasElsewhere { openSelected(&effects) }
      return
    }
    list.selection = id
    moved(&effects)
  }

  /// The place of the row that is drawn at a line of the list.
  func row(atLine line: Int) -> Int? {
    var next = 0
    for place in list.rows.indices.dropFirst(list.top) {
      next += height(of: list.rows[place])
      if line < next { return place }
    }
    return nil
  }

  private mutating func clickPreview(_ line: Int, _ effects: inout [UIEffect]) {
    if focus != .preview { perform(.otherPane, &effects) }
    let place = preview.top + line
    guard let content = preview.content, content.lines.indices.contains(place), let target = content.lines[place].target
    else { return }
    if preview.chosen == place { return go(to: target, &effects) }
    preview.chosen = place
  }

  private mutating func clickInDialog(_ event: MouseEvent, _ effects: inout [UIEffect]) {
    guard event.kind == .press, let frame = DialogFrame(self) else { return }
    switch frame.hit(row: event.row, column: event.column) {
    case .key(let key): takeInDialog(key, &effects)
    case .option(let number):
      switch dialog {
      case .help:
        guard let action = frame.actions[number] else { return }
        dialog = nil
        perform(action, &effects)
      case .choice(var choice):
        choice.selected = number
        choose(choice, &effects)
      case .names(var names):
        names.selected = number
        dialog = .names(names)
        takeInDialog(Key(.enter), &effects)
      default: break
      }
    case .inside: break
    case .outside: takeInDialog(Key(.escape), &effects)
    }
  }

  /// Scrolls what the pointer is over.
  mutating func wheel(_ lines: Int, row: Int, column: Int, _ effects: inout [UIEffect]) {
    guard settings.usesMouse else { return }
    let notches = lines
    // Few rows are seen in a small window, and none is passed over.
    let lines = notches * min(3, max(1, (layout.list?.height ?? size.rows) / 3))
    switch dialog {
    case .help(let top):
      dialog = .help(top: min(max(top + lines, 0), DialogFrame.mostTop(of: self)))
      return
    case .notice(var notice):
      notice.top = min(max(notice.top + lines, 0), DialogFrame.mostTop(of: self))
      dialog = .notice(notice)
      return
    case .confirm(var asked):
      asked.top = min(max(asked.top + lines, 0), DialogFrame.mostTop(of: self))
      dialog = .confirm(asked)
      return
    case .choice, .names:
      for _ in 0..<min(abs(notches), 100) { takeInDialog(Key(notches > 0 ? .down : .up), &effects) }
      return
    case .prompt: return
    case nil: break
    }
    let layout = layout
    if let area = layout.preview, area.contains(row: row, column: column) {
      preview.top += lines
      return clampPreview()
    }
    guard hasRows, layout.list?.contains(row: row, column: column) == true else { return }
    let before = list.selection
    list.scroll(by: lines, rows: layout.list?.height ?? 1, height: height)
    // The note that has the keys stays.
    if focus == .preview { list.selection = before }
    if list.selection != before { moved(scrolls: false, &effects) }
    askForMore(&effects)
  }
}
