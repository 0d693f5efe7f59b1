import VaultCore

/// What the end of tasks means for others.
package struct TaskConsequences: Sendable, Equatable {
  /// Tasks that were done while open ones that they wait for are not, each with those.
  package var hasty: [Hasty] = []
  /// Open tasks that waited for the ended ones and wait for none now.
  package var freed: [TaskItem] = []

  package struct Hasty: Sendable, Equatable {
    package var task: TaskItem
    package var blockers: [TaskItem]
  }
}

extension VaultReader {
  /// The tasks are looked at as they are now, `ended` taken as ended whatever their notes say, as before a dry run.
  ///
  /// - Parameter ended: Those that were done or cancelled in one change, as they were or as they are.
  package func consequences(ofEnding ended: [TaskItem]) throws -> TaskConsequences {
    guard ended.contains(where: { $0.id != nil || !$0.dependsOn.isEmpty }) else { return TaskConsequences() }
    let handles = Set(ended.map(\.handle))
    let related = try taskGraph(openOnly: true).tasks.filter { !handles.contains($0.handle) }
      .sorted { ($0.path, $0.line) < ($1.path, $1.line) }
    let open = Set(related.compactMap(\.id))
    var consequences = TaskConsequences()
    for task in ended where task.status.type == .done || task.status.type.isOpen {
      let blockers = related.filter { other in other.id.map { task.dependsOn.contains($0) } ?? false }
      if !blockers.isEmpty { consequences.hasty.append(TaskConsequences.Hasty(task: task, blockers: blockers)) }
    }
    let ids = Set(ended.compactMap(\.id))
    consequences.freed = related.filter { task in
      !ids.isDisjoint(with: task.dependsOn) && open.isDisjoint(with: task.dependsOn)
    }
    return consequences
  }

  /// The open tasks that depend on an id that a change took away and no other task has, by path and line.
  package func tasksWaiting(forLost outcome: TaskChangeOutcome) throws -> [(task: TaskItem, id: String)] {
    guard !outcome.lostIDs.isEmpty else { return [] }
    let changed = Set(outcome.tasks.map(\.view.task.path))
    let ended = Set(outcome.tasks.lazy.filter { $0.state == .deleted }.map(\.view.task.handle))
    var borne: Set<String> = []
    var waiting: [(task: TaskItem, id: String)] = []
    try snapshot.forEachTask(openOnly: false) { _, task in
      // Before a dry run's change those notes have it still.
      if let id = task.id, outcome.change.end == .done || !changed.contains(task.path) { borne.insert(id) }
      guard task.status.type.isOpen, !ended.contains(task.handle) else { return }
      for id in task.dependsOn where outcome.lostIDs.contains(id) { waiting.append((task, id)) }
    }
    return waiting.filter { !borne.contains($0.id) }
      .sorted { ($0.task.path, $0.task.line) < ($1.task.path, $1.task.line) }
  }
}
