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

extension Vault {
  /// The tasks are looked at as they are now, `ended` taken as ended whatever their notes say, as before a dry run.
  ///
  /// - Parameter ended: Those that were done or cancelled in one change, as they were or as they are.
  package func consequences(ofEnding ended: [TaskItem]) throws -> TaskConsequences {
    guard ended.contains(where: { $0.id != nil || !$0.dependsOn.isEmpty }) else { return TaskConsequences() }
    let handles = Set(ended.map(\.handle))
    let related = try withSnapshot { snapshot in
      var related: [TaskItem] = []
      try snapshot.forEachTask(openOnly: true) { _, task in
        if task.id != nil || !task.dependsOn.isEmpty, !handles.contains(task.handle) { related.append(task) }
      }
      return related.sorted { $0.path == $1.path ? $0.line < $1.line : $0.path < $1.path }
    }
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
}
