import ArgumentParser
import VaultStore

/// `vault tasks promote`
struct TasksPromoteCommand: WordCommand, ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "promote",
    abstract: "Make tasks of the action items in a note's front matter.",
    discussion: """
      Each of `action_items` becomes a task at the end of the note, or under a heading, and leaves the front matter; what \
      is a task of the note already is not made again.

      Examples:
        vault tasks promote 'Projects/The Salt Road'
        vault tasks promote 'The Salt Road' --under Next --create --keep
      """)

  @OptionGroup var heading: HeadingArguments

  @Flag(help: "Leave the front matter as it is.")
  var keep = false

  @Argument("The note.", completion: .notes)
  var note: String

  @OptionGroup(title: "Changing") var change: ChangeArguments
  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func run(in context: CommandContext) throws -> ExitStatus {
    let outcome = try context.editor().promoteActionItems(
      of: note, under: heading.section, keeping: keep, change.options)
    let isWithoutNew = outcome.tasks.isEmpty && [.done, .dryRun].contains(outcome.change.end)
    let unchanged =
      isWithoutNew
      ? "All of them are tasks of the note already; `action_items` leaves the front matter."
      : "The note has no action items to promote."
    if isWithoutNew, outcome.change.end == .done, !change.json { context.note(unchanged) }
    return try TaskChangeReport.print(outcome, change, context, unchanged: unchanged)
  }
}
