extension TaskGraph {
  /// Tasks that are not done and wait for each other in a ring, each for the next and the last for the first. Every
  /// task that is in a ring is in one of these, by the shortest way around. A ring comes once and begins with its first
  /// task by path and line; they are ordered by their first tasks.
  ///
  /// In a tangle of thousands of tasks, not every task of a ring is in one of these, since a ring for each could hold, all
  /// together, as many tasks as the square of their number. But one ring at least is among those that lead to each other.
  package var cycles: [[TaskItem]] {
    var links = TaskLinks(tasks)
    var covered: Set<Int> = []
    var rings: [[Int]] = []
    for place in links.places.sorted(by: isBefore) where !covered.contains(place) {
      guard let ring = ring(through: place, &links) else { continue }
      covered.formUnion(ring)
      rings.append(ring)
    }
    return rings.sorted { $0.lexicographicallyPrecedes($1, by: isBefore) }.map { $0.map { tasks[$0] } }
  }

  /// The shortest ring through the first of these tasks that is in one; nil where none is.
  package func cycle(throughAnyOf wanted: Set<TaskItem>) -> [TaskItem]? {
    var links = TaskLinks(tasks)
    for place in links.places.sorted(by: isBefore) where wanted.contains(tasks[place]) {
      if let ring = ring(through: place, &links) { return ring.map { tasks[$0] } }
    }
    return nil
  }

  /// The shortest ring of a task, from the first of its tasks on.
  private func ring(through place: Int, _ links: inout TaskLinks) -> [Int]? {
    guard let id = tasks[place].id, let way = links.way(from: tasks[place].dependsOn, around: id) else { return nil }
    let ring = [place] + way
    let first = ring.indices.min { isBefore(ring[$0], ring[$1]) } ?? 0
    return Array(ring[first...] + ring[..<first])
  }

  private func isBefore(_ a: Int, _ b: Int) -> Bool {
    tasks[a].path == tasks[b].path ? tasks[a].line < tasks[b].line : tasks[a].path < tasks[b].path
  }
}

/// The ways from id to id: a task that bears the one and depends on the other leads there. Tasks that are done lead
/// nowhere.
///
/// Between tasks there would be as many ways as the bearers of an id times those that depend on it.
private struct TaskLinks {
  private struct Link {
    /// The task's place.
    var task: Int
    var to: Int
  }

  private var numbers: [String: Int] = [:]
  private var links: [[Link]] = []
  /// By the ids' numbers; those that lead to each other share one.
  private var groups: [Int] = []

  /// The tasks that both bear an id and depend on one.
  private(set) var places: [Int] = []

  /// The groups of which a ring is known already.
  private var ringed: Set<Int> = []

  /// How many steps may still be made for further rings of such groups; a task of a ring takes as much room as many steps
  /// take time.
  private var stepsLeft = 1_000_000
  private static let stepsOfATask = 10

  init(_ tasks: [TaskItem]) {
    for (place, task) in tasks.enumerated() where task.status.type.isOpen {
      guard let id = task.id, !task.dependsOn.isEmpty else { continue }
      places.append(place)
      let from = number(id)
      for dependency in task.dependsOn { links[from].append(Link(task: place, to: number(dependency))) }
    }
    groups = stronglyConnected()
  }

  private mutating func number(_ id: String) -> Int {
    if let number = numbers[id] { return number }
    numbers[id] = links.count
    links.append([])
    return links.count - 1
  }

  /// The tasks of the shortest way from one of the ids back to `id`, where they all lie in a ring.
  mutating func way(from ids: [String], around id: String) -> [Int]? {
    guard let target = numbers[id] else { return nil }
    // The first rings of all groups take together a time in proportion.
    let isFurther = ringed.contains(groups[target])
    if isFurther, stepsLeft <= 0 { return nil }
    let starts = ids.compactMap { numbers[$0] }.filter { groups[$0] == groups[target] }
    if starts.contains(target) { return [] }
    var cameBy: [Int: (task: Int, from: Int)?] = [:]
    for start in starts { cameBy[start] = .some(nil) }
    var queue = starts
    var next = 0
    while next < queue.count {
      let from = queue[next]
      next += 1
      for link in links[from] {
        if isFurther { stepsLeft -= 1 }
        guard groups[link.to] == groups[target] else { continue }
        if link.to == target {
          ringed.insert(groups[target])
          var way = [link.task]
          var at = from
          while let (task, before) = cameBy[at] ?? nil {
            way.append(task)
            at = before
          }
          if isFurther { stepsLeft -= Self.stepsOfATask * way.count }
          return way.reversed()
        }
        if cameBy[link.to] == nil {
          cameBy[link.to] = (link.task, from)
          queue.append(link.to)
        }
      }
    }
    return nil
  }

  /// Tarjan's algorithm, with a stack of its own: a chain of dependencies may be as long as the vault.
  private func stronglyConnected() -> [Int] {
    let unseen = -1
    var order = [Int](repeating: unseen, count: links.count)
    var lowest = order
    var group = order
    var open: [Int] = []
    var path: [(id: Int, link: Int)] = []
    var seen = 0
    for root in links.indices where order[root] == unseen {
      path.append((root, 0))
      while let (id, link) = path.last {
        if link == 0 {
          order[id] = seen
          lowest[id] = seen
          seen += 1
          open.append(id)
        }
        if link < links[id].count {
          path[path.count - 1].link += 1
          let to = links[id][link].to
          if order[to] == unseen {
            path.append((to, 0))
          } else if group[to] == unseen {
            lowest[id] = min(lowest[id], order[to])
          }
          continue
        }
        path.removeLast()
        if let before = path.last { lowest[before.id] = min(lowest[before.id], lowest[id]) }
        guard lowest[id] == order[id] else { continue }
        while let member = open.popLast() {
          group[member] = id
          if member == id { break }
        }
      }
    }
    return group
  }
}
