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
      text of both, take the marks out, and tell git by `git add`. --retry merges the notes that git has unmerged once \
      more, by what stands in them, as `vault git setup` has git do it; a note that you have begun with stays.

      Examples:
        vault conflicts
        vault conflicts --retry
        vault conflicts --format '{path}:{line}'
      """)

  @Flag(help: "Settle what can be, as the merge driver would have.")
  var retry = false

  @Flag(help: "With --retry: print what would change, as a unified diff, and change nothing.")
  var dryRun = false

  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func validate() throws {
    if dryRun, !retry { throw ValidationError("--dry-run says what --retry would change; give both") }
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    let hasSettled = try retry && settle(context)
    if dryRun { return .success }
    let list = try ListOutput(output.mode(options), fields: .conflict(in: context.vault())) { $0.path }
    let conflicts = try context.read { try $0.conflicts() }
    let status = try list.answer(conflicts, limit: output.limit, context, nothing: "There are no conflicts.") {
      let printer = context.printer
      for conflict in $0 {
        let place = conflict.lines.map { ":\($0.lowerBound)-\($0.upperBound)" } ?? ""
        let state = conflict.lines == nil ? "  unmerged, without marks" : conflict.isUnmerged ? "  unmerged" : ""
        let muted = context.theme[.muted]
        try printer.line(printer.path(conflict.path) + StyledText(place, muted) + StyledText(state, muted))
      }
    }
    // That none is left is what was asked for.
    return hasSettled && status == .nothingFound ? .success : status
  }

  /// True where anything was settled.
  private func settle(_ context: CommandContext) throws -> Bool {
    let retried = try context.editor().retryConflicts(ChangeOptions(dryRun: dryRun))
    if dryRun {
      try ChangeDiff(retried.outcome.planned).print(to: context.printer)
      return false
    }
    if retried.outcome.end == .done { context.hasChanged = true }
    if !retried.settled.isEmpty { context.note("Settled: \(Self.names(retried.settled)).") }
    if !retried.begun.isEmpty {
      context.note("Left as you have begun with it: \(Self.names(retried.begun)).")
    }
    return !retried.settled.isEmpty
  }

  private static func names(_ paths: [NotePath]) -> String {
    paths.prefix(5).map { ShownName.path($0.text) }.joined(separator: ", ")
      + (paths.count > 5 ? " and \(paths.count - 5) more" : "")
  }
}
