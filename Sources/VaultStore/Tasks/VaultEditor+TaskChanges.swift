import VaultCore

/// What became of a task.
package struct ChangedTask: Sendable {
  package var state: ChangeRecord.State
  /// As it is now; of a deleted one, as it was.
  package var view: TaskView
  /// Where it was, of one that moved to another note.
  package var from: NotePath?
  /// As it was, of one whose line was changed.
  package var before: TaskItem?
  /// The new parts of its line, as UTF-8 offsets in `raw`, in order.
  package var marks: [Range<Int>] = []
}

package struct TaskChangeOutcome: Sendable {
  package var change: ChangeOutcome
  /// In the order of the names; what was made for one follows it.
  package var tasks: [ChangedTask]
  /// Ids that tasks of the changed notes had and no task of them has any more.
  package var lostIDs: Set<String> = []
}

/// A task that cannot be changed as it was asked to. Nothing was changed.
package struct TaskRefusal: Failure {
  package let path: NotePath
  package let line: Int
  package let cause: TaskEditError

  package var kind: FailureKind { .refused }
  package var message: Message { "\(ShownName.path(path.text)):\(line): \(cause)" }
}

extension VaultEditor {
  /// Changes tasks, each named by a handle, the beginning of one, a 🆔 id or `path:line`: all of them or none. `edit` is
  /// asked with each task as it is when the change is made, and may be asked again.
  ///
  /// Throws `TaskNameError`, `TaskChangedError` and `TaskRefusal`. A task that was moved to other lines is followed; one
  /// that is not the same any more is refused. `also`: what else belongs to the change.
  func changeTasks(
    _ names: [String], title: String, _ options: ChangeOptions = ChangeOptions(),
    also: (TaskLookup, ChangePlan) throws -> [ChangedTask] = { _, _ in [] },
    _ edit: (TaskLine, TaskNote) throws(TaskEditError) -> TaskChange
  ) throws -> TaskChangeOutcome {
    let lookup = try read { try $0.lookUp(tasks: names) }
    var changed: [ChangedTask] = []
    var lostIDs: Set<String> = []
    let words = lookup.named.isEmpty ? title : "\(title) \(lookup.title)"
    let outcome = try change(words, options) { plan in
      lostIDs = []
      var found: [NotePath: [Int: [ChangedTask]]] = [:]
      for (path, own) in lookup.byNote {
        guard let changed = try changeTasks(own, of: path, lookup, plan, edit) else { continue }
        found[path] = changed.tasks
        lostIDs.formUnion(changed.lostIDs)
      }
      changed = lookup.named.flatMap { found[$0.path]?[$0.line] ?? [] }
      changed += try also(lookup, plan)
    }
    return TaskChangeOutcome(change: outcome, tasks: changed, lostIDs: lostIDs)
  }

