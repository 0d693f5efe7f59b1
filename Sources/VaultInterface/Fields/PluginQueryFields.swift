import VaultCore
import VaultStore

/// A task that a query of the plugin Tasks found, and the line of the query's block in its note; nil for a query that
/// stands in none.
package typealias PluginQueryEntry = (view: TaskView, queryLine: Int?)

extension RecordFields where Record == PluginQueryEntry {
  package static let queryEntry = RecordFields(
    RecordFields<TaskView>.task.of { (entry: PluginQueryEntry) in entry.view })

  /// The fields of a result from a note that may hold several queries.
  package static let noteQueryEntry = RecordFields(
    queryEntry.fields + [Field("queryLine") { .integer($0.queryLine) }])
}
