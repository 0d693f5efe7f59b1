import VaultCore

extension Vault {
  /// Takes back that tasks were done or cancelled: their mark, the day, and the next occurrence that was put in, as long
  /// as it is beside the task as it was put in. Where the history holds the line as it was before, that comes back, and
  /// so does a task that was deleted when it was done.
  package func reopenTasks(
    _ names: [String], _ options: ChangeOptions = ChangeOptions()
  ) throws -> TaskChangeOutcome {
    let (present, deleted) = try deletedTasks(names)
    let reopening = TaskReopening(statusChange, options: parsingOptions)
    var history: [NotePath: [(before: [UInt8], after: [UInt8])]] = [:]
    var left: [TaskItem] = []
    let title = (["tasks undo"] + deleted.map { TaskNameError.cut($0.task.item.description) }).joined(separator: " ")
    func putBack(_ lookup: TaskLookup, _ plan: ChangePlan) throws -> [ChangedTask] {
      try self.putBack(deleted, lookup, plan)
    }
    let outcome = try changeTasks(present, title: title, options, also: putBack) { task, note throws(TaskEditError) in
      if history[note.path] == nil { history[note.path] = writes(of: note.path) }
      let before = self.before(task, in: note, history[note.path] ?? [])
      let (change, leavesNext) = try reopening.reopening(task, in: note, before: before)
      if leavesNext, !left.contains(task.item) { left.append(task.item) }
      return change
    }
    for task in left where outcome.change.end != .unchanged {
      notice(
        VaultNotice(
          "\(ShownName.path(task.path.text)):\(task.line): the next occurrence is not beside the task as it was put in, "
            + "so it stays; take it out with `vault tasks rm` if need be"))
    }
    return outcome
  }

  /// What `tasks` made of a note, the latest first.
  private func writes(of path: NotePath) -> [(before: [UInt8], after: [UInt8])] {
    do {
      let tree = try VaultTree(root: location.root)
      guard try tree.exists(Journal.path) else { return [] }
      let journal = try Journal(tree, known: journalHeads)
      let heads = try journal.heads { notice(VaultNotice($0)) }
      let own = heads.filter { head in
        head.title.hasPrefix("tasks ") && head.steps.contains { $0.kind == .write && $0.path.path == path }
      }
      return try own.prefix(100).flatMap { head in
        try journal.entry(head.sequence).steps.compactMap { step in
          guard case .write(path, let before, let after) = step else { return nil }
          return (before, after)
        }
      }
    } catch {
      notice(VaultNotice("the history cannot be read, so the line may not come back as it was: \(error)"))
      return []
    }
  }

  /// The task before the change that gave it the status it has, if its line is still what that change made of it.
  private func before(
    _ task: TaskLine, in note: TaskNote, _ writes: [(before: [UInt8], after: [UInt8])]
  ) -> (note: TaskNote, task: TaskLine)? {
    guard task.isTask else { return nil }
    for (before, after) in writes {
      let new = TaskNote(after, path: note.path, options: parsingOptions)
      guard let then = new.task(handle: task.item.handle), then.item.raw == task.item.raw else { continue }
      let old = TaskNote(before, path: note.path, options: parsingOptions)
      let candidates = old.tasks.filter { $0.isTask && $0.item.description == task.item.description }
      let own = candidates.first { $0.item.handle == task.item.handle } ?? candidates.first
      guard let own, own.item.status.type.isOpen else { continue }
      return (old, own)
    }
    return nil
  }
}
