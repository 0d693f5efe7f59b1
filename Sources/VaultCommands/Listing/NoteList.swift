import VaultCore
import VaultInterface
import VaultStore
import VaultTerminal

/// What a command prints that lists the notes of a query.
struct NoteList {
  var words: QueryWords
  var output: OutputOptions
  var options: GlobalOptions
  /// How many at most where the options do not say.
  var usualLimit: Int?

  /// `notes` gives at most so many of those that the query selects, and how many there are. `keys`: what they are sorted by,
  /// where that is not the query's say.
  func write(
    _ context: CommandContext, nothing: String, sortedBy keys: [Query.SortKey] = [],
    _ notes: (VaultReader, Query, Int?) throws -> (records: [NoteRecord], total: Int)
  ) throws -> ExitStatus {
    let vault = try context.vault()
    let mode = try output.mode(options)
    let list = try ListOutput(mode, fields: .note(in: vault)) { $0.path }
    let query = try context.query(words)
    let found = try context.read { try notes($0, query, mode.needsRecords ? output.limit ?? usualLimit : 0) }
    return try list.answer(found.records, total: found.total, context, nothing: nothing) {
      try NoteListing.write(
        $0, total: found.total, sortedBy: keys.isEmpty ? query.sort : keys, to: context.printer, ListedVault(vault))
    }
  }
}
