import VaultCore
import VaultStore

/// A task that a query of the plugin Tasks found.
struct PluginQueryEntry {
  var view: TaskView
  /// Of the query's block in its note; nil for a query that stands in none.
  var queryLine: Int?
}

extension RecordFields where Record == PluginQueryEntry {
  static let queryEntry = RecordFields(RecordFields<TaskView>.task.of { (entry: PluginQueryEntry) in entry.view })

  /// Of a note that may hold several queries.
  static let noteQueryEntry = RecordFields(
    queryEntry.fields + [Field("queryLine") { $0.queryLine.map { .integer($0) } ?? .null }])
}
