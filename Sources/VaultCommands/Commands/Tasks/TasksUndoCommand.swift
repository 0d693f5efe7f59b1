import ArgumentParser
import VaultStore

/// `vault tasks undo`
struct TasksUndoCommand: ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo",
    abstract: "Open tasks again that were done or cancelled.",
    discussion: """
      The mark and the day go, and with them the next occurrence that completing a recurring task put in, as long as it \
      stands there unchanged. What vault has done comes back byte for byte; a task that was completed elsewhere gets the \
      status that follows its own. (`vault undo` takes back the last change, whatever it was.)

      Examples:
        vault tasks undo 3v0
        vault tasks 'done:2026-03-01..' --format '{handle}' | vault tasks undo -
      """)

  @OptionGroup var tasks: TaskArguments
  @OptionGroup(title: "Changing") var change: ChangeArguments
  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func run(in context: CommandContext) throws -> ExitStatus {
    let outcome = try context.editor().reopenTasks(tasks.names(), change.options)
    return try TaskChangeReport.print(outcome, change, context, unchanged: "Open already.")
  }
}
