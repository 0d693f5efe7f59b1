import VaultCore
import VaultStore

/// A task that a query of the plugin Tasks found, and the line of the query's block in its note; nil for a query that
/// stands in none.
package typealias PluginQueryEntry = (view: TaskView, queryLine: Int?)

extension RecordFields where Record == PluginQueryEntry {
  package static func queryEntry(in vault: any RecordVault) -> RecordFields {
    RecordFields(RecordFields<TaskView>.task(in: vault).of { (entry: PluginQueryEntry) in entry.view })
  }

  /// The fields of a result from a note that may hold several queries.
  package static func noteQueryEntry(in vault: any RecordVault) -> RecordFields {
    RecordFields(queryEntry(in: vault).fields + [Field("queryLine") { .integer($0.queryLine) }])
  }
}
