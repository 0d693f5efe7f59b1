import VaultCore

/// A query of the plugin Tasks and where it stands.
package struct PluginQuerySource: Sendable {
  package var text: String
  /// The note that it stands in or is meant for.
  package var note: NotePath?
  /// The line of the block's opening fence, from 1 in the file; nil for a query that stands in no note.
  package var line: Int?

  package init(text: String, note: NotePath? = nil, line: Int? = nil) {
    self.text = text
    self.note = note
    self.line = line
  }
}

package struct PluginQueryResult: Sendable {
  package var query: PluginQuery
  /// In the query's order, no more than its limit.
  package var tasks: [TaskView]
  /// Groups of places in `tasks`.
  package var groups: [PluginQueryGroup]
  /// How many match, whatever the limit.
  package var total: Int
  /// How the query was understood, where it asks for that.
  package var explanation: String?
}

extension VaultReader {
  /// The blocks of a note that hold queries, from top to bottom.
  package func tasksQueries(in name: String) throws -> [PluginQuerySource] {
    let shown = try show(name)
    let blocks = shown.bytes.withUnsafeBufferPointer { PluginQueryBlock.all(in: MarkdownDocument($0), $0) }
    return blocks.map { PluginQuerySource(text: $0.text, note: shown.record.path, line: $0.line) }
  }

  /// The answers to queries, in their order; for those that are refused, why.
  ///
  /// - Parameter limit: How many tasks each shows at most, besides its own limit.
  package func answers(
    to sources: [PluginQuerySource], limit: Int? = nil
  ) throws -> [Result<PluginQueryResult, PluginQueryError>] {
    let presets = PluginQueryPresets(configuration.taskPresets + vault.tasksPlugin.presets)
    let today = environment.today
    var files: [NotePath: PluginQueryFile] = [:]
    let queries = try sources.map { source -> Result<PluginQuery, PluginQueryError> in
      let file = try source.note.map { note in
        try files[note]
          ?? PluginQueryFile(path: note.text, properties: show(note.text).note.frontMatter.properties)
      }
      if let note = source.note { files[note] = file }
      let parser = PluginQueryParser(
        today: today, file: file, presets: presets, globalQuery: vault.tasksPlugin.globalQuery)
      return Result { () throws(PluginQueryError) in try parser.parse(source.text) }
    }
    guard queries.contains(where: { (try? $0.get()) != nil }) else {
      return queries.map { $0.map { PluginQueryResult(query: $0, tasks: [], groups: [], total: 0) } }
    }
    var all: [TaskItem] = []
    try snapshot.forEachTask(openOnly: false) { _, task in all.append(task) }
    let graph = TaskGraph(all)
    return try queries.map { query in
      switch query {
      case .failure(let error): .failure(error)
      case .success(let query): .success(try answer(query, all, graph, limit: limit))
      }
    }
  }

  private func answer(
    _ query: PluginQuery, _ all: [TaskItem], _ graph: TaskGraph, limit: Int?
  ) throws -> PluginQueryResult {
    let today = environment.today
    let filter = configuration.taskFilter
    let matcher = PluginQueryMatcher(query, graph: graph, globalFilter: filter)
    let found = all.filter { matcher.matches($0) }
    let order = PluginQueryOrder(query, today: today, globalFilter: filter)
    let most = [query.limit, limit].compactMap { $0 }.min() ?? found.count
    let chosen = order.sorted(found).prefix(most).map { found[$0] }
    let groups = PluginQueryGroups(query, today: today, globalFilter: filter)
    return PluginQueryResult(
      query: query, tasks: try views(of: chosen), groups: groups.groups(of: chosen),
      total: found.count, explanation: query.explains ? query.explained(globalFilter: filter) : nil)
  }
}
