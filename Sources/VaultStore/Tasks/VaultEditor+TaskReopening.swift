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
    let back: (TaskLookup, ChangePlan) throws -> [ChangedTask] = { try putBack(deleted, $0, $1) }
    let outcome = try changeTasks(present, title: title, options, also: back) { task, note throws(TaskEditError) in
      if histories[note.path] == nil { histories[note.path] = .some(history(of: note.path)) }
      let before = readingHistory { try histories[note.path]??.before(task) }
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
      try vault.journal(known: journalHeads).map { journal in
        try TaskHistory(of: path, in: journal, options: parsingOptions) { listener.notice(VaultNotice("\($0)")) }
      }
    }
  }

  private func readingHistory<Found>(_ read: () throws -> Found?) -> Found? {
    do { return try read() } catch {
      listener.notice(VaultNotice("the history cannot be read, so the line may not come back as it was: \(error)"))
      return nil
    }
  }
}
