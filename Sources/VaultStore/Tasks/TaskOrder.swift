import VaultCore

/// The order of a task list: by the keys given, then by due date with undated ones last, priority, path, line.
struct TaskOrder {
  let keys: [Query.SortKey]
  let today: CivilDate

  private struct Key {
    var primary: [Int64]
    var texts: [String]
    var due: Int64
    var priority: Int
  }

  /// The tasks' places in order.
  func sorted(_ tasks: [TaskItem]) -> [Int] {
    let made = tasks.map { task in
      Key(
        primary: keys.map { number($0.field, task) }, texts: keys.map { text($0.field, task) },
        due: Self.day(task.due), priority: -task.priority.rank)
    }
    return tasks.indices.sorted { a, b in
      let x = made[a]
      let y = made[b]
      for (index, key) in keys.enumerated() {
        if x.primary[index] != y.primary[index] {
          // Undated ones come last either way.
          if x.primary[index] == .max || y.primary[index] == .max { return y.primary[index] == .max }
          return (x.primary[index] < y.primary[index]) != key.isReversed
        }
        if !x.texts[index].utf8.elementsEqual(y.texts[index].utf8) {
          return x.texts[index].utf8.lexicographicallyPrecedes(y.texts[index].utf8) != key.isReversed
        }
      }
      if x.due != y.due { return x.due < y.due }
      if x.priority != y.priority { return x.priority < y.priority }
      // Without copies: a task is large.
      return tasks[a].path == tasks[b].path ? tasks[a].line < tasks[b].line : tasks[a].path < tasks[b].path
    }
  }

  private func number(_ field: Query.SortField, _ task: TaskItem) -> Int64 {
    switch field {
    case .due: Self.day(task.due)
    case .scheduled: Self.day(task.scheduled)
    case .start: Self.day(task.start)
    case .done: Self.day(task.done)
    case .cancelled: Self.day(task.cancelled)
    case .created: Self.day(task.created)
    case .priority: Int64(-task.priority.rank)
    case .status: Int64(StatusType.allCases.firstIndex(of: task.status.type) ?? 0)
    case .relevance, .urgency: Int64(-Urgency.value(of: task, on: today) * 1_000)
    case .title, .path, .updated, .category, .source: 0
    }
  }

  private func text(_ field: Query.SortField, _ task: TaskItem) -> String {
    switch field {
    case .title: LinkResolver.key(task.description)
    case .path: task.path.text
    case .category: LinkResolver.key(task.category)
    default: ""
    }
  }

  private static func day(_ date: TaskDate?) -> Int64 { date?.date.map { Int64($0.dayNumber) } ?? .max }
}
