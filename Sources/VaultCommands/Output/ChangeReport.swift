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
    let records = outcome.planned.records
    return try print(outcome, records, .change(in: context.vault()), arguments, context, unchanged: unchanged) {
      try write(records, context)
    }
  }

  /// What was done, for people; in a pipe the paths, for programs.
  static func write(_ records: [ChangeRecord], _ context: CommandContext) throws {
    let isTerminal = context.terminal.outputIsTerminal
    for record in records {
      try context.printer.line(
        isTerminal ? line(record, context.printer) : context.printer.givenPath(record.path))
    }
  }

  /// `records`: what JSON says of the change; `done` says it to people.
  static func print<Record>(
    _ outcome: ChangeOutcome, _ records: [Record], _ fields: RecordFields<Record>, _ arguments: ChangeArguments,
    _ context: CommandContext, unchanged: String, done: () throws -> Void
  ) throws -> ExitStatus {
    if outcome.end == .done { context.hasChanged = true }
    let unchanged = outcome.planned.leftOut.isEmpty ? unchanged : "Nothing to change in the others."
    if arguments.json { try fields.writeArray(outcome.end == .declined ? [] : records, to: context.printer.sink) }
    switch outcome.end {
    case .declined: context.note("Nothing was changed.")
    case .unchanged: context.note(unchanged)
    case .dryRun where arguments.json: break
    case .dryRun:
      if records.isEmpty { context.note(unchanged) }
      try ChangeDiff(outcome.planned).print(to: context.printer)
    case .done where arguments.json || context.options.quiet: break
    case .done: try done()
    }
    return .success
  }

  /// Before it is done: `Update Notes/A.md`, `Move A.md to B.md`.
  static func intention(_ record: ChangeRecord) -> String {
    let verb = verb(record).before
    return record.from.map { "\(verb) \($0) to \(record.path)" } ?? "\(verb) \(record.path)"
  }

  private static func verb(_ record: ChangeRecord) -> (before: String, after: String) {
    switch record.state {
    case .created: ("Create", "Created")
    case .deleted: ("Delete", "Deleted")
    case .updated: record.from == nil ? ("Update", "Updated") : ("Move", "Moved")
    case .restored: record.from == nil ? ("Restore", "Restored") : ("Move back", "Moved back")
    }
  }

  private static func line(_ record: ChangeRecord, _ printer: Printer) -> StyledText {
    var line = StyledText(
      verb(record).after + " ", printer.theme[record.state == .deleted ? .warning : .success])
    if let from = record.from { line = line + printer.path(from) + StyledText(" to ", printer.theme[.muted]) }
    return line + printer.path(record.path)
  }
}
