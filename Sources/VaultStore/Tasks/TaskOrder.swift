import VaultCore

/// The order of a task list: by the keys given, then by due date with undated ones last, priority, path, line.
struct TaskOrder {
  let keys: [Query.SortKey]
  let today: CivilDate

  /// Small, so that most tasks are compared without looking at them.
  private struct Key {
    var due: Int64
    var priority: Int
    /// The path's first eight bytes.
    var path: UInt64
  }

  /// What the keys given say of a task.
  private struct GivenKey {
    var numbers: [Int64]
    var texts: [String]
  }

  /// The tasks' places in order.
  func sorted(_ tasks: [TaskItem], _ cancellation: Cancellation? = nil) throws -> [Int] {
    var turns = CancellableTurns(cancellation)
    let made = tasks.indices.map { place in
      Key(
        due: Self.day(tasks[place].due), priority: -tasks[place].priority.rank, path: tasks[place].path.orderingPrefix)
    }
    func usual(_ a: Int, _ b: Int) -> Bool {
      if made[a].due != made[b].due { return made[a].due < made[b].due }
      if made[a].priority != made[b].priority { return made[a].priority < made[b].priority }
      if made[a].path != made[b].path { return made[a].path < made[b].path }
      // Without copies: a task is large.
      return tasks[a].path == tasks[b].path ? tasks[a].line < tasks[b].line : tasks[a].path < tasks[b].path
    }
    let given = (keys.isEmpty ? [] : tasks).map { task in
      GivenKey(numbers: keys.map { number($0.field, task) }, texts: keys.map { text($0.field, task) })
    }
    return try tasks.indices.sorted { a, b in
      try turns.next()
      if given.isEmpty { return usual(a, b) }
      for (index, key) in keys.enumerated() {
        let (x, y) = (given[a].numbers[index], given[b].numbers[index])
        if x != y {
          // Undated ones come last either way.
          if x == .max || y == .max { return y == .max }
          return (x < y) != key.isReversed
        }
        let (text, other) = (given[a].texts[index], given[b].texts[index])
        if !text.utf8.elementsEqual(other.utf8) {
          return text.utf8.lexicographicallyPrecedes(other.utf8) != key.isReversed
        }
      }
      return usual(a, b)
    }
  }

  // MARK: Places

  /// Where a task stands in the order.
  func place(of task: TaskItem) -> ListPlace {
    ListPlace(isPinned: false, values: values(of: task), path: task.path)
  }

  /// True for a task that comes behind the place, wherever its own task may be by now. Throws for a place in another order.
  func isBehind(_ task: TaskItem, _ place: ListPlace) throws(ListPlaceError) -> Bool {
    let (own, others) = (values(of: task), place.values)
    guard own.count == others.count else { throw ListPlaceError() }
    // The line decides last, behind the path.
    for index in own.indices.dropLast() {
      let isReversed = index < 2 * keys.count && keys[index / 2].isReversed
      switch (own[index], others[index]) {
      case (.integer(let x), .integer(let y)):
        if x != y { return x == .max || y == .max ? x == .max : (x > y) != isReversed }
      case (.text(let x), .text(let y)):
        if !x.utf8.elementsEqual(y.utf8) { return y.utf8.lexicographicallyPrecedes(x.utf8) != isReversed }
      default: throw ListPlaceError()
      }
    }
    guard task.path == place.path else { return place.path < task.path }
    guard case .integer(let line)? = own.last, case .integer(let other)? = others.last else { throw ListPlaceError() }
    return line > other
  }

  /// A number and a text for each key given, then what decides besides.
  private func values(of task: TaskItem) -> [ListPlace.Value] {
    keys.flatMap { [.integer(number($0.field, task)), .text(text($0.field, task))] }
      + [.integer(Self.day(task.due)), .integer(Int64(-task.priority.rank)), .integer(Int64(task.line))]
  }

  private func number(_ field: Query.SortField, _ task: TaskItem) -> Int64 {
    switch field {
    case .due, .scheduled, .start, .done, .cancelled, .created:
      Self.day(TaskFieldKind(rawValue: field.rawValue).flatMap { task.dates[$0] })
    case .priority: Int64(-task.priority.rank)
    case .status: Int64(StatusType.allCases.firstIndex(of: task.status.type) ?? 0)
    case .relevance, .urgency: Int64(-Urgency.value(of: task, on: today) * 1_000)
    case .title, .path, .updated, .referenced, .category, .source, .words: 0
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
