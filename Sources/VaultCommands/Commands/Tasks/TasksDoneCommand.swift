import ArgumentParser
import VaultStore

/// `vault tasks done`
struct TasksDoneCommand: ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "done",
    abstract: "Mark tasks done, with the day, and put in the next occurrence of recurring ones.",
    discussion: """
      The line gets its mark and ✅ with the day, and nothing else of it changes. The next occurrence of a recurring task \
      stands above it (`tasks.next_occurrence` in the configuration); a task with 🏁 delete is taken out. A task that has \
      been moved to other lines since it was listed is followed; one that was changed or taken away is refused with \
      status 3. One that waits for others (⛔) is completed as well, and it is said for which.

      Examples:
        vault tasks done 56c
        vault tasks done Areas/Household.md:18 --dry-run
        vault tasks --overdue --format '{handle}' | vault tasks done -
      """
  ).withoutScripts

  @Flag(help: "Put in no next occurrence of recurring tasks.")
  var noRepeat = false

  @OptionGroup var tasks: TaskArguments
  @OptionGroup(title: "Changing") var change: ChangeArguments
  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func run(in context: CommandContext) throws -> ExitStatus {
    let outcome = try context.editor().completeTasks(tasks.names(), repeats: !noRepeat, change.options)
    return try TaskChangeReport.print(
      outcome, change, context, unchanged: "Done already.", telling: TaskConsequenceNotes.write)
  }
}
