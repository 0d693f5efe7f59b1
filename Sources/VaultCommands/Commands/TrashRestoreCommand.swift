import ArgumentParser
import VaultStore

/// `vault trash restore`
struct TrashRestoreCommand: WordCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore", abstract: "Put what was deleted back where it was.",
    discussion: """
      A name is a path, the folder of several, a file's name, or an id that `vault trash list` shows; - reads paths from standard input. Of several versions \
      of one path the latest comes back.

      Examples:
        vault trash restore 'Rye sourdough'
        vault trash restore Recipes/
        vault trash list -0 | vault trash restore -
      """)

  @Argument(
    help: ArgumentHelp("What to put back.", valueName: "name"),
    completion: .custom { words, _, prefix in VaultCompletion.trash(words: words, prefix: prefix) },
    transform: CommandLineArguments.decoded)
  var names: [String]

  @OptionGroup(title: "Changing") var change: ChangeArguments
  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func run() throws {
    try CommandContext.run(options) { context in
      let outcome = try context.editor().restore(NoteArguments.names(names), change.options)
      return try ChangeReport.print(outcome, change, context)
    }
  }
}
