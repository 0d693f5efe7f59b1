import VaultCore
import VaultStore

/// How tasks stand below each other in their files.
package enum TaskOutline {
  /// How many of the tasks each stands below, in the same order. A task that is not among them moves nothing.
  package static func depths(of tasks: [TaskItem]) -> [Int] {
    var depths: [String: Int] = [:]
    // A task comes before those below it.
    return tasks.map { task in
      let depth = task.parent.flatMap { depths[$0] }.map { $0 + 1 } ?? 0
      depths[task.handle] = depth
      return depth
    }
  }
}

extension TaskOutline {
  /// Groups whose tasks are in the order of their files, as rows: one task after the other, as often as it is in a group,
  /// and how many tasks of its group each stands below.
  package static func rows(
    of groups: [TaskGroup], _ tasks: [TaskView]
  ) -> (groups: [TaskGroup], tasks: [TaskView], depths: [Int]) {
    var rows: [TaskView] = []
    var depths: [Int] = []
    func placed(_ group: TaskGroup) -> TaskGroup {
      var group = group
      guard group.groups.isEmpty else {
        group.groups = group.groups.map(placed)
        return group
      }
      let own = group.tasks.map { tasks[$0] }
      depths += Self.depths(of: own.map(\.task))
      group.tasks = Array(rows.count..<(rows.count + own.count))
      rows += own
      return group
    }
    let placedGroups = groups.map(placed)
    return (placedGroups, rows, depths)
  }
}

extension TaskResult {
  /// As they stand in their files, the files by path; at most `limit`.
  package func inFileOrder(limit: Int?) -> TaskResult {
    var result = self
    result.tasks.sort { a, b in
      a.task.path == b.task.path ? a.task.line < b.task.line : a.task.path < b.task.path
    }
    if let limit { result.tasks = Array(result.tasks.prefix(limit)) }
    return result
  }
}
