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
