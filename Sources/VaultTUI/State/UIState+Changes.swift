import VaultCore
import VaultInterface

// What the keys of changes ask for: at once, by a dialog, or by a plan that is shown first.

extension UIState {
  static let picking = "Notes are being picked here, and nothing is changed."

  mutating func change(_ action: UIAction, _ effects: inout [UIEffect]) {
    if picks != nil {
      status = StatusLine(.remark, Self.picking)
      return
    }
    switch action {
    case .undo:
      make(.undo(nil), &effects)
    case .redo: make(.redo, &effects)
    case .new:
      var folder: String?
      if case .folder(let path)? = list.selection { folder = path.text }
      if case .folder(let path) = listPlace.place, !path.text.isEmpty { folder = path.text }
      dialog = .prompt(newNotePrompt(title: "", folder: folder, template: nil))
    case .addTask:
      var prompt = Prompt(
        purpose: .addTask, title: "New task", hint: "Buy milk !high @shopping due:tomorrow every week",
        field: TextField())
      read(&prompt)
      dialog = .prompt(prompt)
    case .pin:
      let notes = targetNotes
      guard !notes.isEmpty else { return say("There is no note here to pin.") }
      var pinned = Set(list.rows.filter { $0.isPinned }.compactMap(\.note))
      if let shown = preview.content, shown.isPinned, let note = shown.note { pinned.insert(note) }
      make(.pin(notes, !notes.allSatisfy(pinned.contains)), &effects)
    case .toggle where screen == .history && focus == .list:
      guard case .change(let number)? = list.selection, let row = list.selected else { return }
      if let reason = row.whyNot { return say(reason) }
      make(.undo(number), &effects)
    case .toggle, .due, .schedule, .priority: changeTasks(action, &effects)
    case .tags, .rename, .move, .delete: changeRows(action, &effects)
    default: break
    }
  }

  private mutating func say(_ text: String) { status = StatusLine(.remark, text) }

  private mutating func changeTasks(_ action: UIAction, _ effects: inout [UIEffect]) {
    let tasks = targetTasks
    guard !tasks.isEmpty else { return say("There is no task here.") }
    let which = tasks.count == 1 ? targets.first?.name ?? "the task" : "\(tasks.count) tasks"
    switch action {
    case .toggle: make(.toggle(tasks), &effects)
    case .due, .schedule:
      let kind: TaskFieldKind = action == .due ? .due : .scheduled
      var prompt = Prompt(
        purpose: .taskDay(tasks, kind), title: "\(action == .due ? "Due" : "Scheduled"): \(which)",
        hint: "tomorrow, friday, in 3 days, 2027-01-31; nothing takes the date off", field: TextField())
      read(&prompt)
      dialog = .prompt(prompt)
    case .priority:
      dialog = .choice(
        Choice(
          purpose: .priority(tasks), title: "Priority: \(which)",
          options: TaskPriority.allCases.map { .init(title: $0.rawValue, value: $0.rawValue) },
          selected: TaskPriority.allCases.firstIndex(of: .none) ?? 0))
    default: break
    }
  }

  private mutating func changeRows(_ action: UIAction, _ effects: inout [UIEffect]) {
    let targets = targets
    let (notes, tasks) = (targetNotes, targetTasks)
    if !tasks.isEmpty, notes.isEmpty { return changeTaskRows(action, tasks, &effects) }
    if screen == .trash { return changeTrash(action, &effects) }
    if case .tag(let name)? = targets.first?.id, action == .rename {
      guard targets.count == 1 else { return say("One tag is renamed at a time.") }
      dialog = .prompt(
        Prompt(
          purpose: .renameTag(name), title: "Rename #\(name) in all notes", hint: "the tag's new name",
          field: TextField(name)))
      return
    }
    let folders = targets.compactMap { if case .folder(let path) = $0.id, !path.text.isEmpty { path } else { nil } }
    let files = notes.isEmpty ? folders : notes
    guard !files.isEmpty else { return say("There is no note here.") }
    let which = files.count == 1 ? files[0].text : "\(files.count) \(notes.isEmpty ? "folders" : "notes")"
    switch action {
    case .tags:
      guard folders.isEmpty || !notes.isEmpty else { return say("A folder has no tags.") }
      dialog = .prompt(
        Prompt(
          purpose: .tags(notes), title: "Tags: \(which)", hint: "work -draft: add one, take one off", field: TextField()
        ))
    case .rename where files.count == 1:
      dialog = .prompt(
        Prompt(
          purpose: .rename(files[0]), title: "Rename \(which)", hint: "the new name; links follow",
          field: TextField(files[0].isNote ? files[0].stem : files[0].name)))
    case .rename:
      dialog = .prompt(
        Prompt(
          purpose: .renameSeveral(files), title: "Rename \(which)", hint: "old text => new text, in their names",
          field: TextField()))
    case .move:
      dialog = .prompt(
        Prompt(
          purpose: .move(files), title: "Move \(which)", hint: "a folder, or . for the vault's root",
          field: TextField(files[0].folder.isEmpty ? "" : files[0].folder + "/")))
    case .delete: make(.delete(files), &effects)
    default: break
    }
  }

