import VaultCore
import VaultStore

extension UIState {
  /// Takes what happened, and says what is to be done.
  package mutating func update(_ message: UIMessage) -> [UIEffect] {
    var effects: [UIEffect] = []
    let before = status
    defer {
      // It takes lines from the list, in which the selected row is still seen.
      if status != before, list.top > 0 || status != nil { scroll() }
      if dialog == nil, !isPlanning, let unread = notice { (dialog, notice) = (.notice(unread), nil) }
    }
    switch message {
    case .input(let input): take(input, &effects)
    case .resized(let new):
      guard new != size else { return [] }
      let columns = layout.previewColumns(self)
      size = new
      if case .confirm(var asked)? = dialog, let plan = asked.plan {
        asked.wrapping = PlanWrapping(plan.lines, width: DialogFrame.inner(size))
        dialog = .confirm(asked)
      }
      divider = divider.map { min($0, new.columns) }
      scroll()
      if layout.previewColumns(self) != columns { askPreview(&effects) }
      askForMore(&effects)
    case .answer(let answer): take(answer, &effects)
    case .event(let event): take(event, &effects)
    case .timer(.fullQuestion): askInFull(&effects)
    case .timer(.slowChange):
      if numbers.waiting.contains(.change) {
        status = StatusLine(
          .remark, "The change is not made yet; another program may have the vault. Keys wait for it.")
      }
    case .edited(let report):
      askAnew(&effects)
      let title = report.conflict.isEmpty ? "The editor" : "A conflict"
      tell(report.isProblem ? .problem : .done, report.sentence, title: title, diff: report.conflict)
    case .resumed: askAnew(&effects)
    case .told(let line): status = line
    }
    return effects
  }

  /// The first questions, once there is a screen.
  package mutating func begin() -> [UIEffect] {
    var effects: [UIEffect] = []
    let start = place
    place = VaultURL(.notes)
    listPlace = place
    show(start, &effects)
    back = []
    return effects
  }

  mutating func take(_ input: TerminalInput, _ effects: inout [UIEffect]) {
    switch input {
    case .key(let key):
      // Nobody acts on what is not seen, but leaves it.
      let action = settings.keys.action(for: key)
      if !layout.fits, key.code != .escape, ![.quit, .stop, .redraw].contains(action) { return }
      if holds(key) { return ahead.append(input) }
      status = nil
      if interrupts(key, &effects) { return }
      if key.alt, !isMeant(key) {
        // The beginning of an answer of the terminal's that was cut off is no key.
        if case .character(let character) = key.code, InputDecoder.introducers.contains(character) { return }
        // ESC and a key that came together.
        take(.key(Key(.escape)), &effects)
        return take(.key(Key(key.code, control: key.control, shift: key.shift)), &effects)
      }
      if dialog != nil { return takeInDialog(key, &effects) }
      if focus == .query, takeInQuery(key, &effects) { return }
      if let action = settings.keys.action(for: key) { perform(action, &effects) }
    case .paste(let text):
      guard layout.fits else { return }
      // It goes where the keys before it lead.
      if !ahead.isEmpty { return ahead.append(input) }
      if dialog != nil { return pasteInDialog(text, &effects) }
      if focus == .query {
        query.field.insert(text)
        typed(&effects)
      }
    case .mouse(let event): if settings.usesMouse { take(event, &effects) }
    case .wheel(let lines, let column, let row): wheel(lines, row: row, column: column, &effects)
    case .focus(let isFocused):
      // What nothing watches may have changed meanwhile.
      if isFocused, case .unwatched = freshness { askAnew(&effects) }
    case .background(let isDark):
      guard settings.isDark != isDark else { return }
      let before = settings.background
      settings.isDark = isDark
      if settings.background != before { askAnew(&effects) }
    case .keyboardProtocol, .lost: break
    }
  }

