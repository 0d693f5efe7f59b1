import VaultCore

extension VaultEditor {
  /// Changes words and fields of tasks. Throws `TaskIDError` for an id that another task bears, for one to wait for that
  /// none bears, and for tasks that would wait for each other.
  package func editTasks(
    _ names: [String], _ change: TaskFieldChange, title: String = "tasks edit",
    _ options: ChangeOptions = ChangeOptions()
  ) throws -> TaskChangeOutcome {
    let lookup = try read { try $0.lookUp(tasks: names) }
    let format = vault.taskFormat
    let check = TaskIDCheck(ids: change.fields[.id] != nil, dependencies: change.fields[.dependsOn] != nil)
    // By handle, as the notes have them when the plan is made, which may be more than once.
    var named: [String: TaskItem] = [:]
    func checkIDs(_ lookup: TaskLookup, _ plan: ChangePlan) throws -> [ChangedTask] {
      defer { named = [:] }
      let own = named.values.map { change.idsApplied(to: $0) }
      try plan.reader.check(own.sorted { ($0.path, $0.line) < ($1.path, $1.line) }, replacing: Set(named.keys), check)
      return []
    }
    return try changeTasks(lookup, title: title, options, also: checkIDs) { task, note throws(TaskEditError) in
      let edited = try change.applied(to: task, in: note, format: format)
      named[task.item.handle] = task.item
      return edited
    }
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
