import VaultCore

extension VaultReader {
  /// So many are named that may be meant.
  private static let mostNear = 3

  /// The one task, of whatever status, that has just this description, in any case. Throws `TaskNameError` with those
  /// that may be meant where none has it, or several.
  func task(describedAs text: String) throws -> TaskItem {
    let wanted = LinkResolver.key(text.trimmingWhitespace)
    // A task without a text is not what nothing names.
    guard !wanted.isEmpty else { throw TaskNameError.notFound(text, near: []) }
    var same: [TaskItem] = []
    var holding: [TaskItem] = []
    var open: [String: TaskItem] = [:]
    try snapshot.forEachTask(openOnly: false) { _, task in
      let description = LinkResolver.key(task.description)
      if description == wanted {
        same.append(task)
      } else if task.status.type.isOpen {
        if wanted.utf8.count > 2, description.contains(wanted) { holding.append(task) }
        open[description] = task
      }
    }
    if same.count == 1, let task = same.first { return task }
    func comesFirst(_ a: TaskItem, _ b: TaskItem) -> Bool {
      let (isOpen, isOtherOpen) = (a.status.type.isOpen, b.status.type.isOpen)
      return isOpen == isOtherOpen ? (a.path, a.line) < (b.path, b.line) : isOpen
    }
    guard same.isEmpty else {
      throw TaskNameError.ambiguous(text, candidates: try shortened(same.sorted(by: comesFirst)))
    }
    if let note = try note(named: text) {
      let tasks = try snapshot.tasks(of: note.id).filter(\.status.type.isOpen)
      throw TaskNameError.note(note.path, open: try shortened(tasks))
    }
    if holding.isEmpty, wanted.utf8.count > 2 {
      let names = Suggestion.nearest(to: wanted, among: open.keys.sorted(), limit: Self.mostNear, isGenerous: true)
      holding = names.compactMap { open[$0] }
    }
    let near = holding.sorted(by: comesFirst).prefix(Self.mostNear)
    throw TaskNameError.notFound(text, near: try shortened(near))
  }

  /// The tasks with their handles as lists show them, for a person to type.
  private func shortened(_ tasks: some Sequence<TaskItem>) throws -> [TaskItem] {
    let handles = try snapshot.taskHandles()
    return tasks.map { task in
      var task = task
      task.handle = handles.shortest(task.handle)
      return task
    }
  }

  /// Nil where no note is called so, or several are.
  private func note(named name: String) throws -> (path: NotePath, id: Int)? {
    do { return try find(name) } catch is NoteNameError { return nil }
  }
}
