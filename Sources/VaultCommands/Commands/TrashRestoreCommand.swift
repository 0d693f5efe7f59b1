import ArgumentParser
import VaultStore

/// `vault trash restore`
struct TrashRestoreCommand: WordCommand, ContextCommand {
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

  @Argument("What to put back.", value: "name", completion: .trash)
  var names: [String]

  @OptionGroup(title: "Changing") var change: ChangeArguments
  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func run(in context: CommandContext) throws -> ExitStatus {
    let outcome = try context.editor().restore(NoteArguments.names(names), change.options)
    return try ChangeReport.print(outcome, change, context)
  }
}
