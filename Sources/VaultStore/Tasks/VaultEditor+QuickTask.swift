import VaultCore

/// A task that would be overdue from the beginning, which is refused unless it is said that it is meant.
package struct PastDueError: Failure {
  let due: CivilDate

  package var kind: FailureKind { .badArgument }
  package var message: Message { "the due date \(due) has passed; give a later one, or say \(option: .force)" }
}

extension VaultEditor {
  /// Adds a task that a person said in quick words, to the inbox or to a note; where `fields` say otherwise, they count. Throws
  /// `QueryError` for words that cannot be understood, `EmptyTextError` where there are none, and `PastDueError` unless
  /// `mayBePast`.
  package func addTask(
    inQuickWords text: String, with fields: TaskFieldChange = TaskFieldChange(), to name: String? = nil,
    under section: SectionChoice? = nil, mayBePast: Bool = false, _ options: ChangeOptions = ChangeOptions()
  ) throws -> TaskChangeOutcome {
    let text = try TaskMark.removed(from: text.trimmingWhitespace)
    guard !text.isEmpty else { throw EmptyTextError() }
    let quick = try QuickTask(
      text, days: DayPhrase(today: environment.today, firstWeekday: environment.firstWeekday))
    let task = fields.applied(to: quick.task)
    try checkDue(of: task, mayBePast: mayBePast)
    return try addTask(task, to: name, under: section, options)
  }

  /// Throws `PastDueError` for a due date before today, unless it may be.
  package func checkDue(of task: NewTask, mayBePast: Bool) throws {
    guard !mayBePast, let due = task.dates[day: .due], due < environment.today else { return }
    throw PastDueError(due: due)
  }

  /// Marks those tasks done that are open, and opens the others again, as one change.
  package func toggleTasks(_ names: [String], title: String, _ options: ChangeOptions) throws -> ChangeOutcome {
    let open = try read { reader in Set(try names.filter { try reader.task($0).task.status.type.isOpen }) }
    return try changeAsOne(title, options) { editor in
      let (toDo, ended) = (names.filter(open.contains), names.filter { !open.contains($0) })
      if !toDo.isEmpty { _ = try editor.completeTasks(toDo) }
      if !ended.isEmpty { _ = try editor.reopenTasks(ended) }
    }
  }

  /// Marks a task done, or opens one again that is done or cancelled.
  package func toggleTask(_ name: String, _ options: ChangeOptions = ChangeOptions()) throws -> TaskChangeOutcome {
    let isOpen = try read { try $0.task(name).task.status.type.isOpen }
    return try isOpen ? completeTasks([name], options) : reopenTasks([name], options)
  }
}

extension VaultReader {
  /// The task that a handle, the beginning of one, an id or `path:line` names. Throws `TaskNameError`.
  package func task(_ name: String) throws -> TaskView {
    let item = try lookUp(task: name).item
    guard let view = try views(of: [item]).first else { throw TaskNameError.notFound(name) }
    return view
  }
}
