import VaultCore

extension IndexSnapshot {
  func rememberedTasks(handlePrefix: String) throws -> [RememberedTask] {
    let rows = try IndexStatement(
      db, "SELECT handle, path, data, is_gone, is_shared FROM task_memory WHERE handle >= ?1 AND handle < ?2")
    rows.bind(1, handlePrefix)
    rows.bind(2, handlePrefix + "{")
    var tasks: [RememberedTask] = []
    while try rows.step() {
      guard let item = TaskItem(decoding: rows.bytes(2), path: NotePath(bytes: rows.bytes(1))) else {
        throw Self.damage("what is remembered of a task is")
      }
      tasks.append(
        RememberedTask(handle: rows.string(0), item: item, isGone: rows.int(3) != 0, isShared: rows.int(4) != 0))
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