  /// True of a key that is not taken as itself while a change, or what would be done by one, is waited for. Nothing is asked
  /// after a key that came before the question: it may be meant for something else, and the next one would be the answer.
  private mutating func interrupts(_ key: Key, _ effects: inout [UIEffect]) -> Bool {
    let action = settings.keys.action(for: key)
    if isPlanning, dialog == nil, action != .stop, action != .redraw {
      givePlanUp(&effects)
      return dialog != nil || key.code == .escape
    }
    guard leavesAfterChange else { return false }
    if action == .quit { perform(.quit, &effects) } else { status = Self.leaving }
    return true
  }

  mutating func dropPlan(_ effects: inout [UIEffect]) {
    guard numbers.waiting.contains(.plan) else { return }
    numbers.drop(.plan)
    effects.append(.dropPlan)
  }

  /// A key or a click came before the question.
  mutating func givePlanUp(_ effects: inout [UIEffect]) {
    dropPlan(&effects)
    (isPlanning, isPlannedAnew, pending) = (false, false, nil)
    status = StatusLine(.remark, "Nothing was changed: a key came before what would be done was shown.")
    // What was typed is not lost.
    if let prompt = pendingPrompt { (dialog, pendingPrompt) = (.prompt(prompt), nil) }
  }

  /// True of a key that is about rows which are not there yet, and of all that come behind such a one, so that they mean what they
  /// would have meant. What leads elsewhere is taken at once, and those before it are of no use any more.
  private mutating func holds(_ key: Key) -> Bool {
    guard !hasRows else {
      ahead = []
      return false
    }
    if dialog == nil, focus == .query {
      // Another letter asks for other rows than those that the keys before it are about.
      var field = query.field
      if key.code == .escape || settings.keys.action(for: key) == .quit || field.take(key) { ahead = [] }
      return !ahead.isEmpty
    }
    guard dialog == nil else { return !ahead.isEmpty }
    guard let action = settings.keys.action(for: key) else { return !ahead.isEmpty }
    // It would be about the change before the one that is under way.
    let isAboutChange = [.undo, .redo].contains(action) && numbers.waiting.contains(.change)
    guard action.isAboutRows || isAboutChange || !ahead.isEmpty, !action.leadsElsewhere else {
      ahead = []
      return false
    }
    return true
  }

  /// False while rows are waited for, as those that are seen, if any, are of another question, or of before a change.
  var hasRows: Bool {
    guard list.isWaiting || list.isOld else { return true }
    return !numbers.waiting.contains(.question(.list)) && !numbers.waiting.contains(.change)
  }

  /// True of a key with Alt that means something here.
  private func isMeant(_ key: Key) -> Bool {
    var field = TextField()
    switch dialog {
    case .prompt, .names: return field.take(key)
    case .help, .notice, .confirm, .choice: return false
    case nil: break
    }
    return focus == .query && field.take(key) || settings.keys.action(for: key) != nil
  }

  private mutating func take(_ event: SessionEvent, _ effects: inout [UIEffect]) {
    switch event {
    case .notes(let changes):
      follow(changes)
      forget(changes)
      askAnew(&effects)
    case .configuration: askAnew(&effects)
    case .day(let day):
      today = day
      askAnew(&effects)
    case .freshness(.vouched): freshness = .proven
    case .freshness(.unvouched(let reason)):
      if freshness != .unwatched(reason) { status = StatusLine(.remark, "Not watched: \(reason)") }
      freshness = .unwatched(reason)
    case .building(let done, let total):
      if case .building = freshness {} else { freshnessBefore = freshness }
      freshness = done < total ? .building(total > 0 ? done * 100 / total : 0) : freshnessBefore
    case .notice(let notices):
      // No dialog: it would take a key that is typed as it comes.
      if let last = notices.last { status = StatusLine(last.isWarning ? .problem : .remark, words(last.text)) }
    case .gone(let reason): freshness = .gone(reason.text)
    }
  }

