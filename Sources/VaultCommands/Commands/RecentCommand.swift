import ArgumentParser
import VaultCore
import VaultInterface
import VaultStore
import VaultTerminal

/// `vault recent`
struct RecentCommand: QueryCommand, ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "recent",
    abstract: "The notes that were changed last, the latest first.",
    discussion: """
      The same as `vault list --sort -updated`, on a terminal the first \(defaultLimit). What was merely opened is not \
      known.

      Examples:
        vault recent
        vault recent --limit 5 --format '{updated} {path}'
        vault recent tag:work
      """)

  static let defaultLimit = 20

  @OptionGroup var words: QueryWords
  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func run(in context: CommandContext) throws -> ExitStatus {
    let limit = context.terminal.outputIsTerminal ? Self.defaultLimit : nil
    return try NoteList(words: words, output: output, options: options, usualLimit: limit)
      .write(context, nothing: "No note matches.", sortedBy: [Query.SortKey(.updated, isReversed: true)]) {
        try $0.list($1, sort: [Query.SortKey(.updated, isReversed: true)], limit: $2)
      }
  }
}
