import VaultCore
import VaultInterface
import VaultStore
import VaultTerminal

/// Prints what became of tasks, or what would.
enum TaskChangeReport {
  /// The status is success also where there was nothing to do. `telling`: what follows for other tasks.
  static func print(
    _ outcome: TaskChangeOutcome, _ arguments: ChangeArguments, _ context: CommandContext,
    unchanged: String = "Nothing to change.",
    telling consequences: (TaskChangeOutcome, CommandContext) throws -> Void = { _, _ in }
  ) throws -> ExitStatus {
    let status = try ChangeReport.print(
      outcome.change, outcome.tasks, fields, arguments, context, unchanged: unchanged
    ) { try write(outcome.tasks, context) }
    try consequences(outcome, context)
    return status
  }

  /// The tasks as lists show them; deleted ones with what they were.
  private static func write(_ tasks: [ChangedTask], _ context: CommandContext) throws {
    let shown = tasks.filter { $0.state != .deleted }
    let vault = ListedVault(try context.vault())
    var dates = TaskDateText(today: vault.environment.today, isRelative: context.terminal.outputIsTerminal)
    let rows = TaskRows(
      shown.map(\.view), indent: 0, printer: context.printer, vault: vault,
      dates: shown.map { dates.anyText(of: $0.view.task) })
    try rows.write(Array(shown.indices), to: context.printer.sink)
    for task in tasks.filter({ $0.state == .deleted }).map(\.view.task) {
      let printer = context.printer
      let from = StyledText(" from ", printer.theme[.muted]) + printer.path(task.path)
      try printer.line(StyledText("Deleted ", printer.theme[.warning]) + StyledText("\"\(task.description)\"") + from)
    }
  }

  static let fields = RecordFields<ChangedTask>(
    [
      .init("state") { .text($0.state.rawValue) }, .init("from") { .text($0.from?.text) },
    ] + RecordFields<TaskView>.task.of { (task: ChangedTask) in task.view })
}