  private mutating func changeTaskRows(_ action: UIAction, _ tasks: [String], _ effects: inout [UIEffect]) {
    let which = tasks.count == 1 ? targets.first?.name ?? "the task" : "\(tasks.count) tasks"
    switch action {
    case .tags:
      dialog = .prompt(
        Prompt(
          purpose: .taskTags(tasks), title: "Tags: \(which)", hint: "work -draft: add one, take one off",
          field: TextField()))
    case .delete: make(.removeTasks(tasks), &effects)
    case .rename where tasks.count == 1:
      dialog = .prompt(
        Prompt(
          purpose: .taskText(tasks[0]), title: "Task: \(which)", hint: "its text; dates and the rest stay",
          field: TextField(targets.first?.name ?? "")))
    default: say("A task has no file of its own; e opens its note.")
    }
  }

  private mutating func changeTrash(_ action: UIAction, _ effects: inout [UIEffect]) {
    let items = targets.compactMap(\.id.trashedFile)
    switch action {
    case .rename where !items.isEmpty: make(.restore(items), &effects)
    case .delete:
      guard query.text.isEmpty else { return say("All of the trash is emptied; take the search away first (Esc).") }
      guard !list.rows.isEmpty else { return say("The trash is empty.") }
      let own = list.rows.filter { !$0.isForeign && (marks.isEmpty || $0.id.map(marks.contains) ?? false) }
      let files = own.compactMap(\.trashedFile)
      guard !files.isEmpty else { return say("Nothing of that in the trash was deleted by you.") }
      let names = files.count <= 5 ? files.map(\.path.name).joined(separator: ", ") : "\(files.count) files"
      dialog = .confirm(
        Confirmation(
          title: "\(marks.isEmpty ? "Empty the trash?" : "Delete what is marked?") \(names) will be gone for good",
          change: .emptyTrash(files), isGrave: true))
    default: say(items.isEmpty ? "The trash is empty." : "r puts back what is in the trash; d empties it.")
    }
  }

  // MARK: Making

  /// Makes a change, by a plan that is shown first where it may touch several notes, and by a question where it deletes.
  /// `prompt`: the form that it comes from.
  mutating func make(_ change: UIChange, from prompt: Prompt? = nil, _ effects: inout [UIEffect]) {
    guard picks == nil else {
      status = StatusLine(.remark, Self.picking)
      return
    }
    (pending, pendingPrompt, toldBefore) = (change, prompt, [])
    pendingRows = change.isAboutRows ? Set(targets.map(\.id)) : []
    isPlanning = change.showsPlanFirst
    if change.showsPlanFirst { return effects.append(.plan(change, number: numbers.next(.plan))) }
    let title: String
    switch change {
    case .delete(let notes): title = "Move \(notes.first?.text ?? "") to the trash?"
    case .removeTasks: title = "Delete the task \(targets.first?.name ?? "")?"
    default: return carryOut(change, plan: nil, &effects)
    }
    dialog = .confirm(Confirmation(title: title, change: change))
    // What would break is added to the question as soon as it is known.
    effects.append(.plan(change, number: numbers.next(.plan)))
  }

  /// Keys about rows wait for the list as it is after that.
  mutating func carryOut(_ change: UIChange, plan: [UInt8]?, _ effects: inout [UIEffect]) {
    switch change {
    case .undo, .redo: break
    default: selectedBefore = change.isAboutRows ? list.selection : nil
    }
    list.isOld = true
    effects.append(.change(change, number: numbers.next(.change), plan: plan))
    effects.append(.wake(.slowChange, after: 400))
  }

  /// What would be done is shown, and asked.
  mutating func take(_ plan: PlannedText, _ effects: inout [UIEffect]) {
    if !isPlanning, case .confirm(var asked)? = dialog, asked.change == pending, asked.plan == nil {
      asked.plan = PlannedText(lines: [], remarks: plan.remarks, signature: plan.signature, files: plan.files)
      dialog = .confirm(asked)
      return
    }
    isPlanning = false
    var plan = plan
    if isPlannedAnew {
      plan.remarks.insert("The notes have changed meanwhile; this is what would be done now.", at: 0)
      isPlannedAnew = false
    }
    // A question never comes between what is open and its keys.
    guard let pending else { return }
    guard dialog == nil else {
      self.pending = nil
      return tell(
        .problem, "The notes have changed meanwhile, so that something else would be done now. Ask for it once more.",
        title: "Nothing was changed")
    }
    if plan.lines.isEmpty {
      status = StatusLine(.remark, plan.remarks.first.map(words) ?? "There is nothing to change.")
      return
    }
    var title = pending.title.capitalizedFirst + "?"
    if case .undo(let number?) = pending, case .change(number)? = list.selection, let row = list.selected {
      title = "Undo: \(row.name)?"
    }
    var asked = Confirmation(title: title, change: pending, plan: plan)
    asked.wrapping = PlanWrapping(plan.lines, width: DialogFrame.inner(size))
    dialog = .confirm(asked)
  }

