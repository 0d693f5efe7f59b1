import VaultCore
import VaultStore

/// A task that a query of the plugin Tasks found.
package struct PluginQueryEntry {
  package var view: TaskView
  /// The line of the query's block in its note; nil for a query that stands in none.
  package var queryLine: Int?

  package init(view: TaskView, queryLine: Int?) {
    self.view = view
    self.queryLine = queryLine
  }
}

extension RecordFields where Record == PluginQueryEntry {
  package static let queryEntry = RecordFields(
    RecordFields<TaskView>.task.of { (entry: PluginQueryEntry) in entry.view })

  /// The fields of a result from a note that may hold several queries.
  package static let noteQueryEntry = RecordFields(
    queryEntry.fields + [Field("queryLine") { .integer($0.queryLine) }])
}
