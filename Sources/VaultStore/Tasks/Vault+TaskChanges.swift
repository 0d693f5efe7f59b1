import VaultCore

/// What became of a task.
package struct ChangedTask: Sendable {
  package var state: ChangeRecord.State
  /// As it is now; of a deleted one, as it was.
  package var view: TaskView
  /// Where it was, of one that moved to another note.
  package var from: NotePath?

  package init(_ state: ChangeRecord.State, _ view: TaskView, from: NotePath? = nil) {
    self.state = state
    self.view = view
    self.from = from
  }
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

extension Vault {
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
    try changeTasks(lookUp(tasks: names), title: title, options, also: also, edit)
  }

  func changeTasks(
    _ lookup: TaskLookup, title: String, _ options: ChangeOptions,
    also: (TaskLookup, ChangePlan) throws -> [ChangedTask] = { _, _ in [] },
    _ edit: (TaskLine, TaskNote) throws(TaskEditError) -> TaskChange
  ) throws -> TaskChangeOutcome {
    var changed: [ChangedTask] = []
    var moves: [TaskMoves] = []
    var lostIDs: Set<String> = []
    let words = lookup.named.isEmpty ? title : "\(title) \(lookup.title)"
    let announce = { self.tellHandles(of: changed, moves, in: $0) }
    let outcome = try change(words, options, announce: announce) { plan in
      (moves, lostIDs) = ([], [])
      var found: [NotePath: [Int: [ChangedTask]]] = [:]
      for (path, own) in lookup.byNote {
        guard let changed = try changeTasks(own, of: path, lookup, plan, edit) else { continue }
        found[path] = changed.tasks
        moves.append(changed.moves)
        lostIDs.formUnion(changed.lostIDs)
      }
      changed = lookup.named.flatMap { found[$0.path]?[$0.line] ?? [] }
      changed += try also(lookup, plan)
    }
    return TaskChangeOutcome(change: outcome, tasks: changed, lostIDs: lostIDs)
  }

  /// Where a task is, as `changeTasks` finds it. Lines count from 1.
  package func place(ofTask name: String) throws -> (path: NotePath, line: Int) {
    let task = try lookUp(task: name)
    return (task.path, task.line)
  }

  /// What becomes of the tasks of one note, by the lines that they were looked up in; nil where nothing does.
  private func changeTasks(
    _ named: [NamedTask], of path: NotePath, _ lookup: TaskLookup, _ plan: ChangePlan,
    _ edit: (TaskLine, TaskNote) throws(TaskEditError) -> TaskChange
  ) throws -> (tasks: [Int: [ChangedTask]], moves: TaskMoves, lostIDs: Set<String>)? {
    let note = TaskNote(try plan.text(path), path: path, options: parsingOptions)
    var changes: [(name: NamedTask, task: TaskLine, change: TaskChange)] = []
    for (name, task) in zip(named, try current(named, in: note)) {
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
    try plan.replace(path, with: edits.applied(to: note.bytes))
    let after = TaskNote(try plan.text(path), path: path, options: parsingOptions)
    let check = TaskEditCheck(before: note, after: after, edits: edits)
    if let line = check.changedLine(exceptTasksAt: Set(changes.map(\.task.line.lowerBound))) {
      throw TaskRefusal(path: path, line: changes[0].task.item.line, cause: .wouldChange(line: line))
    }
    plan.record(ChangeRecord(.updated, path))
    var result: [Int: [ChangedTask]] = [:]
    var first = 0
    for (name, task, change) in changes {
      var tasks: [ChangedTask] = []
      if change.isRemoved {
        tasks.append(ChangedTask(.deleted, view(of: task.item, lookup)))
      } else {
        guard let new = after.task(at: check.place(task.line.lowerBound)) else {
          throw TaskRefusal(path: path, line: task.item.line, cause: .wouldChange(line: task.item.line))
        }
        if let problem = change.problem?(new) { throw TaskRefusal(path: path, line: task.item.line, cause: problem) }
        tasks.append(ChangedTask(.updated, view(of: new.item, lookup)))
      }
      if let created = change.created {
        let place = check.placeOfInsertion(first + created.edit) + created.offset
        guard let new = after.task(at: place) else {
          throw TaskRefusal(path: path, line: task.item.line, cause: .wouldChange(line: task.item.line))
        }
        tasks.append(ChangedTask(.created, view(of: new.item, lookup)))
      }
      first += change.edits.count
      result[name.line] = tasks
    }
    // Where a deleted task stood its next occurrence may stand now.
    let removed = Set(changes.lazy.filter(\.change.isRemoved).map(\.task.line.lowerBound))
    let moves = TaskMoves(from: note, to: after) { task in
      removed.contains(task.line.lowerBound) || check.takesAway(task)
        ? nil : after.task(at: check.place(task.line.lowerBound))
    }
    let lostIDs = Set(note.items.compactMap(\.id)).subtracting(after.items.compactMap(\.id))
    return (result, moves, lostIDs)
  }

  /// The named tasks of one note as they are in it now; others may have changed it since they were looked up. Throws
  /// `TaskChangedError` for one that is gone.
  func current(_ named: [NamedTask], in note: TaskNote) throws -> [TaskLine] {
    var successions: [ObjectIdentifier: TaskSuccession] = [:]
    return try named.map { name in
      let was = name.item
      if was.handle.isEmpty {
        if let box = note.task(inLine: was.line), !box.isTask, box.item.raw == was.raw { return box }
      } else {
        if let task = note.task(handle: was.handle), task.item.line == was.line, task.item.raw == was.raw {
          return task
        }
        let reading = ObjectIdentifier(name.reading)
        let known =
          successions[reading]
          ?? TaskSuccession(from: name.reading.tasks, to: note.items)
        successions[reading] = known
        if let task = known[was.handle].flatMap({ note.task(handle: $0.handle) }) { return task }
      }
      throw TaskChangedError(
        name: name.name, was: was, found: note.text(ofLine: was.line),
        elsewhere: note.tasks.map(\.item).filter { $0.description == was.description && !$0.handle.isEmpty })
    }
  }

  /// To be told before a change's files are written, so that whoever reads them then knows it: the handles in its report
  /// mean what it says from then on, unless an earlier list shows them for other tasks. The result takes it back.
  func tellHandles(
    of reported: [ChangedTask], _ moves: [TaskMoves] = [], in change: PlannedChange
  ) -> (() -> Void)? {
    guard let index = keeper()?.indexIfThere() else { return nil }
    var moves = moves
    for (path, tasks) in Dictionary(grouping: reported.lazy.filter { $0.state != .deleted }, by: \.view.task.path) {
      guard let text = change.texts.last(where: { $0.to == path }) else { continue }
      if let place = moves.firstIndex(where: { $0.path == path }), moves[place].hash != ContentHash.of(text.after) {
        moves.remove(at: place)
      }
      if !moves.contains(where: { $0.path == path }) {
        let notes = [text.before, text.after].map { TaskNote($0, path: path, options: parsingOptions) }
        let succession = TaskSuccession(from: notes[0].items, to: notes[1].items)
        moves.append(
          TaskMoves(from: notes[0], to: notes[1]) { task in
            succession[task.item.handle].flatMap { notes[1].task(handle: $0.handle) }
          })
      }
      moves[moves.firstIndex { $0.path == path } ?? 0].shown = tasks.map(\.view.task.handle)
    }
    guard index.record(moves) else { return nil }
    return { [moves] in index.withdraw(moves) }
  }

  func view(of task: TaskItem, _ lookup: TaskLookup) -> TaskView {
    TaskView(
      task: task, urgency: Urgency.value(of: task, on: environment.today),
      isOverdue: task.isOverdue(on: environment.today),
      isBlocked: task.isBlocked(by: lookup.blockers), shortHandle: lookup.handles.shortest(task.handle))
  }
}
