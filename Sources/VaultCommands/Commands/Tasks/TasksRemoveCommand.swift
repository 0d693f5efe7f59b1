import ArgumentParser
import VaultStore

/// `vault tasks rm`
struct TasksRemoveCommand: ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "rm",
    abstract: "Take tasks out of their notes. `vault undo` brings them back.",
    discussion: """
      Examples:
        vault tasks rm a0r
        vault tasks rm 'Projects/Kitchen shelf.md:32' --dry-run
      """)

  @Flag(help: "With the lines that are nested below them.")
  var nested = false

  @OptionGroup var tasks: TaskArguments
  @OptionGroup(title: "Changing") var change: ChangeArguments
  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func run(in context: CommandContext) throws -> ExitStatus {
    let outcome = try context.editor().removeTasks(tasks.names(), nested: nested, change.options)
    return try TaskChangeReport.print(
      outcome, change, context, unchanged: "Nothing to take out.", telling: TaskConsequenceNotes.writeLost)
  }
}
