/// Which tasks wait for which: the ids that they bear, and the ids that they depend on.
///
/// A task waits for every task that is not done and bears an id that it depends on, directly; an id that nobody bears
/// holds nothing up. Tasks with neither take no room.
package struct TaskGraph: Sendable {
  /// The tasks that bear an id or depend on one, in the order they were added.
  package private(set) var tasks: [TaskItem] = []
  /// The places in `tasks` of those that bear an id.
  private var bearers: [String: [Int]] = [:]
  /// The ids that tasks which are not done bear, and those that they depend on.
  package private(set) var openIDs: Set<String> = []
  private var awaitedIDs: Set<String> = []

  package init(_ tasks: some Sequence<TaskItem> = []) {
    for task in tasks { add(task) }
  }

  package mutating func add(_ task: TaskItem) {
    guard task.id != nil || !task.dependsOn.isEmpty else { return }
    if let id = task.id {
      bearers[id, default: []].append(tasks.count)
      if task.status.type.isOpen { openIDs.insert(id) }
    }
    if task.status.type.isOpen { awaitedIDs.formUnion(task.dependsOn) }
    tasks.append(task)
  }

  /// Returns true when it waits for a task that is not done. A done one waits for nothing.
  package func isBlocked(_ task: TaskItem) -> Bool { task.isBlocked(by: openIDs) }

  /// Returns true when a task that is not done waits for this one, which is not done either.
  package func isBlocking(_ task: TaskItem) -> Bool {
    task.status.type.isOpen && task.id.map(awaitedIDs.contains) ?? false
  }

  /// The ids that any task bears.
  package var ids: some Collection<String> { bearers.keys }

  /// Every task that bears an id which another bears as well; those of one id together.
  package var sharingIDs: [(id: String, tasks: [TaskItem])] {
    bearers.filter { $0.value.count > 1 }.map { (id: $0.key, tasks: $0.value.map { tasks[$0] }) }
      .sorted { $0.id < $1.id }
  }

  /// The tasks that depend on ids which nobody bears, with those ids, each once.
  package var missingIDs: [(task: TaskItem, ids: [String])] {
    tasks.compactMap { task in
      var seen: Set<String> = []
      let ids = task.dependsOn.filter { bearers[$0] == nil && seen.insert($0).inserted }
      return ids.isEmpty ? nil : (task, ids)
    }
  }
}
