import VaultCore
import VaultStore

/// Tasks that have one key in common, in the order of the list.
package struct TaskGroup: Equatable {
  /// Nil when nothing is grouped.
  package var key: TaskGroupKey?
  /// Places in the list; those of the groups inside as well.
  package var tasks: [Int]
  /// By the next field; none by the last.
  package var groups: [TaskGroup] = []

  package var title: String? { key?.title }

  /// Every task in its group, with several tags in several; groups without tasks left out.
  package static func groups(
    of tasks: [TaskView], by groupings: [TaskGrouping], _ calendar: TaskGrouping.Calendar
  ) -> [TaskGroup] {
    guard !groupings.isEmpty else { return tasks.isEmpty ? [] : [TaskGroup(tasks: Array(tasks.indices))] }
    return groups(of: Array(tasks.indices), in: tasks, by: groupings[...], calendar)
  }

  private static func groups(
    of places: [Int], in tasks: [TaskView], by groupings: ArraySlice<TaskGrouping>, _ calendar: TaskGrouping.Calendar
  ) -> [TaskGroup] {
    guard let grouping = groupings.first else { return [] }
    var order: [TaskGroupKey: Int] = [:]
    var found: [TaskGroup] = []
    for place in places {
      for key in grouping.keys(of: tasks[place].task, calendar) {
        if let index = order[key] {
          found[index].tasks.append(place)
        } else {
          order[key] = found.count
          found.append(TaskGroup(key: key, tasks: [place]))
        }
      }
    }
    if groupings.count > 1 {
      for index in found.indices {
        found[index].groups = groups(of: found[index].tasks, in: tasks, by: groupings.dropFirst(), calendar)
      }
    }
    return found.sorted { a, b in
      guard let x = a.key, let y = b.key else { return false }
      return x < y
    }
  }
}