  /// What becomes of the tasks of one note, by the lines that they were looked up in; nil where nothing does.
  private func changeTasks(
    _ named: [NamedTask], of path: NotePath, _ lookup: TaskLookup, _ plan: ChangePlan,
    _ edit: (TaskLine, TaskNote) throws(TaskEditError) -> TaskChange
  ) throws -> (tasks: [Int: [ChangedTask]], lostIDs: Set<String>)? {
    let note = try plan.taskNote(path)
    var changes: [(name: NamedTask, task: TaskLine, change: TaskChange)] = []
    for (name, task) in zip(named, try named.map({ try $0.current(in: note, plan.renamedTasks) })) {
      let change: TaskChange
      do throws(TaskEditError) { change = try edit(task, note) } catch {
        throw TaskRefusal(path: path, line: task.item.line, cause: error)
      }
      if !change.isEmpty { changes.append((name, task, change)) }
    }
    // What goes with another task is not changed by itself.
    let gone = TaskBlocks(changes.lazy.filter(\.change.isRemoved).map(\.task))
    changes.removeAll { gone.holdBelowAnother($0.task) }
    guard !changes.isEmpty else { return nil }
    // What is put in at one place, below nested tasks, stands with the inner one first.
    changes.sort { $0.task.line.lowerBound > $1.task.line.lowerBound }
    let edits = changes.flatMap(\.change.edits).joiningRemovals(atEndOf: note.bytes)
    try plan.apply(edits, to: path)
    let after = try plan.taskNote(path)
    let check = TaskEditCheck(before: note, after: after, edits: edits)
    if let line = check.changedLine(exceptTasksAt: Set(changes.map(\.task.line.lowerBound))) {
      throw TaskRefusal(path: path, line: changes[0].task.item.line, cause: .wouldChange(line: line))
    }
    plan.record(ChangeRecord(.updated, path))
    var result: [Int: [ChangedTask]] = [:]
    var first = 0
    for (name, task, change) in changes {
      func found(at place: Int) throws -> TaskLine {
        if let new = after.task(at: place) { return new }
        throw TaskRefusal(path: path, line: task.item.line, cause: .wouldChange(line: task.item.line))
      }
      var tasks: [ChangedTask] = []
      if change.isRemoved {
        tasks.append(ChangedTask(state: .deleted, view: view(of: task.item, lookup)))
      } else {
        let new = try found(at: check.place(task.line.lowerBound))
        if let problem = change.problem?(new) { throw TaskRefusal(path: path, line: task.item.line, cause: problem) }
        if !name.item.handle.isEmpty { plan.renamedTasks[name.item.handle] = new.item.handle }
        let marks = change.edits.enumerated().map { (check.placeOfInsertion(first + $0), $1.replacement) }
        tasks.append(
          ChangedTask(
            state: .updated, view: view(of: new.item, lookup), before: task.item, marks: new.marks(of: marks)))
      }
      if let created = change.created {
        let new = try found(at: check.placeOfInsertion(first + created.edit) + created.offset)
        tasks.append(ChangedTask(state: .created, view: view(of: new.item, lookup)))
      }
      first += change.edits.count
      result[name.line] = tasks
    }
    let lostIDs = Set(note.items.compactMap(\.id)).subtracting(after.items.compactMap(\.id))
    return (result, lostIDs)
  }

  func view(of task: TaskItem, _ lookup: TaskLookup) -> TaskView {
    TaskView(
      task: task, urgency: Urgency.value(of: task, on: environment.today),
      isOverdue: task.isOverdue(on: environment.today),
      isBlocked: task.isBlocked(by: lookup.blockers), shortHandle: lookup.handles.shortest(task.handle))
  }
}

// MARK: What front ends ask for

extension VaultEditor {
  /// How statuses change here and today.
  var statusChange: TaskStatusChange {
    var change = TaskStatusChange(
      statuses: parsingOptions.statuses, today: environment.today, format: vault.taskFormat)
    change.writesCreated = configuration.writesCreatedDates
    change.writesDone = configuration.writesDoneDates
    change.writesCancelled = configuration.writesCancelledDates
    change.keepsScheduled = configuration.repeatsScheduledDates
    change.nextIsBelow = configuration.nextOccurrence == .below
    return change
  }

  /// Marks tasks done, with the day, and puts in the next occurrences of recurring ones (`repeats`). Done ones stay as
  /// they are.
  package func completeTasks(
    _ names: [String], repeats: Bool = true, _ options: ChangeOptions = ChangeOptions()
  ) throws -> TaskChangeOutcome {
    var change = statusChange
    change.repeats = repeats
    return try changeTasks(names, title: "tasks done", options) { task, note throws(TaskEditError) in
      let symbol = task.item.status.symbol
      guard task.item.status.type != .done else { return .none }
      return try change.entering(change.completed(from: symbol), task, in: note)
    }
  }

  /// Gives tasks the first status of a type; those that have the type stay as they are.
  package func setTasks(
    _ type: StatusType, _ names: [String], title: String, _ options: ChangeOptions = ChangeOptions()
  ) throws -> TaskChangeOutcome {
    let change = statusChange
    return try changeTasks(names, title: title, options) { task, note throws(TaskEditError) in
      guard task.item.status.type != type else { return .none }
      guard let symbol = change.symbol(of: type) else { throw .noSuchStatus(type) }
      return try change.entering(symbol, task, in: note)
    }
  }

  /// The symbol that a person means by a character, a status' name or a type; nil where none is.
  package func statusSymbol(called word: String) -> Unicode.Scalar? { statusChange.symbol(called: word) }

