import ArgumentParser
import VaultCore
import VaultInterface
import VaultStore
import VaultTerminal

/// `vault deadends`
struct DeadEndsCommand: QueryCommand, ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "deadends",
    abstract: "Notes that link to nothing in the vault.",
    discussion: """
      A query narrows it down. Links and embeds of any kind count, also those that lead nowhere; addresses outside of the \
      vault, and headings of the note itself, do not.

      Examples:
        vault deadends
        vault deadends path:Areas
        vault deadends --format '{path}\\t{title}'
      """)

  @OptionGroup var words: QueryWords
  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func run(in context: CommandContext) throws -> ExitStatus {
    try NoteList(words: words, output: output, options: options)
      .write(context, nothing: "Every such note has a link.") { try $0.deadEnds($1, limit: $2) }
  }
}
