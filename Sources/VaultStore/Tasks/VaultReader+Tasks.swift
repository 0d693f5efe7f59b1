import VaultCore

/// A task with what depends on the day and on other tasks. Lists pass it on again and again: a task is many fields, so
/// all share the one.
package final class TaskView: Sendable {
  package let task: TaskItem
  package let urgency: Double
  package let isOverdue: Bool
  package let isBlocked: Bool
  /// The shortest beginning of the handle, of three characters or more, that no other task's has.
  package let shortHandle: String

  package init(
    task: consuming TaskItem, urgency: Double, isOverdue: Bool, isBlocked: Bool, shortHandle: String
  ) {
    self.task = task
    self.urgency = urgency
    self.isOverdue = isOverdue
    self.isBlocked = isBlocked
    self.shortHandle = shortHandle
  }

  /// The same with another text of its line, and perhaps no longer told as blocked.
  package func with(_ task: TaskItem, isBlocked: Bool? = nil) -> TaskView {
    TaskView(
      task: task, urgency: urgency, isOverdue: isOverdue, isBlocked: isBlocked ?? self.isBlocked,
      shortHandle: shortHandle)
  }
}

package enum TaskScope: Sendable {
  case open
  /// Done, cancelled and non-task.
  case done
  case all
}

extension Query {
  /// Open tasks, unless it asks for done ones itself.
  package var taskScope: TaskScope {
    let asksForDone = terms.contains { term in
      switch term.predicate {
      case .isTask(.done), .isTask(.cancelled), .status, .taskDate(.done, _), .taskDate(.cancelled, _): true
      case .has(.done), .has(.cancelled): true
      default: false
      }
    }
    return asksForDone ? .all : .open
  }
}

package struct TaskResult: Sendable {
  package var tasks: [TaskView]
  /// How many match, whatever the limit.
  package var total: Int
  package var overdue: Int
  package var open: Int
  /// Where the tasks behind the last one begin; nil where there are none.
  package var next: ListPlace?
}

extension VaultReader {
  /// The tasks that match. Order: due date, undated last; then priority, path, line; or as `sort` says. `after`: only
  /// those behind that place. `isMeant`: called with each that matches; false leaves it out.
  package func tasks(
    _ query: Query, scope: TaskScope, sort: [Query.SortKey] = [], limit: Int? = nil, after place: ListPlace? = nil,
    where isMeant: (TaskItem) -> Bool = { _ in true }
  ) throws -> TaskResult {
    let today = environment.today
    var found: [TaskItem] = []
    var graph = TaskGraph()
    try forEachTask(query, scope: scope) { task, matches in
      graph.add(task)
      if matches, isMeant(task) { found.append(task) }
    }
    let order = TaskOrder(keys: sort.isEmpty ? query.sort : sort, today: today)
    var places = try timing.measure(.rank) { try order.sorted(found, cancellation) }
    if let place {
      places = Array(places[try places.partitioningIndex { try order.isBehind(found[$0], place) }...])
    }
    let limit = [limit, query.limit].compactMap { $0 }.min()
    let chosen = limit.map { Array(places.prefix(max($0, 0))) } ?? places
    return TaskResult(
      tasks: try views(of: found, at: chosen, graph), total: found.count,
      overdue: found.count { $0.isOverdue(on: today) },
      open: found.count { $0.status.type.isOpen },
      next: chosen.count < places.count ? chosen.last.map { order.place(of: found[$0]) } : nil)
  }

  /// Tasks with what depends on the day and on the others of the vault. `graph`: of all tasks that are not done, where
  /// they have been looked at already.
  /// Those at `places` alone, where some are given: they are not copied before, since a task is large.
  func views(of tasks: [TaskItem], at places: [Int]? = nil, _ graph: TaskGraph? = nil) throws -> [TaskView] {
    let places = places ?? Array(tasks.indices)
    guard !places.isEmpty else { return [] }
    let today = environment.today
    let handles = vault.options.showsHandles ? try snapshot.taskHandles() : nil
    let isAsked = graph == nil && places.contains { !tasks[$0].dependsOn.isEmpty }
    let blockers = try graph?.openIDs ?? (isAsked ? blockers() : [])
    return places.map { place in
      TaskView(
        task: tasks[place], urgency: Urgency.value(of: tasks[place], on: today),
        isOverdue: tasks[place].isOverdue(on: today), isBlocked: tasks[place].isBlocked(by: blockers),
        shortHandle: handles?.shortest(tasks[place].handle) ?? tasks[place].handle)
    }
  }

  /// What `add` makes of all tasks that match, which come in no particular order.
  package func reduceTasks<Result>(
    _ query: Query, scope: TaskScope, into initial: Result, _ add: (inout Result, TaskItem) -> Void
  ) throws -> Result {
    var result = initial
    try forEachTask(query, scope: scope) { task, matches in
      if matches { add(&result, task) }
    }
    return result
  }

  /// Calls `body` with all tasks, or all open ones where the scope is those, and whether they are in the scope and match.
  func forEachTask(_ query: Query, scope: TaskScope, _ body: (TaskItem, _ matches: Bool) -> Void) throws {
    let texts = texts(of: query)
    var matching = try taskQuery(texts.root, texts)
    var turns = CancellableTurns(cancellation)
    try snapshot.forEachTask(openOnly: scope == .open) { note, task in
      try turns.next()
      let isOutside = scope == .done && task.status.type.isOpen
      body(task, !isOutside && matching.matches(task, note: note))
    }
    try matching.check(texts.root)
  }

  /// The titles of all notes.
  package func noteTitles() throws -> [NotePath: String] {
    let heads = try snapshot.heads(of: snapshot.universe)
    return Dictionary(heads.map { ($0.path, $0.title) }) { first, _ in first }
  }

  /// How many tasks match.
  package func taskCount(_ query: Query, scope: TaskScope) throws -> Int {
    if query.root == nil, scope != .done { return try snapshot.taskCount(openOnly: scope == .open) }
    return try reduceTasks(query, scope: scope, into: 0) { count, _ in count += 1 }
  }

  func taskQuery(
    _ root: Query.Expression?, _ texts: QueryTexts? = nil
  ) throws -> TaskQuery {
    let needsBlockers = root?.terms.contains { $0.predicate == .isTask(.blocked) } ?? false
    var selection = NoteSelection()
    let snapshot = try openNotes(expecting: texts?.patterns ?? [])
    try snapshot.prepare(texts?.patterns ?? [])
    let reading = CheckedNotes(texts, self)
    return try TaskQuery(
      root, today: environment.today, blockers: needsBlockers ? blockers() : [],
      notes: { term in
        guard let texts else { return try notes(where: term) }
        return try notes(for: term, among: snapshot.universe, texts, reading, &selection)
      })
  }

  /// The ids of all tasks that are not done.
  func blockers() throws -> Set<String> { try taskGraph(openOnly: true).openIDs }

  /// The graph of tasks that wait for each other, of all or of those that are not done.
  func taskGraph(openOnly: Bool = false) throws -> TaskGraph {
    var graph = TaskGraph()
    try snapshot.forEachTask(openOnly: openOnly) { _, task in graph.add(task) }
    return graph
  }
}
