import VaultCore

extension Vault {
  /// The open tasks that match and can be worked on now, the most urgent first, or as the query's `sort:` says; see
  /// `NextTasks`. `waiting`: how many match and cannot.
  package func nextTasks(_ query: Query, limit: Int? = nil) throws -> (result: TaskResult, waiting: Int) {
    let texts = texts(of: query)
    let today = environment.today
    return try withSnapshot(patterns: texts.patterns) { snapshot in
      var matching = try taskQuery(texts.root, in: snapshot, texts)
      var next = NextTasks(today: today)
      try snapshot.forEachTask(openOnly: true) { note, task in
        next.add(task, matches: matching.matches(task, note: note))
      }
      try matching.check(texts.root)
      let (tasks, left) = next.chosen(sort: query.sort)
      let limit = [limit, query.limit].compactMap { $0 }.min() ?? tasks.count
      let result = TaskResult(
        tasks: try views(of: Array(tasks.prefix(max(limit, 0))), in: snapshot, TaskGraph()), total: tasks.count,
        overdue: tasks.count { $0.isOverdue(on: today) }, open: tasks.count)
      return (result, left)
    }
  }
}