  mutating func take(_ done: ChangedText, _ effects: inout [UIEffect]) {
    if done.isOutdated, let pending {
      // What would be done now is shown in its place.
      askAnew(&effects)
      ahead = []
      (isPlanning, isPlannedAnew) = (true, true)
      return effects.append(.plan(pending, number: numbers.next(.plan)))
    }
    pendingPrompt = nil
    // A day's note that is there already is only shown.
    let isShown = if case .dailyNote? = pending { !done.didChange } else { false }
    if !isShown {
      // What follows on further lines of a remark belongs to it.
      let remarks = done.remarks.filter { !toldBefore.contains($0) }.map { remark in
        // Further lines are a list.
        let lines = words(remark).split(separator: "\n").map { String($0).trimmingWhitespace }
        let text = (lines.first ?? "") + (lines.count > 1 ? " " + lines[1...].joined(separator: ", ") : "")
        return text.hasSuffix(".") ? text : text + "."
      }
      status = StatusLine(
        done.didChange ? .done : .remark, ([words(done.sentence)] + remarks).joined(separator: " "))
    }
    if done.didChange { marks.subtract(pendingRows) }
    askAnew(&effects)
    switch pending {
    case .makeNote?, .dailyNote?:
      if let note = done.note, let url = VaultURL(file: note) {
        if case .newNote = place.place { place = listPlace }
        if case .dailyNote? = pending { place = listPlace }
        go(to: url, &effects)
        if case .makeNote? = pending { effects.append(.edit(note, line: nil)) }
      }
    case .rename?, .move?:
      if let note = done.note, let before = preview.subject.note, before != note, focus == .preview {
        show(VaultURL(.note(note)), &effects)
      } else if let note = done.note {
        wanted = .note(note)
      }
    case .undo?, .redo?:
      if focus == .preview, preview.subject.note != nil, let note = done.note, preview.subject.note != note {
        show(VaultURL(.note(note)), &effects)
      } else if focus == .list {
        // What is back is seen.
        wanted = screen == .notes ? done.note.map { .note($0) } ?? selectedBefore : selectedBefore
        selectedBefore = nil
      }
    case .delete(let paths)?:
      if done.didChange, focus == .preview, preview.subject.note.map(paths.contains) ?? false { focusList(&effects) }
    default: break
    }
    pending = nil
  }

  /// A change that is refused says why, and what stands there now.
  mutating func refuse(_ failure: UIFailure) {
    (isPlanning, isPlannedAnew, ahead) = (false, false, [])
    // What cannot be done is not asked about.
    if case .confirm(let asked)? = dialog, asked.change == pending { dialog = nil }
    // Its row is not marked for ever.
    if failure.kind == .notFound { marks.subtract(pendingRows) }
    if !numbers.waiting.contains(.question(.list)) { list.isOld = false }
    if var prompt = pendingPrompt, dialog == nil {
      // What was typed is not lost.
      prompt.problem = .mistake(Self.beginning(words(failure.text)))
      (dialog, pendingPrompt) = (.prompt(prompt), nil)
      return
    }
    tell(.problem, failure.text, title: "Nothing was changed", diff: failure.diff)
  }

  /// As much as a form has room for.
  private static func beginning(_ text: String) -> String {
    let lines = text.split(separator: "\n")
    let rest = lines.count - 3
    return lines.prefix(3).joined(separator: "\n") + (rest > 0 ? "\nand \(rest) more lines" : "")
  }

  /// Says something in the status line, or, where that is too short for a problem, in a dialog.
  mutating func tell(_ kind: StatusLine.Kind, _ message: Message, title: String, diff: [DiffLine] = []) {
    let text = words(message)
    let fits = !text.contains("\n") && DisplayWidth.of(text) <= size.columns - 4
    if diff.isEmpty, fits || kind != .problem {
      status = StatusLine(kind, text)
    } else {
      // What is open stays so, and with it what was typed.
      if dialog != nil { status = StatusLine(kind, title + "; close this to read why.") }
      var notice = Notice(title: title, text, diff: diff)
      notice.remedies = Set(
        message.remedies.compactMap { if case .command(let command) = $0 { UIAction(command) } else { nil } })
      self.notice = notice
    }
  }
}

extension RowID {
  fileprivate var trashedFile: TrashedFile? {
    if case .trash(let id, let path) = self { TrashedFile(id: id, path: path) } else { nil }
  }
}

extension Row {
  fileprivate var trashedFile: TrashedFile? { id?.trashedFile }
}
