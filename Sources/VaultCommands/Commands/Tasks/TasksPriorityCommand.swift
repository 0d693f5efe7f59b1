import ArgumentParser
import VaultCore
import VaultStore

/// `vault tasks priority`
struct TasksPriorityCommand: WordCommand, ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "priority",
    abstract: "Set the priority of tasks.",
    discussion: """
      Examples:
        vault tasks priority high a0r
        vault tasks priority none a0r 7yp
      """)

  @Argument("highest, high, medium, none, low or lowest.", completion: .priorities)
  var priority: String

  @OptionGroup var tasks: TaskArguments
  @OptionGroup(title: "Changing") var change: ChangeArguments
  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func run(in context: CommandContext) throws -> ExitStatus {
    let (priority, names) = try tasks.names(after: priority, TaskValues.priority)
    var fields = TaskFieldChange()
    fields.set(priority)
    let outcome = try context.editor().editTasks(names, fields, title: "tasks priority", change.options)
    return try TaskChangeReport.print(outcome, change, context, unchanged: "It has that priority already.")
  }
}

/// `vault tasks repeat`
struct TasksRepeatCommand: WordCommand, ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "repeat",
    abstract: "Set how tasks recur, or take the rule away with none.",
    discussion: """
      A rule is what Obsidian Tasks understands: 'every day', 'every 2 weeks on Monday', 'every month on the last \
      Friday', 'every January on the 15th', each with 'when done' where it counts from the day of completion.

      Examples:
        vault tasks repeat 'every week on Friday' a0r
        vault tasks repeat 'every 10 days when done' Areas/Household.md:12
        vault tasks repeat none 56c
      """)

  @Argument("The rule, or none.")
  var rule: String

  @OptionGroup var tasks: TaskArguments
  @OptionGroup(title: "Changing") var change: ChangeArguments
  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func run(in context: CommandContext) throws -> ExitStatus {
    let (fields, names) = try tasks.names(after: rule) { text in
      var fields = TaskFieldChange()
      try fields.set(.recurrence, text: DayText.none.contains(text.lowercased()) ? nil : text)
      return fields
    }
    let outcome = try context.editor().editTasks(names, fields, title: "tasks repeat", change.options)
    return try TaskChangeReport.print(outcome, change, context, unchanged: "Its rule is that already.")
  }
}
