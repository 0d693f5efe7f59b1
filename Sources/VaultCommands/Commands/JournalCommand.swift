import ArgumentParser
import VaultCore
import VaultInterface
import VaultStore
import VaultTerminal

/// `vault journal`
struct JournalCommand: WordCommand, ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "journal",
    abstract: "The note of any day, or with --list those that there are.",
    discussion: """
      A day is 2026-03-12, today, yesterday, tomorrow, -3d, monday and the like.

      Examples:
        vault journal yesterday
        vault journal 2026-03-12 --print
        vault journal --list --limit 7
      """)

  @Argument("The day; today if left out.")
  var day: String?

  @Flag(help: "List the daily notes, the latest first.")
  var list = false

  @OptionGroup var opening: OpeningArguments
  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func validate() throws {
    if list, day != nil { throw ValidationError("--list takes no day") }
    if list, opening.open || opening.dryRun { throw ValidationError("--list opens and makes nothing") }
    if !list, try output.mode() != .text, !output.json { throw ValidationError("Only --list prints in that form") }
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    if list { return try writeList(context) }
    guard let day else { return try opening.open(context.environment.today, json: output.json, context) }
    let range = try context.understood(day, option: "the day") {
      try DateExpression.past($0).range(of: day)
    }
    guard let start = range.lower, range == DateRange(day: start) else {
      throw ValidationError("\"\(day)\" is no single day; write it like 2026-03-12, yesterday or -3d")
    }
    return try opening.open(start, json: output.json, context)
  }

  private func writeList(_ context: CommandContext) throws -> ExitStatus {
    let list = try ListOutput(output.mode(options), fields: Self.fields(in: context.vault())) { $0.path }
    let notes = try context.read { try $0.dailyNotes() }
    return try list.answer(notes, limit: output.limit, context, nothing: "There are no daily notes yet.") {
      try context.printer.table($0.map { [StyledText($0.day.description), context.printer.path($0.path)] })
    }
  }

  static func fields(in vault: any RecordVault) -> RecordFields<(day: CivilDate, path: NotePath)> {
    RecordFields(
      [
        .init("day") { .text($0.day.description) }
      ] + RecordFields.path(in: vault) { $0.path })
  }
}
