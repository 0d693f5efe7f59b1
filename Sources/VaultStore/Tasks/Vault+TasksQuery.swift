import VaultCore

/// A query of the plugin Tasks and where it stands.
package struct TasksQuerySource: Sendable {
  package var text: String
  /// The note that it stands in or is meant for.
  package var note: NotePath?
  /// Of the block's opening fence, from 1 in the file; nil for a query that stands in no note.
  package var line: Int?

  package init(text: String, note: NotePath? = nil, line: Int? = nil) {
    self.text = text
    self.note = note
    self.line = line
  }
}

package struct TasksQueryResult: Sendable {
  package var query: TasksQuery
  /// In the query's order, no more than its limit.
  package var tasks: [TaskView]
  /// Of places in `tasks`.
  package var groups: [TasksQueryGroup]
  /// How many match, whatever the limit.
  package var total: Int
  /// How the query was understood, where it asks for that.
  package var explanation: String?
}

extension Vault {
  /// The blocks of a note that hold queries, from top to bottom.
  package func tasksQueries(in name: String) throws -> [TasksQuerySource] {
    let shown = try show(name)
    let blocks = shown.bytes.withUnsafeBufferPointer { TasksQueryBlock.all(in: MarkdownDocument($0), $0) }
    return blocks.map { TasksQuerySource(text: $0.text, note: shown.record.path, line: $0.line) }
  }

  /// The answers to queries, in their order; for those that are refused, why.
  ///
  /// - Parameter limit: How many tasks each shows at most, besides its own limit.
  package func answers(
    to sources: [TasksQuerySource], limit: Int? = nil
  ) throws -> [Result<TasksQueryResult, TasksQueryError>] {
    let presets = TasksQueryPresets(configuration.taskPresets + tasksPlugin.presets)
    let today = environment.today
    return try withSnapshot { snapshot in
      try holding(snapshot) {
        var files: [NotePath: TasksQueryFile] = [:]
        let queries = try sources.map { source -> Result<TasksQuery, TasksQueryError> in
          let file = try source.note.map { note in
            try files[note] ?? TasksQueryFile(path: note.text, properties: properties(of: note))
          }
          if let note = source.note { files[note] = file }
          let parser = TasksQueryParser(
            today: today, file: file, presets: presets, globalQuery: tasksPlugin.globalQuery)
          return Result { () throws(TasksQueryError) in try parser.parse(source.text) }
        }
        guard queries.contains(where: \.isSuccess) else {
          return queries.map { $0.map { TasksQueryResult(query: $0, tasks: [], groups: [], total: 0) } }
        }
        var all: [TaskItem] = []
        var graph = TaskGraph()
        try snapshot.forEachTask(openOnly: false) { _, task in
          all.append(task)
          graph.add(task)
        }
        return try queries.map { query in
          switch query {
          case .failure(let error): .failure(error)
          case .success(let query):
            .success(try answer(query, all, graph, limit: limit, in: snapshot))
          }
        }
      }
    }
  }

  private func properties(of note: NotePath) throws -> [Property] {
    try show(note.text).note.frontMatter.properties
  }

  private func answer(
    _ query: TasksQuery, _ all: [TaskItem], _ graph: TaskGraph, limit: Int?,
    in snapshot: any VaultSnapshot
  ) throws -> TasksQueryResult {
    let today = environment.today
    let filter = configuration.taskFilter
    var matcher = TasksQueryMatcher(query, graph: graph, globalFilter: filter)
    let found = all.filter { matcher.matches($0) }
    var order = TasksQueryOrder(query, today: today, globalFilter: filter)
    let most = [query.limit, limit].compactMap { $0 }.min() ?? found.count
    let chosen = order.sorted(found).prefix(most).map { found[$0] }
    var groups = TasksQueryGroups(query, today: today, globalFilter: filter)
    return TasksQueryResult(
      query: query, tasks: try views(of: chosen, in: snapshot), groups: groups.groups(of: chosen),
      total: found.count, explanation: query.explains ? query.explained(globalFilter: filter) : nil)
  }
}

extension Result {
  fileprivate var isSuccess: Bool {
    if case .success = self { true } else { false }
  }
}
