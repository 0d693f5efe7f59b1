import ArgumentParser
import VaultCore
import VaultInterface
import VaultStore
import VaultTerminal

/// `vault related`
struct RelatedCommand: WordCommand, ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "related",
    abstract: "Notes that share links and tags with a note, the closest first.",
    discussion: """
      Two notes are close when one links to the other, when both link to the same notes or are linked from the same \
      ones, and when they have the same tags. What few notes share counts more. On a terminal the first \
      \(defaultLimit) are shown, in a pipe all of them.

      Examples:
        vault related 'Rye sourdough'
        vault related Bike --limit 5 --format '{score} {path} {shared.tags}'
        vault related 'Projects/The Salt Road.md' --json
      """)

  static let defaultLimit = 20

  @Argument(
    "A note's path, with or without extension, file name, title, alias or id.", value: "note", completion: .notes)
  var note: String

  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func run(in context: CommandContext) throws -> ExitStatus {
    let vault = try context.vault()
    let mode = try output.mode(options)
    let list = try ListOutput(mode, fields: .related(in: vault)) { $0.record.path }
    let isScreen = mode == .text && context.terminal.outputIsTerminal
    let limit = output.limit ?? (isScreen ? Self.defaultLimit : nil)
    let found = try context.read { try $0.related(to: note, limit: mode.needsRecords ? limit : 0) }
    return try list.answer(
      found.notes, total: found.total, context, nothing: "No note shares a link or a tag with it."
    ) { try RelatedListing.write($0, total: found.total, to: context.printer) }
  }
}
