import VaultCore

/// What is to be looked at of tasks that get ids or begin to wait for others.
struct TaskIDCheck {
  var ids = true
  var dependencies = true

  /// Throws `TaskIDError`.
  ///
  /// - Parameter own: The tasks as they are to be.
  /// - Parameter others: All others that bear an id or wait for one.
  func check(_ own: [TaskItem], among others: [TaskItem]) throws(TaskIDError) {
    if ids {
      var bearers = Dictionary(others.lazy.compactMap { task in task.id.map { ($0, task) } }) { first, _ in first }
      for task in own {
        guard let id = task.id else { continue }
        if let other = bearers[id] { throw own.contains(other) ? .several(id) : .taken(id, by: other) }
        bearers[id] = task
      }
    }
    let graph = TaskGraph(others + own)
    if dependencies {
      let known = Set(graph.ids)
      for id in own.lazy.flatMap(\.dependsOn) where !known.contains(id) { throw .missing(id) }
    }
    if let cycle = graph.cycle(throughAnyOf: Set(own)) { throw .cycle(cycle) }
  }
}

extension VaultReader {
  /// Checks ids and dependencies against all other tasks as the notes have them now, so it is to be called while a plan
  /// is made: others may give the same id before. Throws `TaskIDError`.
  ///
  /// - Parameter replaced: Handles of the tasks as they are in the notes, of those that are there.
  func check(_ own: [TaskItem], replacing replaced: Set<String> = [], _ check: TaskIDCheck = TaskIDCheck()) throws {
    guard check.ids || check.dependencies, own.contains(where: { $0.id != nil || !$0.dependsOn.isEmpty }) else {
      return
    }
    try check.check(own, among: taskGraph().tasks.filter { !replaced.contains($0.handle) })
  }
}

/// An id or a dependency that cannot be. Nothing was changed.
package enum TaskIDError: Failure {
  case taken(String, by: TaskItem)
  /// One id for several tasks.
  case several(String)
  /// Waiting for an id that no task bears would hold nothing up.
  case missing(String)
  /// Each waits for the next, the last for the first.
  case cycle([TaskItem])

  package var kind: FailureKind { .refused }
  package var message: Message {
    switch self {
    case .taken(let id, let task):
      "the id \"\(id)\" is that of \"\(TaskNameError.cut(task.description))\" "
        + "(\(ShownName.path(task.path.text)):\(task.line)) already; give another one"
    case .several(let id): "the id \"\(id)\" can be given to one task only; name one"
    case .missing(let id):
      "no task has the id \"\(ShownName.quoted(id))\" to wait for; give one to that task first, with "
        + "\(command: .giveTaskID)"
    case .cycle(let tasks):
      "these tasks would wait for each other; leave one of the dependencies out:\(Self.lines(tasks))"
    }
  }

  private static func lines(_ tasks: [TaskItem]) -> String {
    tasks.map { "\n  \(ShownName.path($0.path.text)):\($0.line)  \(TaskNameError.cut($0.description))" }.joined()
  }
}
