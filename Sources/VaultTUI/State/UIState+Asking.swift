import VaultCore
import VaultTerminal

// What is asked, and when. Nothing is asked while drawing.

extension UIState {
  /// Asks the list's question, as it is typed now.
  mutating func askList(_ effects: inout [UIEffect]) {
    // Two screens of rows; what is seen of hits, which take two lines, while they are typed, since each is read for its line.
    limit = max(limit, query.isTyping ? max(size.rows / 2, 10) : 2 * max(size.rows, 20))
    let question = ListQuestion(
      place: listPlace, text: query.asked, isTyping: query.isTyping, limit: limit, unfolded: unfolded,
      look: settings.look, columns: layout.list?.width ?? size.columns,
      among: picks?.among)
    effects.append(.ask(UIQuestion(number: numbers.next(.question(.list)), body: .list(question))))
  }

  mutating func ask(for rows: Int, _ effects: inout [UIEffect]) {
    limit = rows
    askList(&effects)
  }

  /// More rows, where one comes near the end of those that are there.
  mutating func askForMore(_ effects: inout [UIEffect]) {
    guard !list.isComplete, !list.isDim, let place = list.place ?? (list.rows.isEmpty ? nil : 0) else { return }
    let seen = max(place, list.top) + size.rows
    if seen >= list.rows.count, limit <= list.rows.count + size.rows { ask(for: limit * 2, &effects) }
  }

  /// `ofList`: for a row of the list that stands beside it.
  mutating func askPreview(ofList: Bool = false, _ effects: inout [UIEffect]) {
    guard preview.subject != .nothing else {
      // What was asked before is about something else.
      numbers.drop(.question(.preview))
      (preview.content, preview.problem) = (nil, nil)
      preview.shown = .nothing
      return
    }
    preview.query = markedQuery
    let question = PreviewQuestion(
      subject: preview.subject, isOfList: ofList, query: preview.query, look: settings.look,
      columns: layout.previewColumns(self))
    effects.append(.ask(UIQuestion(number: numbers.next(.question(.preview)), body: .preview(question))))
  }

  /// The query whose matches are marked in a note; one that cannot be understood has none.
  private var markedQuery: String { screen == .notes && !list.isDim ? query.asked : "" }

  /// All that is on the screen, since it may be otherwise by now.
  mutating func askAnew(_ effects: inout [UIEffect]) {
    askList(&effects)
    askPreview(&effects)
    if case .names(let names)? = dialog { askNames(names.field.text, &effects) }
  }

  mutating func askNames(_ text: String, _ effects: inout [UIEffect]) {
    effects.append(.ask(UIQuestion(number: numbers.next(.question(.names)), body: .names(text))))
  }

  /// The preview shows what is selected.
  mutating func followSelection(_ effects: inout [UIEffect]) {
    let subject = list.selected.map(Self.subject) ?? .nothing
    let isOtherQuery = subject != .nothing && preview.query != markedQuery
    guard subject != preview.subject || subject != preview.shown || isOtherQuery else { return }
    let isNew = subject != preview.subject || isOtherQuery
    preview.comesBack = nil
    preview.subject = subject
    if isNew || preview.content == nil { askPreview(ofList: true, &effects) }
  }

  static func subject(of row: Row) -> PreviewSubject {
    subject(of: row.id, line: row.line)
  }

  private static func subject(of id: RowID?, line: Int?) -> PreviewSubject {
    switch id {
    case .again(let same, _)?: subject(of: same, line: line)
    case .note(let path)?: .note(path, line: line, heading: nil, raw: false)
    case .place(let path, let line)?: .note(path, line: line, heading: nil, raw: false)
    case .task(let handle)?, .entry(let handle, _)?: .task(handle: handle)
    case .folder(let path)?: .folder(path)
    case .file(let path)?: .file(path)
    case .tag(let name)?: .tag(name)
    case .trash(let id, let path)?: .trash(id: id, path: path)
    case .change(let number)?: .change(number)
    case .setting(let name)?: .setting(name)
    case .fold?, .figure?, nil: .nothing
    }
  }

  /// How many lines a row takes.
  package func height(of row: Row) -> Int {
    guard row.id != nil else { return 1 }
    return !row.below.isEmpty && (settings.isSpaced || row.showsBelow) ? 2 : 1
  }

  /// Brings the selected row into view.
  mutating func scroll() {
    let (rows, spaced) = (layout.list?.height ?? 1, settings.isSpaced)
    list.scrollToSelection(rows: rows) { row in
      row.id != nil && !row.below.isEmpty && (spaced || row.showsBelow) ? 2 : 1
    }
  }

  // MARK: Typing

  /// Returns false for a key that is not the field's.
  mutating func takeInQuery(_ key: Key, _ effects: inout [UIEffect]) -> Bool {
    switch key.code {
    case .escape:
      focus = .list
      guard !query.text.isEmpty else { return true }
      query.field = TextField()
      typed(&effects)
    case .enter:
      focus = .list
      guard picks != nil else { return true }
      // The rows that are seen are those of another query.
      if list.isDim { return true }
      if hasRows { perform(.open, &effects) } else { ahead.append(.key(key)) }
    case .tab, .backTab: focus = .list
    case .up, .down, .pageUp, .pageDown:
      if !hasRows {
        ahead.append(.key(key))
      } else if let action = settings.keys.action(for: key) {
        perform(action, &effects)
      }
    case .character("n") where key.control: if hasRows { move(by: 1, &effects) } else { ahead.append(.key(key)) }
    case .character("p") where key.control && picks != nil:
      if hasRows { move(by: -1, &effects) } else { ahead.append(.key(key)) }
    case .backspace where query.text.isEmpty: focus = .list
    default:
      let before = query.text
      guard query.field.take(key) else { return false }
      if query.text != before { typed(&effects) }
    }
    return true
  }

  /// Asks at once, and in full once no key has come for a while.
  mutating func typed(_ effects: inout [UIEffect]) {
    (query.isTyping, query.isFullDue) = (true, false)
    setQueryPlace()
    askOther(&effects)
    effects.append(.wake(.fullQuestion, after: 300))
  }

  /// Asks for other rows than those that are there.
  mutating func askOther(_ effects: inout [UIEffect]) {
    (followsBest, limit, wanted, beyond) = (true, 0, nil, 0)
    (wantsMarks, wantsEnd, wantsFold, ahead) = (false, false, false, [])
    list.isOld = true
    askList(&effects)
  }

  /// The typist pauses: the query is asked in full, which is not to take the answer away that is almost there.
  mutating func askInFull(_ effects: inout [UIEffect]) {
    guard query.isTyping else { return }
    query.isFullDue = numbers.waiting.contains(.question(.list))
    guard !query.isFullDue else { return }
    query.isTyping = false
    askList(&effects)
  }

  /// The address of what is typed.
  private mutating func setQueryPlace() {
    let text = query.text.isEmpty ? nil : query.text
    switch listPlace.place {
    case .tasks: listPlace.query = text
    case .select: listPlace.query = text
    case .notes where listPlace.sort != nil: listPlace.query = text
    case .notes, .search:
      let sort = listPlace.sort
      listPlace = VaultURL(text == nil ? .notes : .search)
      (listPlace.query, listPlace.sort) = (text, text == nil ? sort : nil)
    default: break
    }
    place = listPlace
  }
}
