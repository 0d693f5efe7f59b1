import VaultCore

extension IndexSnapshot {
  func rememberedTasks(handlePrefix: String) throws -> [TaskItem] {
    let rows = try IndexStatement(db, "SELECT path, data FROM task_memory WHERE handle >= ?1 AND handle < ?2")
    rows.bind(1, handlePrefix)
    rows.bind(2, handlePrefix + "{")
    var tasks: [TaskItem] = []
    while try rows.step() {
      guard let task = TaskItem(decoding: rows.bytes(1), path: NotePath(bytes: rows.bytes(0))) else {
        throw Self.damage("what is remembered of a task is")
      }
      tasks.append(task)
    }
    return tasks
  }

  func willShow(_ tasks: [TaskView]) throws {
    let remembered = try RememberedHandles(db)
    guard !remembered.isEmpty else { return }
    // Most often only the beginning of a handle is seen.
    for task in tasks { shownAnew.formUnion(remembered.beginning(with: task.shortHandle)) }
  }
}
