import VaultCore

extension UIState {
  /// More places than these are not come back to.
  private static let mostBack = 100

  /// Goes to an address, and remembers where one was.
  mutating func go(to url: VaultURL, _ effects: inout [UIEffect]) {
    remember()
    show(url, &effects)
  }

  mutating func remember() {
    let now = BackPlace(
      place: place, listPlace: listPlace, query: query, selection: list.selection, top: list.top, focus: focus,
      subject: preview.subject, view: preview.view)
    if back.last != now { back.append(now) }
    if back.count > Self.mostBack { back.removeFirst() }
  }

  mutating func goBack(_ effects: inout [UIEffect]) {
    if isBesideItsList { return focusList(&effects) }
    // What was searched for is taken away first, where one is.
    if focus == .list, !query.text.isEmpty { return clearQuery(&effects) }
    guard let last = back.popLast() else {
      if focus == .preview { focusList(&effects) } else if !query.text.isEmpty { clearQuery(&effects) }
      return
    }
    if last.listPlace == listPlace, last.query == query {
      place = last.place
      focus = last.focus
      if focus == .preview { return comeBack(to: last, &effects) }
      return followSelection(&effects)
    }
    query = last.query
    query.isTyping = false
    (focus, wanted) = (last.focus == .query ? .list : last.focus, last.selection)
    open(last.listPlace, &effects)
    place = last.place
    list.top = last.top
    if last.focus == .preview { comeBack(to: last, &effects) }
  }

  private mutating func comeBack(to last: BackPlace, _ effects: inout [UIEffect]) {
    show(last.subject, &effects)
    preview.comesBack = last.view
  }

  private mutating func clearQuery(_ effects: inout [UIEffect]) {
    query.field = TextField()
    typed(&effects)
  }

  /// True where one came to the preview from the list that stands beside it.
  private var isBesideItsList: Bool {
    guard focus == .preview, let last = back.last else { return false }
    return last.listPlace == listPlace && last.focus != .preview
  }

  mutating func focusList(_ effects: inout [UIEffect]) {
    if isBesideItsList { back.removeLast() }
    focus = .list
    place = listPlace
    scroll()
    followSelection(&effects)
  }

  /// Shows an address: its list, its note, or what it asks for.
  mutating func show(_ url: VaultURL, _ effects: inout [UIEffect]) {
    switch url.place {
    case .note:
      if list.isWaiting { open(VaultURL(.notes), &effects) }
      place = url
      showNote(url, &effects)
      if url.view == .edit, picks == nil, case .note(let path) = url.place {
        effects.append(.edit(path, line: url.line))
      }
    case .file(let path):
      if list.isWaiting { open(VaultURL(.notes), &effects) }
      place = url
      show(.file(path), &effects)
    case .today where picks != nil, .day where picks != nil,
      .newNote where picks != nil:
      if list.isWaiting { open(VaultURL(.notes), &effects) }
      status = StatusLine(.remark, Self.picking)
    case .today, .day:
      if list.isWaiting { open(VaultURL(.notes), &effects) }
      place = url
      var day = today
      if case .day(let named) = url.place { day = named }
      pending = .dailyNote(day)
      effects.append(.change(.dailyNote(day), number: numbers.next(.change), plan: nil))
    case .newNote:
      if list.isWaiting { open(VaultURL(.notes), &effects) }
      place = url
      dialog = .prompt(newNotePrompt(title: url.title ?? "", folder: url.folder, template: url.template))
    case .task(let handle):
      query = QueryDraft()
      focus = .list
      open(VaultURL(.tasks), &effects)
      place = url
      wanted = .task(handle: handle)
      preview.subject = .task(handle: handle)
      askPreview(&effects)
    default:
      query = QueryDraft(url.query ?? "")
      focus = .list
      open(url, &effects)
      if case .history = url.place, let number = url.change { wanted = .change(number) }
    }
  }