  /// What is selected, marked or shown of notes that were moved stays so.
  private mutating func follow(_ changes: NoteChanges) {
    guard case .some(let paths) = changes, !paths.moved.isEmpty else { return }
    let targets = Dictionary(paths.moved.map { ($0.from, $0.to) }) { $1 }
    func moved(_ id: RowID) -> RowID? {
      switch id {
      case .note(let path): targets[path].map { .note($0) }
      case .place(let path, let line): targets[path].map { .place($0, line: line) }
      case .again(let same, let count): moved(same).map { .again($0, count) }
      default: nil
      }
    }
    if let new = list.selection.flatMap(moved), wanted == nil { wanted = new }
    for old in marks {
      guard let new = moved(old), var row = marked.removeValue(forKey: old) else { continue }
      marks.remove(old)
      marks.insert(new)
      (row.id, row.note) = (new, row.note.map { targets[$0] ?? $0 })
      marked[new] = row
    }
    guard case .note(let path, let line, let heading, let raw) = preview.subject, let target = targets[path] else {
      return
    }
    if case .note(path) = place.place, let url = VaultURL(file: target) { place = url }
    let new = PreviewSubject.note(target, line: line, heading: heading, raw: raw)
    // It is the same one, which stays as it was scrolled.
    if preview.shown == preview.subject { preview.shown = new }
    preview.subject = new
  }

  /// What is not there any more is not marked any more.
  private mutating func forget(_ changes: NoteChanges) {
    guard case .some(let paths) = changes, !marks.isEmpty else { return }
    let gone = Set(paths.removed)
    let lost = marks.filter { id in marked[id].map { ($0.note ?? id.note).map(gone.contains) ?? false } ?? false }
    guard !lost.isEmpty else { return }
    marks.subtract(lost)
    let what = lost.count == 1 ? marked[lost.first ?? .figure("")]?.name ?? "A row" : "\(lost.count) rows"
    status = StatusLine(.remark, "\(what) went meanwhile, and is not marked any more.")
  }

  // MARK: Answers

  private mutating func take(_ answer: UIAnswer, _ effects: inout [UIEffect]) {
    guard numbers.takes(answer) else {
      // Another change was asked for meanwhile; that this one was refused has to be said all the same.
      if answer.kind == .change, case .failure(let failure) = answer.value, failure.kind != .interrupted {
        tell(.problem, failure.text, title: "Nothing was changed", diff: failure.diff)
      }
      return
    }
    defer {
      if answer.kind == .question(.list), query.isFullDue { askInFull(&effects) }
      if answer.kind == .change, leavesAfterChange {
        leavesAfterChange = false
        if case .success(.changed(let done)) = answer.value, !done.isOutdated { effects.append(.leave(.quit)) }
      }
    }
    switch (answer.kind, answer.value) {
    case (_, .success(.list(let list))):
      take(list, &effects)
      isChecking = !answer.isProven
    case (_, .success(.preview(let content))): show(content)
    case (_, .success(.names(let notes))): takeNames(notes, &effects)
    case (_, .success(.planned(let plan))): take(plan, &effects)
    case (_, .success(.changed(let done))): take(done, &effects)
    case (.question(.list), .failure(let failure)):
      if failure.kind == .interrupted { return }
      (list.isWaiting, list.isOld, list.isDim) = (false, false, true)
      (ahead, wantsMarks, wantsEnd, wanted) = ([], false, false, nil)
      list.remarks = words(failure.text).split(separator: "\n").map(String.init)
      scroll()
    case (.question(.preview), .failure(let failure)):
      if failure.kind == .interrupted { return }
      if case .task = preview.subject, [.notFound, .changedMeanwhile].contains(failure.kind) {
        preview.problem = "This task is not there any more, or says something else now."
      } else if failure.kind == .notFound, preview.shown == preview.subject, let note = preview.subject.note {
        // A note that never was is one whose name is wrong.
        if preview.content != nil { preview.problem = "\(note.text) is not there any more." }
      } else {
        preview.problem = words(failure.text)
      }
      preview.shown = preview.subject
      preview.content = nil
    case (.question(.names), .failure(let failure)):
      if failure.kind != .interrupted { status = StatusLine(.problem, words(failure.text)) }
    case (.plan, .failure(let failure)), (.change, .failure(let failure)):
      refuse(failure)
      // What stands there now is shown.
      if [.changedMeanwhile, .notFound].contains(failure.kind) { askAnew(&effects) }
    }
  }

