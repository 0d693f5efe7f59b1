import VaultCore

extension Vault {
  /// Changes words and fields of tasks. Throws `TaskIDError` for an id that another task bears, for one to wait for that
  /// none bears, and for tasks that would wait for each other.
  package func editTasks(
    _ names: [String], _ change: TaskFieldChange, title: String = "tasks edit",
    _ options: ChangeOptions = ChangeOptions()
  ) throws -> TaskChangeOutcome {
    let lookup = try lookUp(tasks: names)
    try check(change, of: Set(lookup.named.map(\.item.handle)))
    let format = taskFormat
    return try changeTasks(lookup, title: title, options) { task, note throws(TaskEditError) in
      try change.applied(to: task, in: note, format: format)
    }
  }

  private func check(_ change: TaskFieldChange, of named: Set<String>) throws {
    guard change.fields[.id] != nil || change.fields[.dependsOn] != nil else { return }
    try withSnapshot { snapshot in
      var tasks: [TaskItem] = []
      try snapshot.forEachTask(openOnly: false) { _, task in
        guard task.id != nil || !task.dependsOn.isEmpty || named.contains(task.handle) else {
          return
        }
        tasks.append(task)
      }
      if let new = change.fields[.id], let id = new {
        let others = tasks.filter { task in task.id == id && !named.contains(task.handle) }
        if let other = others.first { throw TaskIDError.taken(id, by: other) }
        if named.count > 1 { throw TaskIDError.several(id) }
      }
      for index in tasks.indices where named.contains(tasks[index].handle) {
        if let new = change.fields[.id] { tasks[index].id = new }
        if let new = change.fields[.dependsOn] {
          tasks[index].dependsOn = new?.split(separator: ",").map(String.init) ?? []
        }
      }
      let graph = TaskGraph(tasks)
      if change.fields[.dependsOn] != nil,
        let missing = graph.missingIDs.first(where: { named.contains($0.task.handle) })
      {
        throw TaskIDError.missing(missing.id)
      }
      let cycles = graph.cycles
      let own = cycles.first { cycle in cycle.contains { named.contains($0.handle) } }
      if let own { throw TaskIDError.cycle(own) }
    }
  }
}

/// An id or a dependency that cannot be. Nothing was changed.
package enum TaskIDError: Error {
  case taken(String, by: TaskItem)
  /// One id for several tasks.
  case several(String)
  /// Waiting for an id that no task bears would hold nothing up.
  case missing(String)
  /// Each waits for the next, the last for the first.
  case cycle([TaskItem])
}

extension TaskIDError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .taken(let id, let task):
      "the id \"\(id)\" is that of “\(TaskNameError.cut(task.description))” "
        + "(\(ShownName.path(task.path.text)):\(task.line)) already; give another one"
    case .several(let id): "the id \"\(id)\" can be given to one task only; name one"
    case .missing(let id):
      "no task has the id \"\(ShownName.quoted(id))\" to wait for; give one to that task first, with "
        + "`vault tasks edit TASK --id ID`"
    case .cycle(let tasks):
      "these tasks would wait for each other; leave one of the dependencies out:"
        + tasks.map { "\n  \(ShownName.path($0.path.text)):\($0.line)  \(TaskNameError.cut($0.description))" }.joined()
    }
  }
}
