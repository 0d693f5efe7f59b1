import ArgumentParser
import VaultCore
import VaultInterface
import VaultStore
import VaultTerminal

/// `vault random`
struct RandomCommand: QueryCommand, ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "random",
    abstract: "A note at random, or with --limit several.",
    discussion: """
      A query says which notes it may be; `vault help query` lists the operators.

      Examples:
        vault random
        vault random tag:baking --limit 3
        vault random -0 | vault show -
      """)

  @OptionGroup var words: QueryWords
  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func run(in context: CommandContext) throws -> ExitStatus {
    try NoteList(words: words, output: output, options: options, usualLimit: 1)
      .write(context, nothing: "No note matches.") { try $0.randomNotes($1, count: $2 ?? .max) }
  }
}
