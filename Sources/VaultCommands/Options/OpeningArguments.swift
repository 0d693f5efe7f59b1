import ArgumentParser
import VaultCore
import VaultInterface
import VaultStore
import VaultTerminal

/// The options that say whether a note that is made or found is opened.
struct OpeningArguments: ParsableArguments {
  private static func fields(in vault: any RecordVault) -> RecordFields<(state: String, path: NotePath)> {
    RecordFields(
      [
        .init("state") { .text($0.state) }
      ] + RecordFields.path(in: vault) { $0.path } + [
        .init("from") { _ in .null }
      ])
  }

  @Flag(name: .customLong("print"), help: "Print its path, where it is or would be, and make and open nothing.")
  var printsPath = false

  @Flag(help: "Open it in the editor, also where nothing is a terminal.")
  var open = false

  @Flag(help: "Print what would be made, as a unified diff, and make nothing.")
  var dryRun = false

  func validate() throws {
    if printsPath, open { throw ValidationError("--print and --open exclude each other: give one of them") }
    if open, dryRun { throw ValidationError("--open and --dry-run exclude each other: give one of them") }
  }

  func open(_ day: CivilDate, json: Bool, _ context: CommandContext) throws -> ExitStatus {
    if printsPath, !dryRun {
      let (path, isThere) = try context.read { try $0.dailyNotePlace(day) }
      if json {
        try Self.fields(in: context.vault()).writeArray(
          [(isThere ? "found" : "planned", path)], to: context.printer.sink)
      } else if !context.options.quiet {
        try context.printer.line(context.printer.givenPath(path))
      }
      return .success
    }
    let (path, outcome) = try context.editor().dailyNote(day, ChangeOptions(dryRun: dryRun))
    if outcome.end == .done { context.hasChanged = true }
    if json {
      let state = outcome.planned.records.isEmpty ? "found" : "created"
      try Self.fields(in: context.vault()).writeArray([(state, path)], to: context.printer.sink)
      return .success
    }
    if dryRun {
      if outcome.planned.records.isEmpty { context.note("\(path) is there already.") }
      try ChangeDiff(outcome.planned).print(to: context.printer)
      return .success
    }
    guard open || context.terminal.outputIsTerminal && Confirmation.isPossible else {
      if !context.options.quiet { try context.printer.line(context.printer.givenPath(path)) }
      return .success
    }
    if outcome.end == .done { context.note("Created \(path).") }
    return try EditSession.run(path.text, context)
  }
}
