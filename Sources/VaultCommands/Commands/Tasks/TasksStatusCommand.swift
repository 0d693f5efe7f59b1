import ArgumentParser
import VaultCore
import VaultStore

/// `vault tasks start`
struct TasksStartCommand: ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "start",
    abstract: "Mark tasks as being worked on.",
    discussion: """
      Examples:
        vault tasks start a0r
        vault tasks start 'Projects/The Salt Road.md:32' --dry-run
      """)

  @OptionGroup var tasks: TaskArguments
  @OptionGroup(title: "Changing") var change: ChangeArguments
  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func run(in context: CommandContext) throws -> ExitStatus {
    let outcome = try context.editor().setTasks(.inProgress, tasks.names(), title: "tasks start", change.options)
    return try TaskChangeReport.print(outcome, change, context, unchanged: "In progress already.")
  }
}

/// `vault tasks cancel`
struct TasksCancelCommand: ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "cancel",
    abstract: "Mark tasks cancelled, with the day. They do not recur.",
    discussion: """
      Examples:
        vault tasks cancel a0r
        vault tasks --overdue path:Areas --format '{handle}' | vault tasks cancel -
      """)

  @OptionGroup var tasks: TaskArguments
  @OptionGroup(title: "Changing") var change: ChangeArguments
  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func run(in context: CommandContext) throws -> ExitStatus {
    let outcome = try context.editor().setTasks(.cancelled, tasks.names(), title: "tasks cancel", change.options)
    return try TaskChangeReport.print(
      outcome, change, context, unchanged: "Cancelled already.", telling: TaskConsequenceNotes.write)
  }
}

/// `vault tasks status`
struct TasksStatusCommand: WordCommand, ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Write a symbol into the boxes of tasks, with all that follows from it.",
    discussion: """
      A status is given by its symbol, its name or its type, like in-progress. What a symbol means is in `tasks.statuses` \
      of the configuration; one that has no meaning is a todo. Dates come and go as with `done`, `cancel` and `undo`.

      Examples:
        vault tasks status / a0r
        vault tasks status '>' 'Projects/The Salt Road.md:32'
        vault tasks status in-progress a0r
      """)

  @Flag(help: "Put in no next occurrence of recurring tasks.")
  var noRepeat = false

  @Argument("The one character between the brackets, or a status' name.")
  var symbol: String

  @OptionGroup var tasks: TaskArguments
  @OptionGroup(title: "Changing") var change: ChangeArguments
  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func run(in context: CommandContext) throws -> ExitStatus {
    let editor = try context.editor()
    guard let meant = editor.statusSymbol(called: symbol) else {
      let command = Suggestion.meant(by: symbol, among: ["done", "start", "cancel", "undo"], limit: 1).first
      throw CommandFailure(
        kind: .badArgument,
        message:
          "\"\(ShownName.quoted(symbol))\" is no status; give the one character between the brackets, such as / or x, "
          + "or a name, such as in-progress\(command.map { ", or use `vault tasks \($0)`" } ?? "")")
    }
    let outcome = try editor.setTasks(symbol: meant, tasks.names(), repeats: !noRepeat, change.options)
    return try TaskChangeReport.print(
      outcome, change, context, unchanged: "It has that status already.", telling: TaskConsequenceNotes.write)
  }
}
