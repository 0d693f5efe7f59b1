import ArgumentParser
import VaultCore
import VaultInterface
import VaultStore
import VaultTerminal

/// The options that say whether a note that is made or found is opened.
struct OpeningArguments: ParsableArguments {
  private struct Result {
    var state: String
    var path: NotePath
  }

  private static let fields = RecordFields<Result>([
    .init("state") { .text($0.state) },
    .init("path") { .text($0.path.text) },
    .init("from") { _ in .null },
  ])

  @Flag(name: .customLong("print"), help: "Print its path, and do not open it.")
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
    let (path, outcome) = try context.editor().dailyNote(day, ChangeOptions(dryRun: dryRun))
    if outcome.end == .done { context.hasChanged = true }
    if json {
      let list = try ListOutput(.json, fields: Self.fields) { $0.path }
      let isThere = outcome.planned.records.isEmpty
      try list.write([Result(state: isThere ? "found" : "created", path: path)], to: context.printer) {}
      return .success
    }
    if dryRun {
      if outcome.planned.records.isEmpty { context.note("\(path) is there already.") }
      try ChangeDiff.print(outcome.planned, to: context.printer)
      return .success
    }
    guard open || !printsPath && context.terminal.outputIsTerminal && Confirmation.isPossible else {
      if !context.options.quiet { try context.printer.line(context.printer.path(path)) }
      return .success
    }
    if outcome.end == .done { context.note("Created \(path).") }
    return try EditSession.run(path.text, context)
  }
}
