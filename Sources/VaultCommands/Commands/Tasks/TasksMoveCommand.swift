import ArgumentParser
import VaultStore

/// `vault tasks move`
struct TasksMoveCommand: WordCommand, ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "move",
    abstract: "Move tasks, with all below them, to another note or heading.",
    discussion: """
      They go to the end of the note, or of the section under the heading. A task's \
      handle changes with its place. Links to its block id, and links in it that lead elsewhere from the other note, stay \
      as they are and are told.

      Examples:
        vault tasks move a0r --note Inbox
        vault tasks move 'Projects/The Salt Road.md:32' --under Waiting --create
      """,
    aliases: ["mv"])

  @Option("The note to move to; else the one that the task is in.", value: "note", completion: .notes)
  var note: String?

  @OptionGroup var heading: HeadingArguments

  @OptionGroup var tasks: TaskArguments
  @OptionGroup(title: "Changing") var change: ChangeArguments
  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func validate() throws {
    if note == nil, heading.under == nil { throw ValidationError("Say where to: --note, --under, or both") }
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    let outcome = try context.editor().moveTasks(tasks.names(), to: note, under: heading.section, change.options)
    return try TaskChangeReport.print(outcome, change, context, unchanged: "It stands there already.")
  }
}
