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
    return try list.answer(tallies.rows, limit: limit, context, nothing: "No task matches.") { _ in
      try TallyListing(tallies, limit: limit, printer: context.printer).write()
    }
  }
}
