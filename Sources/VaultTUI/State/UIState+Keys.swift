import VaultCore

extension UIState {
  /// Does what a key asks for.
  mutating func perform(_ action: UIAction, _ effects: inout [UIEffect]) {
    switch action {
    case .up: move(by: -1, &effects)
    case .down: move(by: 1, &effects)
    case .pageUp: movePage(down: false, &effects)
    case .pageDown: movePage(down: true, &effects)
    case .top: moveToTop(&effects)
    case .bottom: moveToBottom(&effects)
    case .left: goLeft(&effects)
    case .right: goRight(&effects)
    case .otherPane:
      if focus == .preview { focusList(&effects) } else if preview.subject != .nothing { focusPreview() }
    case .query: beginQuery(&effects)
    case .previousTab: turn(by: -1, &effects)
    case .nextTab: turn(by: 1, &effects)
    case .mark: markSelected(&effects)
    case .markAll: markAll(&effects)
    case .open: openSelected(&effects)
    case .back:
      if picks != nil, back.isEmpty, query.text.isEmpty { return effects.append(.leave(.nothingPicked)) }
      goBack(&effects)
    case .edit, .editAtMatch: edit(atLine: action == .editAtMatch, &effects)
    case .new, .addTask, .toggle, .schedule, .due, .priority, .tags, .rename, .move, .pin, .delete, .undo, .redo:
      change(action, &effects)
    case .copyPath:
      guard let path = noteAtHand else {
        status = StatusLine(.remark, "There is no note here to copy the path of.")
        return
      }
      copy(path.text, &effects)
    case .copyAddress: copy(place.description, &effects)
    case .sort: chooseSort()
    case .theme: dialog = .choice(themeChoice)
    case .goTo:
      dialog = .names(NamesDialog())
      askNames("", &effects)
    case .backlinks, .mentions:
      guard let note = noteAtHand else {
        status = StatusLine(.remark, "There is no note here that something could link to.")
        return
      }
      go(to: VaultURL(.backlinks(note)), &effects)
      wantsMentions = action == .mentions
    case .outline: showOutline()
    case .notes: go(.notes, &effects)
    case .tasks: go(.tasks, &effects)
    case .agenda: go(.agenda, &effects)
    case .folders: go(.folders, &effects)
    case .tagTree: go(.tags, &effects)
    case .trash: go(.trash, &effects)
    case .history: go(.history, &effects)
    case .settings: go(.settings, &effects)
    case .redraw:
      effects.append(.redraw)
      askAnew(&effects)
    case .stop: effects.append(.stop)
    case .help: dialog = .help(top: 0)
    case .quit:
      if numbers.waiting.contains(.change), !leavesAfterChange, picks == nil {
        // What was said yes to is not given up without a word.
        leavesAfterChange = true
        status = Self.leaving
        return
      }
      effects.append(.leave(picks != nil ? .nothingPicked : .quit))
    }
  }

  private mutating func copy(_ text: String, _ effects: inout [UIEffect]) {
    guard settings.copies else {
      status = StatusLine(.remark, "This terminal has nothing to copy to: \(text)")
      return
    }
    effects.append(.copy(text))
    status = StatusLine(.done, "Copied \(text)")
  }

  mutating func go(_ screen: Screen, _ effects: inout [UIEffect]) { go(to: VaultURL(screen.place), &effects) }

  private var pageLength: Int {
    max(1, (focus == .preview ? layout.preview?.height : layout.list?.height).map { $0 - 1 } ?? size.rows)
  }

  // MARK: Moving

  mutating func move(by count: Int, _ effects: inout [UIEffect]) {
    if focus == .preview {
      preview.top += count
      return clampPreview()
    }
    if !list.isComplete {
      let left = list.rows[((list.place ?? -1) + 1)...].count { $0.id != nil }
      // A move back takes back what is still to be gone.
      beyond = max(beyond + min(count, 0), 0) + max(count - left, 0)
    }
    list.move(by: count)
    moved(&effects)
    // What is selected is another row in the end: keys about it wait for that.
    if beyond > 0, numbers.waiting.contains(.question(.list)) { list.isOld = true }
  }

  /// By as many rows as are seen at once, less one.
  private mutating func movePage(down: Bool, _ effects: inout [UIEffect]) {
    guard focus != .preview, let place = list.place, let height = layout.list?.height else {
      return move(by: down ? pageLength : -pageLength, &effects)
    }
    let rows = down ? Array(list.rows[(place + 1)...]) : list.rows[..<place].reversed()
    var (used, count) = (self.height(of: list.rows[place]), 0)
    for row in rows {
      used += self.height(of: row)
      guard used <= height else { break }
      if row.id != nil { count += 1 }
    }
    // Those that are not there yet are as tall as the last.
    if down, !list.isComplete, used < height, let last = list.rows.last {
      count += (height - used) / max(self.height(of: last), 1)
    }
    move(by: down ? max(count, 1) : -max(count, 1), &effects)
  }

  private mutating func moveToTop(_ effects: inout [UIEffect]) {
    if focus == .preview {
      preview.top = 0
      return
    }
    (beyond, wantsEnd) = (0, false)
    list.selectFirst()
    moved(&effects)
  }

  private mutating func moveToBottom(_ effects: inout [UIEffect]) {
    if focus == .preview {
      preview.top = .max / 2
      return clampPreview()
    }
    (beyond, followsBest, wanted) = (0, false, nil)
    if !list.isComplete {
      (wantsEnd, list.isOld) = (true, true)
      return ask(for: .max, &effects)
    }
    list.moveToEnd()
    moved(&effects)
  }

