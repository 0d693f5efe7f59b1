import ArgumentParser
import VaultCore
import VaultStore

/// `vault tasks edit`
struct TasksEditCommand: WordCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit",
    abstract: "Change fields and words of tasks, or open one in the editor.",
    discussion: """
      A field that is there gets its new value where it stands; a new one is put where Obsidian Tasks would write it, in \
      the line's own format. none takes a field away. Without any option, the note is opened in the editor at the task.

      Examples:
        vault tasks edit a0r --due friday --priority high
        vault tasks edit a0r --repeat 'every month on the 1st' --start none
        vault tasks edit 7yp --description 'Replace both brake pads' --tag bike
        vault tasks edit a0r
      """)

  @Option(
    help: ArgumentHelp("What is to be done, without fields.", valueName: "text"),
    transform: CommandLineArguments.decoded)
  var description: String?

  @OptionGroup(title: "Fields") var fields: TaskFieldArguments

  @Option(
    help: ArgumentHelp("A tag to take away.", valueName: "tag"), completion: TagCommand.completion,
    transform: CommandLineArguments.decoded)
  var removeTag: [String] = []

  @OptionGroup var tasks: TaskArguments
  @OptionGroup(title: "Changing") var change: ChangeArguments
  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func validate() throws {
    if isForEditor, tasks.tasks.count != 1 || tasks.tasks == ["-"] {
      throw ValidationError("Say what to change; without that, one task is opened in the editor")
    }
    if isForEditor, change.dryRun || change.json {
      throw ValidationError("--dry-run and --json are for changes by options, not for the editor")
    }
  }

  private var isForEditor: Bool { description == nil && fields.isEmpty && removeTag.isEmpty }

  func run() throws {
    try CommandContext.run(options) { context in
      if isForEditor {
        let place = try context.read { try $0.place(ofTask: tasks.tasks[0]) }
        return try EditSession.run(place.path.text, line: place.line, context)
      }
      var fields = try fields.change(context)
      fields.description = description
      fields.removedTags = try removeTag.map(TaskFieldArguments.tag)
      let outcome = try context.editor().editTasks(tasks.names(), fields, change.options)
      let status = try TaskChangeReport.print(outcome, change, context, unchanged: "Nothing to change.")
      try TaskConsequenceNotes.writeLost(outcome, context)
      return status
    }
  }
}
