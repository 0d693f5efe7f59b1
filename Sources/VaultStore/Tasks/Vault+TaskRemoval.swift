import VaultCore

extension Vault {
  /// Takes tasks out of their notes; `nested`: with all that is below them, which else is refused.
  package func removeTasks(
    _ names: [String], nested: Bool, _ options: ChangeOptions = ChangeOptions()
  ) throws -> TaskChangeOutcome {
    try changeTasks(names, title: "tasks rm", options) { task, note throws(TaskEditError) in
      guard nested || !task.hasMore else { throw .hasMore(deletedOnCompletion: false) }
      return TaskChange(edits: [task.removal(in: note.bytes)], isRemoved: true)
    }
  }
}