  /// `scrolls`: what is selected is brought into view.
  mutating func moved(scrolls: Bool = true, _ effects: inout [UIEffect]) {
    followsBest = false
    wanted = nil
    place = listPlace
    if scrolls { scroll() }
    followSelection(&effects)
    askForMore(&effects)
  }

  private mutating func goLeft(_ effects: inout [UIEffect]) {
    if focus == .preview { return focusList(&effects) }
    if case .fold(let name)? = list.selection, unfolded.contains(name) { fold(name, &effects) }
  }

  private mutating func goRight(_ effects: inout [UIEffect]) {
    if case .fold(let name)? = list.selection, !unfolded.contains(name) { return fold(name, &effects) }
    if focus == .list, preview.subject != .nothing { focusPreview() }
  }

  /// The preview gets the keys, until one goes back.
  mutating func focusPreview() {
    remember()
    focus = .preview
    if let note = preview.subject.note { place = VaultURL(file: note) ?? place }
  }

  private mutating func beginQuery(_ effects: inout [UIEffect]) {
    switch listPlace.place {
    case .tag(let name): seed(.tag(name, childrenOnly: false), &effects)
    case .folder(let path) where !path.text.isEmpty: seed(.named(.path, .text(path.text + "/")), &effects)
    case .backlinks, .graph, .doctor, .stats, .sync: go(.notes, &effects)
    default: break
    }
    focus = .query
  }

  /// Searches in what was narrowed to, which is part of the query from now on.
  private mutating func seed(_ narrowing: Query.Predicate, _ effects: inout [UIEffect]) {
    remember()
    listPlace = VaultURL(.search)
    query = QueryDraft(narrowing.canonicalText + " ")
    typed(&effects)
  }

  private mutating func turn(by step: Int, _ effects: inout [UIEffect]) {
    if focus == .preview { return chooseLink(step) }
    guard !list.tabs.isEmpty else { return }
    let now = VaultURL.TasksTab.allCases.firstIndex(of: listPlace.tab ?? .all) ?? 0
    show(tab: (now + step + list.tabs.count) % list.tabs.count, &effects)
  }

  mutating func show(tab: Int, _ effects: inout [UIEffect]) {
    guard case .tasks = listPlace.place, VaultURL.TasksTab.allCases.indices.contains(tab) else { return }
    let tab = VaultURL.TasksTab.allCases[tab]
    listPlace.tab = tab == .all ? nil : tab
    place = listPlace
    askOther(&effects)
  }

  // MARK: Marking

  private mutating func markSelected(_ effects: inout [UIEffect]) {
    guard focus == .list, let row = list.selected, let id = row.id else { return }
    guard picks?.isOne != true else {
      status = StatusLine(.remark, Self.one)
      return
    }
    if case .fold(let name) = id { return fold(name, &effects) }
    if marks.remove(id) == nil { mark(row, id) }
    move(by: 1, &effects)
  }

  private mutating func mark(_ row: Row, _ id: RowID) {
    marks.insert(id)
    marked[id] = MarkedRow(id: id, note: row.note, line: row.line, name: row.name)
  }

  private mutating func markAll(_ effects: inout [UIEffect]) {
    guard picks?.isOne != true else {
      status = StatusLine(.remark, Self.one)
      return
    }
    let all = list.rows.compactMap(\.id).filter(Self.canBeMarked)
    if !all.isEmpty, list.isComplete, marks.isSuperset(of: all) {
      marks = []
      return
    }
    guard list.isComplete else {
      (wantsMarks, list.isOld) = (true, true)
      return ask(for: .max, &effects)
    }
    markAllShown()
  }

  mutating func markAllShown() {
    for row in list.rows { if let id = row.id, Self.canBeMarked(id) { mark(row, id) } }
  }

  private static let one = "One note is wanted here: Enter takes it."

  private static func canBeMarked(_ id: RowID) -> Bool {
    switch id {
    case .fold, .figure, .setting: false
    default: true
    }
  }

  // MARK: Editing

  private mutating func edit(atLine: Bool, _ effects: inout [UIEffect]) {
    // What is picked is printed, and an editor would write there, too.
    guard picks == nil else {
      status = StatusLine(.remark, Self.picking)
      return
    }
    guard let note = noteAtHand else {
      status = StatusLine(.remark, "There is no note here to edit.")
      return
    }
    var line = list.selected?.line
    if focus == .preview || line == nil { line = preview.content?.note == note ? previewFileLine : line }
    effects.append(.edit(note, line: atLine ? line : nil))
  }

  /// The line of the file at which the preview stands: where it was led to, else the first that is seen.
  private var previewFileLine: Int? {
    guard let content = preview.content else { return nil }
    if preview.top == 0 || focus != .preview { return content.fileLine }
    return content.lines[preview.top...].lazy.map(\.number).first { $0 > 0 } ?? content.fileLine
  }

  // MARK: Choosing

  private mutating func showOutline() {
    guard let content = preview.content, !content.outline.isEmpty else {
      status = StatusLine(.remark, "There are no headings here.")
      return
    }
    dialog = .choice(
      Choice(
        purpose: .outline, title: "Headings",
        options: content.outline.map { .init(title: $0.title, value: String($0.line)) },
        selected: content.outline.lastIndex { $0.line <= preview.top } ?? 0))
  }

  private mutating func chooseSort() {
    guard screen == .notes, [.notes, .search, .select].contains(listPlace.place) else {
      status = StatusLine(.remark, "This list has one order.")
      return
    }
    let values = ["", "-created", "title", "-words"]
    let names = [query.text.isEmpty ? "Edited" : "Best match", "Created", "Title", "Longest"]
    dialog = .choice(
      Choice(
        purpose: .sort, title: "Order", options: zip(names, values).map { .init(title: $0, value: $1) },
        selected: values.firstIndex(of: listPlace.sort ?? "") ?? 0))
  }
}
