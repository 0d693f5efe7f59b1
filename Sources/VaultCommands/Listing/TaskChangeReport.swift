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
      outcome.change, outcome.tasks, .changedTask(in: context.vault()), arguments, context, unchanged: unchanged
    ) { try write(outcome.tasks, context) }
    try consequences(outcome, context)
    return status
  }

  /// Changed tasks with what changed, others as lists show them; deleted ones with what they were.
  private static func write(_ tasks: [ChangedTask], _ context: CommandContext) throws {
    let vault = ListedVault(try context.vault())
    let others = tasks.filter { $0.state != .deleted && $0.before == nil }
    var dates = TaskDateText(today: vault.environment.today, isRelative: context.terminal.outputIsTerminal)
    let rows = TaskRows(
      others.map(\.view), indent: 0, printer: context.printer, vault: vault,
      dates: others.map { dates.anyText(of: $0.view.task) })
    var row = 0
    for task in tasks where task.state != .deleted {
      if let before = task.before {
        try ChangedTaskRow.write(task.view, from: before, marks: task.marks, to: context.printer, vault)
      } else {
        try rows.write([row], to: context.printer.sink)
        row += 1
      }
    }
    for task in tasks.filter({ $0.state == .deleted }).map(\.view.task) {
      let printer = context.printer
      let from = StyledText(" from ", printer.theme[.muted]) + printer.path(task.path)
      try printer.line(StyledText("Deleted ", printer.theme[.warning]) + StyledText("\"\(task.description)\"") + from)
    }
  }
}

/// Tells on standard error what the end of tasks means for others: what a task that was done still waits for and, on a
/// terminal, which tasks wait no more.
enum TaskConsequenceNotes {
  private static let most = 3

  static func write(_ outcome: TaskChangeOutcome, _ context: CommandContext) throws {
    guard outcome.change.end == .done || outcome.change.end == .dryRun, !context.options.quiet else { return }
    let ended = outcome.tasks.filter {
      $0.state == .deleted || $0.state == .updated && !$0.view.task.status.type.isOpen
    }
    let consequences = try context.read { try $0.consequences(ofEnding: ended.map(\.view.task)) }
    for hasty in consequences.hasty {
      let verb = hasty.blockers.count > 1 ? "which are still open" : "which is still open"
      context.note("\"\(TaskNameError.cut(hasty.task.description))\" waits for \(list(hasty.blockers)), \(verb).")
    }
    if outcome.change.end == .done, context.terminal.outputIsTerminal, !consequences.freed.isEmpty {
      context.note("Free now: \(list(consequences.freed)).")
    }
  }

  /// Tells which tasks wait for an id that no task has any more: nothing holds them up now.
  static func writeLost(_ outcome: TaskChangeOutcome, _ context: CommandContext) throws {
    guard outcome.change.end == .done || outcome.change.end == .dryRun, !context.options.quiet else { return }
    let waiting = try context.read { try $0.tasksWaiting(forLost: outcome) }
    for (id, tasks) in Dictionary(grouping: waiting, by: \.id).sorted(by: { $0.key < $1.key }) {
      let verb = tasks.count > 1 ? "depend" : "depends"
      context.note("\(list(tasks.map(\.task))) \(verb) on \"\(id)\", which no task has now.")
    }
  }

  private static func list(_ tasks: [TaskItem]) -> String {
    let named = tasks.prefix(most).map {
      "\"\(TaskNameError.cut($0.description))\" (\(ShownName.path($0.path.text)):\($0.line))"
    }
    let more = tasks.count > most ? ["\(tasks.count - most) more"] : []
    let all = named + more
    return all.count > 1 ? all.dropLast().joined(separator: ", ") + " and " + all[all.count - 1] : all.joined()
  }
}