  /// Shows the list of a place. What was shown before is no longer drawn.
  private mutating func open(_ url: VaultURL, _ effects: inout [UIEffect]) {
    // What is marked on one screen means nothing on another.
    if Screen(url.place) != screen, !marks.isEmpty {
      if picks != nil { status = StatusLine(.remark, "What was marked on the other screen is not marked any more.") }
      (marks, marked) = ([], [:])
    }
    if Screen(url.place) != screen { selectedBefore = nil }
    place = url
    listPlace = url
    list = ListState()
    limit = 0
    followsBest = wanted == nil
    (wantsEnd, wantsMarks, wantsFold, ahead, beyond) = (false, false, false, [], 0)
    wantsMentions = false
    preview.subject = .nothing
    askPreview(&effects)
    askList(&effects)
  }

  private mutating func showNote(_ url: VaultURL, _ effects: inout [UIEffect]) {
    guard case .note(let path) = url.place else { return }
    show(.note(path, line: url.line, heading: url.heading, raw: url.view == .raw), &effects)
  }

  private mutating func show(_ subject: PreviewSubject, _ effects: inout [UIEffect]) {
    focus = .preview
    (preview.subject, preview.chosen, preview.comesBack) = (subject, nil, nil)
    askPreview(&effects)
  }

  // MARK: Opening a row

  mutating func openSelected(_ effects: inout [UIEffect]) {
    if picks != nil, !pickable.isEmpty { return effects.append(.leave(.picked(pickable))) }
    if focus == .preview { return followLink(&effects) }
    guard let row = list.selected, let id = row.id else { return }
    switch id {
    case .note(let path): openNote(path, line: nil, &effects)
    case .again(let same, _):
      guard let note = row.note ?? same.note else { return focusPreview() }
      openNote(note, line: row.line, &effects)
    case .place(let path, let line): openNote(path, line: line, &effects)
    case .task, .entry: if let note = row.note { openNote(note, line: row.line, &effects) }
    case .folder(let path):
      go(to: VaultURL(.folder(path)), &effects)
      if path.text.isEmpty { go(to: VaultURL(.notes), &effects) }
    case .tag(let name): go(to: VaultURL(.tag(name)), &effects)
    case .fold(let name): fold(name, &effects)
    case .file, .trash, .change: focusPreview()
    case .setting(let name): changeSetting(name, &effects)
    case .figure: break
    }
  }

  private mutating func openNote(_ path: NotePath, line: Int?, _ effects: inout [UIEffect]) {
    remember()
    var url = VaultURL(.note(path))
    url.line = line
    place = url
    focus = .preview
    // What is shown beside the list already stays as it is scrolled.
    guard preview.content?.note != path || preview.shown != preview.subject else { return }
    showNote(url, &effects)
  }

  mutating func fold(_ name: String, _ effects: inout [UIEffect]) {
    if unfolded.remove(name) == nil {
      unfolded.insert(name)
      wantsFold = true
    }
    askList(&effects)
  }

  private mutating func followLink(_ effects: inout [UIEffect]) {
    guard let chosen = preview.chosen, let target = preview.content?.lines[chosen].target else {
      if let first = preview.targets.first(where: { $0 >= preview.top }) ?? preview.targets.first { choose(first) }
      return
    }
    go(to: target, &effects)
  }

  /// The next link, or the one before.
  mutating func chooseLink(_ step: Int) {
    let targets = preview.targets
    guard !targets.isEmpty else {
      status = StatusLine(.remark, "Nothing here leads anywhere.")
      return
    }
    let now = preview.chosen.flatMap { targets.firstIndex(of: $0) }
    let next = now.map { $0 + step } ?? (step > 0 ? targets.firstIndex { $0 >= preview.top } ?? 0 : targets.count - 1)
    choose(targets[(next + targets.count) % targets.count])
  }

  private mutating func choose(_ line: Int) {
    preview.chosen = line
    let height = layout.preview?.height ?? size.rows
    if line < preview.top {
      preview.top = line
    } else if line >= preview.top + height {
      preview.top = line - height + 1
    }
    clampPreview()
  }

  /// What is picked: tasks where these are wanted, else notes, that of a task among them.
  var pickable: [PickedRow] {
    if picks?.kind == .tasks { return targetTasks.map { .task($0) } }
    if focus == .preview, marks.isEmpty { return shownNote.map { [.note($0)] } ?? [] }
    return targets.compactMap { ($0.id.note ?? $0.note).map { .note($0) } }.uniqued(by: \.self)
  }
}