  private mutating func take(_ answer: ListAnswer, _ effects: inout [UIEffect]) {
    if let configured = answer.configured { take(configured, &effects) }
    (list.isWaiting, list.isOld, list.isDim) = (false, false, false)
    list.count = answer.count
    list.isComplete = answer.isComplete
    list.remarks = answer.remarks
    list.nothing = answer.nothing
    list.tabs = answer.tabs
    if let wanted, answer.rows.contains(where: { $0.id == wanted }) {
      list.rows = answer.rows
      list.selection = wanted
      (self.wanted, followsBest) = (nil, false)
    } else {
      list.take(answer.rows, selectsFirst: followsBest)
      if wanted != nil, !answer.isComplete, limit < Self.mostLookedFor { return ask(for: limit * 4, &effects) }
      if case .task? = wanted, unfolded.insert(TasksScreen.doneFold).inserted { return askList(&effects) }
      wanted = nil
    }
    // From now on what is selected stays so, whatever others do.
    if !query.isTyping { followsBest = false }
    if wantsEnd, answer.isComplete {
      list.moveToEnd()
      wantsEnd = false
    }
    if wantsMentions {
      wantsMentions = false
      let title = list.rows.firstIndex { $0.id == nil && $0.name == BacklinksScreen.mentionsTitle }
      if let title, title + 1 < list.rows.count {
        (list.selection, list.top) = (list.rows[title + 1].id, title)
      } else if !list.rows.isEmpty {
        status = StatusLine(.remark, "Nothing names it without a link; these are links.")
      }
    }
    if wantsMarks, answer.isComplete {
      markAllShown()
      wantsMarks = false
    }
    if wantsFold {
      // What was unfolded is seen.
      list.top = max((list.place ?? 0) - 2, 0)
      wantsFold = false
    }
    if beyond > 0 {
      // The rest of a move that came to the end of the rows that were there.
      let rest = beyond
      beyond = 0
      move(by: rest, &effects)
    }
    scroll()
    if focus != .preview { followSelection(&effects) }
    // Where nothing holds what is typed so far, the full question may widen the search.
    if query.isTyping, !ahead.isEmpty, list.rows.isEmpty {
      list.isOld = true
      return askInFull(&effects)
    }
    takeAhead(&effects)
  }

  /// Takes what was held back, up to where keys go elsewhere.
  private mutating func takeAhead(_ effects: inout [UIEffect]) {
    let inputs = ahead
    ahead = []
    for input in inputs {
      take(input, &effects)
      if effects.contains(where: \.givesScreenAway) {
        ahead = []
        return
      }
    }
  }

  /// A row is looked for among so many and some more.
  private static let mostLookedFor = 1 << 24

  private mutating func take(_ configured: ConfiguredInterface, _ effects: inout [UIEffect]) {
    guard configured != self.configured else { return }
    let isFirst = self.configured == nil
    self.configured = configured
    firstWeekday = configured.firstWeekday
    let before = settings
    settings.take(configured)
    if let givenTheme { settings.theme = givenTheme }
    if let problem = configured.problems.first { status = StatusLine(.problem, "ui.keys: \(problem)") }
    // Rows and notes are drawn in other colours now.
    if !isFirst, before.theme != settings.theme || before.background != settings.background { askAnew(&effects) }
  }

  private mutating func show(_ content: PreviewContent) {
    let isSame = preview.shown == preview.subject && preview.shownQuery == preview.query && preview.content != nil
    preview.content = content
    (preview.shown, preview.shownQuery) = (preview.subject, preview.query)
    preview.problem = nil
    defer { preview.comesBack = nil }
    if !isSame {
      (preview.top, preview.chosen) = (0, nil)
      let height = layout.preview?.height ?? size.rows
      // The place that is asked for stands in the upper third.
      if content.focus >= height { preview.top = content.focus - height / 3 }
      if let view = preview.comesBack { preview.view = view }
    }
    clampPreview()
  }

  mutating func clampPreview() {
    let count = preview.content?.lines.count ?? 0
    let height = layout.preview?.height ?? size.rows
    preview.top = min(max(preview.top, 0), max(count - height, 0))
    if let chosen = preview.chosen, chosen >= count { preview.chosen = nil }
  }
}
