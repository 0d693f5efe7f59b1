import VaultCore

extension VaultEditor {
  /// Takes back that tasks were done or cancelled: their mark, the day, and the next occurrence that was put in, as long
  /// as it is beside the task as it was put in. Where the history holds the line as it was before, that comes back, and
  /// so does a task that was deleted when it was done.
  package func reopenTasks(
    _ names: [String], _ options: ChangeOptions = ChangeOptions()
  ) throws -> TaskChangeOutcome {
    let (present, deleted) = try read { try $0.deletedTasks(names) }
    let reopening = TaskReopening(statusChange, options: parsingOptions)
    var histories: [NotePath: TaskHistory?] = [:]
    var left: [TaskItem] = []
    let title = (["tasks undo"] + deleted.map { TaskNameError.cut($0.task.item.description) }).joined(separator: " ")
    func putBack(_ lookup: TaskLookup, _ plan: ChangePlan) throws -> [ChangedTask] {
      try self.putBack(deleted, lookup, plan)
    }
    let outcome = try changeTasks(present, title: title, options, also: putBack) { task, note throws(TaskEditError) in
      if histories[note.path] == nil { histories[note.path] = .some(history(of: note.path)) }
      let before = self.before(task, in: histories[note.path] ?? nil)
      let (change, leavesNext) = try reopening.reopening(task, in: note, before: before)
      if leavesNext, !left.contains(task.item) { left.append(task.item) }
      return change
    }
    for task in left where outcome.change.end != .unchanged {
      listener.notice(
        VaultNotice(
          "\(ShownName.path(task.path.text)):\(task.line): the next occurrence is not beside the task as it was put in, "
            + "so it stays; take it out with \(command: .removeTask) if need be"))
    }
    return outcome
  }

  private func history(of path: NotePath) -> TaskHistory? {
    readingHistory {
      let tree = try VaultTree(root: location.root)
      guard try tree.exists(Journal.path) else { return nil }
      return try TaskHistory(of: path, in: Journal(tree, known: journalHeads), options: parsingOptions) {
        listener.notice(VaultNotice("\($0)"))
      }
    }
  }

  private func before(_ task: TaskLine, in history: TaskHistory?) -> TaskPast? {
    guard let history else { return nil }
    return readingHistory { try history.before(task) }
  }

  private func readingHistory<Found>(_ read: () throws -> Found?) -> Found? {
    do { return try read() } catch {
      listener.notice(VaultNotice("the history cannot be read, so the line may not come back as it was: \(error)"))
      return nil
    }
  }
}
