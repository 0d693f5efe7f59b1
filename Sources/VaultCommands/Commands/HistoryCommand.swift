import ArgumentParser
import Foundation
import VaultCore
import VaultInterface
import VaultStore
import VaultTerminal

/// `vault history`
struct HistoryCommand: ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "history",
    abstract: "The changes that were made with vault, the latest first.",
    discussion: """
      The last 1,000 are kept, or 256 MiB of them. Changes by editors are not in it. What was deleted, and then emptied \
      or restored from the trash, cannot be undone, and is passed over. A change that was made elsewhere, and came with the \
      folder, is marked as foreign.

      Examples:
        vault history --limit 10
        vault history --json
      """)

  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func run(in context: CommandContext) throws -> ExitStatus {
    let vault = try context.vault()
    let fields = Self.fields(in: vault.environment)
    let list = try ListOutput(output.mode(options), fields: fields) { $0.paths.first }
    let entries = try context.read { try $0.history() }
    return try list.answer(entries, limit: output.limit, context, nothing: "Nothing was changed yet.") {
      try context.printer.table(
        $0.map { entry in
          let files = entry.paths.count == 1 ? "1 file" : "\(entry.paths.count) files"
          return [
            StyledText(String(entry.sequence), context.theme[.muted]),
            StyledText(context.time(entry.time, in: vault), context.theme[.muted]),
            StyledText(
              entry.isUndone ? "undone" : entry.loss?.rawValue ?? (entry.isForeign ? "foreign" : files),
              context.theme[.muted]),
            StyledText(entry.title, entry.isUndone ? context.theme[.muted] : .plain),
          ]
        })
    }
  }

  static func fields(in environment: VaultEnvironment) -> RecordFields<HistoryEntry> {
    RecordFields([
      .init("sequence") { .integer($0.sequence) },
      .init("time") { .text(NoteDate($0.time).iso8601(in: environment.offset)) },
      .init("title") { .text($0.title) },
      .init("paths") { .texts($0.paths.map(\.text)) },
      .init("undone") { .bool($0.isUndone) },
      .init("undoes") { .integer($0.undoes) },
      .init("foreign") { .bool($0.isForeign) },
    ])
  }
}
