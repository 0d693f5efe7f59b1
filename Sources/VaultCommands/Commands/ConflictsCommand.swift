import ArgumentParser
import VaultCore
import VaultInterface
import VaultStore
import VaultTerminal

/// `vault conflicts`
struct ConflictsCommand: ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "conflicts",
    abstract: "The conflicts that merges left in notes.",
    discussion: """
      Those whose marks stand in a note, and those that git has unmerged, such as a note that one side deleted. Both \
      sides of a conflict are found by searches; tasks in it are shown, and not changed until it is settled: make one \
      text of both, take the marks out, and tell git by `git add`.

      Examples:
        vault conflicts
        vault conflicts --format '{path}:{line}'
      """)

  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func run(in context: CommandContext) throws -> ExitStatus {
    let list = try ListOutput(output.mode(options), fields: .conflict(in: context.vault())) { $0.path }
    let conflicts = try context.read { try $0.conflicts() }
    return try list.answer(conflicts, limit: output.limit, context, nothing: "There are no conflicts.") {
      let printer = context.printer
      for conflict in $0 {
        let place = conflict.lines.map { ":\($0.lowerBound)-\($0.upperBound)" } ?? ""
        let state = conflict.lines == nil ? "  unmerged, without marks" : conflict.isUnmerged ? "  unmerged" : ""
        let muted = context.theme[.muted]
        try printer.line(printer.path(conflict.path) + StyledText(place, muted) + StyledText(state, muted))
      }
    }
  }
}
