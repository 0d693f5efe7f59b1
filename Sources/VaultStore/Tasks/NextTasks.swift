import VaultCore

/// Which of the open tasks can be worked on now, and in what order.
///
/// That is what Taskwarrior calls ready, with the dates of Obsidian Tasks: neither on hold nor waiting for another task,
/// and neither starting nor scheduled after today. What stands below an open task that cannot be worked on cannot
/// either. A task with subtasks that can gives way to them, and the first of them takes its urgency, so that nothing
/// urgent goes out of sight behind subtasks without dates.
struct NextTasks {
  private struct Outline {
    var parent: String?
    var urgency: Double
    var isReady: Bool
    var dependsOn: [String]
  }

  private let today: CivilDate
  private var graph = TaskGraph()
  private var matching: [TaskItem] = []
  /// The outlines of open tasks that have open subtasks or stand below a task, by handle.
  private var outlines: [String: Outline] = [:]

  init(today: CivilDate) { self.today = today }

  /// All open tasks are to be added; those that match are the ones to choose from.
  mutating func add(_ task: TaskItem, matches: Bool) {
    guard task.status.type.isOpen else { return }
    graph.add(task)
    if task.parent != nil || task.childCount > task.childrenDone {
      outlines[task.handle] = Outline(
        parent: task.parent, urgency: Urgency.value(of: task, on: today), isReady: isReady(task),
        dependsOn: task.dependsOn)
    }
    if matches { matching.append(task) }
  }

  /// By itself, whatever it waits for.
  private func isReady(_ task: TaskItem) -> Bool {
    task.status.type != .onHold && [task.start, task.scheduled].allSatisfy { ($0?.date ?? today) <= today }
  }

  /// The tasks to work on, by urgency or as `keys` say, and how many there are that match and are not among them.
  func chosen(
    sort keys: [Query.SortKey] = [], _ cancellation: Cancellation? = nil
  ) throws -> (tasks: [TaskItem], left: Int) {
    let ready = matching.filter { task in
      isReady(task) && !graph.isBlocked(task) && ancestors(of: task).allSatisfy { isReady($0) }
    }
    var givingWay: Set<String> = []
    for task in ready { givingWay.formUnion(ancestors(of: task).map(\.handle)) }

    let listed = ready.filter { !givingWay.contains($0.handle) }
    // A parent's urgency is handed on to the first task below it, in the order of the file.
    let inherited = Set(ready.filter { givingWay.contains($0.handle) }.map(\.handle))
    var heirs: [String: TaskItem] = [:]
    for task in listed {
      for ancestor in ancestors(of: task) where inherited.contains(ancestor.handle) {
        if let heir = heirs[ancestor.handle], heir.line < task.line { continue }
        heirs[ancestor.handle] = task
      }
    }
    var ranks: [String: Double] = [:]
    for (handle, heir) in heirs {
      guard let outline = outlines[handle] else { continue }
      ranks[heir.handle] = max(ranks[heir.handle] ?? outline.urgency, outline.urgency)
    }

    let order = try TaskOrder(keys: keys, today: today).sorted(listed, cancellation)
    guard keys.isEmpty else { return (order.map { listed[$0] }, matching.count - listed.count) }
    let figures = listed.map { task in
      let own = Urgency.value(of: task, on: today)
      return (rank: max(own, ranks[task.handle] ?? own), own: own)
    }
    let places = order.indices.sorted { a, b in
      let (x, y) = (figures[order[a]], figures[order[b]])
      return (y.rank, y.own, a) < (x.rank, x.own, b)
    }
    return (places.map { listed[order[$0]] }, matching.count - listed.count)
  }

  private func isReady(_ ancestor: (handle: String, outline: Outline)) -> Bool {
    ancestor.outline.isReady && !ancestor.outline.dependsOn.contains { graph.openIDs.contains($0) }
  }

  /// The open tasks above it, the nearest first; none above one that is done.
  private func ancestors(of task: TaskItem) -> [(handle: String, outline: Outline)] {
    var found: [(handle: String, outline: Outline)] = []
    // Handles are hashes: two that happen to be alike must not lead in a circle.
    var seen: Set<String> = []
    var next = task.parent
    while let handle = next, let outline = outlines[handle], seen.insert(handle).inserted {
      found.append((handle, outline))
      next = outline.parent
    }
    return found
  }
}

extension VaultReader {
  /// The open tasks that match and can be worked on now, the most urgent first, or as the query's `sort:` says; see
  /// `NextTasks`. `waiting`: how many match and cannot.
  package func nextTasks(_ query: Query, limit: Int? = nil) throws -> (result: TaskResult, waiting: Int) {
    let today = environment.today
    var next = NextTasks(today: today)
    try forEachTask(query, scope: .open) { task, matches in next.add(task, matches: matches) }
    let (tasks, left) = try next.chosen(sort: query.sort, cancellation)
    let limit = [limit, query.limit].compactMap { $0 }.min() ?? tasks.count
    let result = TaskResult(
      tasks: try views(of: Array(tasks.prefix(max(limit, 0))), TaskGraph()), total: tasks.count,
      overdue: tasks.count { $0.isOverdue(on: today) }, open: tasks.count)
    return (result, left)
  }
}
