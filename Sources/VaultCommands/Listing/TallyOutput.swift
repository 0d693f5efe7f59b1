import VaultCore
import VaultInterface
import VaultTerminal

/// What `--count --group` prints.
enum TallyOutput {
  static func write(
    _ groupings: [TaskGrouping], _ mode: OutputMode, limit: Int?, _ query: Query, _ context: CommandContext
  ) throws -> ExitStatus {
    let list = try ListOutput(mode, fields: .tally(by: groupings)) { _ in NotePath("") }
    let tallies = try context.read { try TaskTallies(groupings, of: query, $0) }
    return try list.answer(tallies.rows, limit: limit, context, nothing: "No task matches.") { _ in
      try TallyListing.write(tallies, limit: limit, to: context.printer)
    }
  }
}
