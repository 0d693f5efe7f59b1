import VaultCore

/// A task that was made cannot be what it should. Nothing was changed.
package enum NewTaskError: Failure, Hashable {
  /// The global filter is not in it.
  case leftOut(filter: String)
  case misread(String)

  package var kind: FailureKind { .badArgument }
  package var message: Message {
    switch self {
    case .leftOut(let filter):
      "the vault's filter (`tasks.filter`, or Obsidian's plugin Tasks) makes tasks of items with "
        + "\"\(ShownName.quoted(filter))\" only; put that in"
    case .misread(let text):
      "\"\(ShownName.quoted(text))\" would not be read back as it was given; give fields by their options"
    }
  }
}

extension VaultEditor {
  /// Puts a new task at the end of a note, or of a section of it. `name`: nil for the inbox, which is made where it is
  /// not there yet. Throws `NewTaskError`, and `TaskIDError` as `editTasks` does.
  package func addTask(
    _ task: NewTask, to name: String?, under section: SectionChoice?, _ options: ChangeOptions = ChangeOptions()
  ) throws -> TaskChangeOutcome {
    let line = Array(try line(of: task).utf8)
    return try addTasks(
      to: name, under: section, title: "tasks add \(task.description.prefix(40))", options
    ) { _, _ in [line] }
  }

  /// `lines` is asked for the tasks' lines while the plan is made, before they are put in, and may be asked again.
  func addTasks(
    to name: String?, under section: SectionChoice?, title: String, _ options: ChangeOptions,
    lines: (ChangePlan, NotePath) throws -> [[UInt8]]
  ) throws -> TaskChangeOutcome {
    let (named, handles) = try read { reader in
      (try name.map { try reader.resolve($0) }, try reader.snapshot.taskHandles())
    }
    var changed: [ChangedTask] = []
    let outcome = try change(title, options) { plan in
      changed = []
      let path = try named ?? vault.inboxPath()
      try plan.makeIfMissing(path)
      let before = try plan.text(path)
      let lines = try lines(plan, path)
      let lookup = TaskLookup(named: [], handles: handles, blockers: [])
      let tasks = lines.isEmpty ? [] : try insertTasks(lines, in: path, under: section, plan).map(\.item)
      try plan.reader.check(tasks)
      changed = tasks.map { ChangedTask(state: .created, view: view(of: $0, lookup)) }
      try touch(path, ifChangedFrom: before, plan)
      // Front matter that gains a line moves the tasks.
      let after = try plan.taskNote(path)
      for index in changed.indices {
        guard let now = after.task(handle: changed[index].view.task.handle) else { continue }
        changed[index].view = changed[index].view.with(now.item)
      }
      if !plan.isEmpty { plan.recordUpdate(path) }
    }
    return TaskChangeOutcome(change: outcome, tasks: changed)
  }

  /// Read again, it must be what was given.
  private func line(of task: NewTask) throws -> String {
    var task = task
    if configuration.writesCreatedDates, task.dates[.created] == nil {
      task.dates[day: .created] = environment.today
    }
    let line = task.line(vault.taskFormat)
    guard let (own, _) = newTask(line) else { throw NewTaskError.misread(task.description) }
    guard own.isTask else { throw NewTaskError.leftOut(filter: configuration.taskFilter ?? "") }
    guard own.item.description == task.description, own.text.values == task.values else {
      throw NewTaskError.misread(task.description)
    }
    return line
  }

  /// What a line is read as where it stands alone: one task or plain checkbox; nil for all else.
  func newTask(_ line: String) -> (task: TaskLine, note: TaskNote)? {
    let note = TaskNote(Array(line.utf8), path: NotePath("x.md"), options: parsingOptions)
    guard let own = note.tasks.first, note.tasks.count == 1, own.content.count == line.utf8.count else { return nil }
    return (own, note)
  }
}
