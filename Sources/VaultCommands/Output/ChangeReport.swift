import VaultCore
import VaultInterface
import VaultStore
import VaultTerminal

/// Prints what a command changed, or would change.
enum ChangeReport {
  /// The status is success also where there was nothing to do.
  static func print(
    _ outcome: ChangeOutcome, _ arguments: ChangeArguments, _ context: CommandContext,
    unchanged: String = "Nothing to change."
  ) throws -> ExitStatus {
    if outcome.end == .done { context.hasChanged = true }
    if arguments.json {
      let list = try ListOutput(.json, fields: RecordFields<ChangeRecord>.change) { $0.path }
      try list.write(outcome.end == .declined ? [] : outcome.planned.records, to: context.printer) {}
    }
    switch outcome.end {
    case .declined: context.note("Nothing was changed.")
    case .unchanged: context.note(unchanged)
    case .dryRun where arguments.json: break
    case .dryRun:
      if outcome.planned.records.isEmpty { context.note(unchanged) }
      try ChangeDiff.print(outcome.planned, to: context.printer)
    case .done where arguments.json || context.options.quiet: break
    case .done:
      let isTerminal = context.terminal.outputIsTerminal
      for record in outcome.planned.records {
        try context.printer.line(isTerminal ? line(record, context.printer) : context.printer.path(record.path))
      }
    }
    return .success
  }

  /// Before it is done: `Update Notes/A.md`, `Move A.md to B.md`.
  static func intention(_ record: ChangeRecord) -> String {
    let verb =
      switch record.state {
      case .created: "Create"
      case .deleted: "Delete"
      case .updated: record.from == nil ? "Update" : "Move"
      case .restored: record.from == nil ? "Restore" : "Move back"
      }
    return record.from.map { "\(verb) \($0) to \(record.path)" } ?? "\(verb) \(record.path)"
  }

  private static func line(_ record: ChangeRecord, _ printer: Printer) -> StyledText {
    let parts = parts(record)
    var line = StyledText(parts.verb + " ", printer.theme[record.state == .deleted ? .warning : .success])
    if let from = parts.from {
      line.append(printer.path(from))
      line.append(" to ", printer.theme[.muted])
    }
    line.append(printer.path(record.path))
    return line
  }

  private static func parts(_ record: ChangeRecord) -> (verb: String, from: NotePath?) {
    switch record.state {
    case .created: ("Created", nil)
    case .deleted: ("Deleted", nil)
    case .updated: record.from == nil ? ("Updated", nil) : ("Moved", record.from)
    case .restored: record.from == nil ? ("Restored", nil) : ("Moved back", record.from)
    }
  }
}
