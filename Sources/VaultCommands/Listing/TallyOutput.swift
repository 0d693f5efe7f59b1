import VaultCore
import VaultInterface
import VaultStore
import VaultTerminal

/// What `--count --group` prints.
struct TallyOutput {
  private let groupings: [TaskGrouping]
  private let limit: Int?
  private let list: ListOutput<TaskTallies.Row>

  /// Throws where a format names a field that there is not.
  init(_ groupings: [TaskGrouping], _ mode: OutputMode, limit: Int?) throws {
    self.groupings = groupings
    self.limit = limit
    list = try ListOutput(mode, fields: .tally(by: groupings)) { _ in NotePath("") }
  }

  func write(_ query: Query, _ context: CommandContext) throws -> ExitStatus {
    let tallies = try context.read { try TaskTallies(groupings, of: query, $0) }
    let rows = tallies.rows
    try list.write(rows.prefix(limit ?? rows.count), to: context.printer) {
      try TallyListing(tallies, limit: limit, printer: context.printer).write()
    }
    if rows.isEmpty, list.mode == .text { context.note("No task matches.") }
    return rows.isEmpty ? .nothingFound : .success
  }
}
