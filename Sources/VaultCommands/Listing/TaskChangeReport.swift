import VaultCore
import VaultInterface
import VaultStore
import VaultTerminal

/// Prints what became of tasks, or what would.
enum TaskChangeReport {
  /// The status is success also where there was nothing to do.
  static func print(
    _ outcome: TaskChangeOutcome, _ arguments: ChangeArguments, _ context: CommandContext, unchanged: String
  ) throws -> ExitStatus {
    let end = outcome.change.end
    if end == .done { context.hasChanged = true }
    if arguments.json {
      let list = try ListOutput(.json, fields: fields) { $0.view.task.path }
      try list.write(end == .declined ? [] : outcome.tasks, to: context.printer) {}
    }
    switch end {
    case .declined: context.note("Nothing was changed.")
    case .unchanged: context.note(unchanged)
    case .dryRun where arguments.json: break
    case .dryRun:
      if outcome.tasks.isEmpty { context.note(unchanged) }
      try ChangeDiff.print(outcome.change.planned, to: context.printer)
    case .done where arguments.json || context.options.quiet: break
    case .done: try write(outcome.tasks, context)
    }
    return .success
  }

  /// The tasks as lists show them; deleted ones with what they were.
  private static func write(_ tasks: [ChangedTask], _ context: CommandContext) throws {
    let shown = tasks.filter { $0.state != .deleted }
    let vault = ListedVault(try context.vault())
    var dates = TaskDateText(today: vault.environment.today, isRelative: context.terminal.outputIsTerminal)
    let rows = TaskRows(
      shown.map(\.view), indent: 0, printer: context.printer, vault: vault,
      dates: shown.map { dates.anyText(of: $0.view.task) })
    try rows.write(Array(shown.indices))
    for task in tasks.filter({ $0.state == .deleted }).map(\.view.task) {
      let printer = context.printer
      var line = StyledText("Deleted ", printer.theme[.warning])
      line.append("\"\(task.description)\"")
      line.append(" from ", printer.theme[.muted])
      line.append(printer.path(task.path))
      try printer.line(line)
    }
  }

  static let fields = RecordFields<ChangedTask>(
    [
      .init("state") { .text($0.state.rawValue) }, .init("from") { .text($0.from?.text) },
    ] + RecordFields<TaskView>.task.of { (task: ChangedTask) in task.view })
}