  /// Writes a symbol into the box, with all that follows from it.
  package func setTasks(
    symbol: Unicode.Scalar, _ names: [String], repeats: Bool = true, _ options: ChangeOptions = ChangeOptions()
  ) throws -> TaskChangeOutcome {
    var change = statusChange
    change.repeats = repeats
    return try changeTasks(names, title: "tasks status \(symbol)", options) { task, note throws(TaskEditError) in
      guard task.item.status.symbol != symbol else { return .none }
      return try change.entering(symbol, task, in: note)
    }
  }

  /// Takes tasks out of their notes; `nested`: with all that is below them, which else is refused.
  package func removeTasks(
    _ names: [String], nested: Bool, _ options: ChangeOptions = ChangeOptions()
  ) throws -> TaskChangeOutcome {
    try changeTasks(names, title: "tasks rm", options) { task, note throws(TaskEditError) in
      guard nested || !task.hasMore else { throw .hasMore(deletedOnCompletion: false) }
      return TaskChange(edits: [task.removal(in: note.bytes)], isRemoved: true)
    }
  }

  /// Changes words and fields of tasks. Throws `TaskIDError` for an id that another task bears, for one to wait for that
  /// none bears, and for tasks that would wait for each other.
  package func editTasks(
    _ names: [String], _ change: TaskFieldChange, title: String = "tasks edit",
    _ options: ChangeOptions = ChangeOptions()
  ) throws -> TaskChangeOutcome {
    let check = TaskIDCheck(ids: change.fields[.id] != nil, dependencies: change.fields[.dependsOn] != nil)
    // By handle, as the notes have them when the plan is made, which may be more than once.
    var named: [String: TaskItem] = [:]
    func checkIDs(_ lookup: TaskLookup, _ plan: ChangePlan) throws -> [ChangedTask] {
      defer { named = [:] }
      let own = named.values.map { change.idsApplied(to: $0) }
      try plan.reader.check(own.sorted { ($0.path, $0.line) < ($1.path, $1.line) }, replacing: Set(named.keys), check)
      return []
    }
    return try changeTasks(names, title: title, options, also: checkIDs) { task, note throws(TaskEditError) in
      let edited = try change.applied(to: task, in: note, format: vault.taskFormat)
      named[task.item.handle] = task.item
      return edited
    }
  }
}

extension VaultEditor {
  /// Changes words and fields of a task, and its status with all that follows from that, as one operation.
  package func editTask(
    _ name: String, _ change: TaskFieldChange, symbol: Unicode.Scalar, _ options: ChangeOptions = ChangeOptions()
  ) throws -> TaskChangeOutcome {
    var result: TaskChangeOutcome?
    let title = try read { try $0.lookUp(tasks: [name]).title }
    let outcome = try changeAsOne("tasks edit \(title)", options) { editor in
      let edited = try editor.editTasks([name], change)
      let marked = try editor.setTasks(symbol: symbol, [name])
      var both = marked.tasks.isEmpty ? edited : marked
      if !both.tasks.isEmpty, let before = edited.tasks.first?.before { both.tasks[0].before = before }
      both.lostIDs.formUnion(edited.lostIDs)
      result = both
    }
    return TaskChangeOutcome(change: outcome, tasks: result?.tasks ?? [], lostIDs: result?.lostIDs ?? [])
  }
}

extension TaskLine {
  /// The places in the line, without whitespace at either end, of texts that were put into the note.
  fileprivate func marks(of texts: [(place: Int, text: [UInt8])]) -> [Range<Int>] {
    texts.compactMap { place, text in
      let inner = text.trimming(where: \.isSpaceOrLineBreak)
      let range = (place + inner.startIndex)..<(place + inner.endIndex)
      guard !range.isEmpty, content.lowerBound <= range.lowerBound, range.upperBound <= content.upperBound else {
        return nil
      }
      return (range.lowerBound - content.lowerBound)..<(range.upperBound - content.lowerBound)
    }.sorted { $0.lowerBound < $1.lowerBound }
  }
}

extension TaskFieldChange {
  /// The task with its new id and dependencies, and with nothing else changed.
  fileprivate func idsApplied(to task: TaskItem) -> TaskItem {
    var task = task
    for kind in [TaskFieldKind.id, .dependsOn] {
      if let value = fields[kind] { task.values[kind] = value }
    }
    return task
  }
}
