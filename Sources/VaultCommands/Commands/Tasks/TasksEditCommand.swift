import ArgumentParser
import VaultCore
import VaultStore

/// `vault tasks edit`
struct TasksEditCommand: WordCommand, ContextCommand {
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

  @Option("What is to be done, without fields.", value: "text")
  var description: String?

  @OptionGroup(title: "Fields") var fields: TaskFieldArguments

  @Option("A tag to take away.", value: "tag", completion: .tags)
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

  func run(in context: CommandContext) throws -> ExitStatus {
    if isForEditor {
      let place = try context.read { try $0.place(ofTask: tasks.tasks[0]) }
      return try EditSession.run(place.path.text, line: place.line, context)
    }
    var fields = try fields.change(context)
    fields.description = description
    fields.removedTags = try removeTag.map { try TaskFieldArguments.tag($0, isNew: false) }
    let outcome = try context.editor().editTasks(tasks.names(), fields, change.options)
    return try TaskChangeReport.print(outcome, change, context, telling: TaskConsequenceNotes.writeLost)
  }
}
