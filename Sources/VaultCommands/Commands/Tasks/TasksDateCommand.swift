import ArgumentParser
import VaultCore
import VaultStore

/// `vault tasks due`
struct TasksDueCommand: WordCommand, ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "due",
    abstract: "Set when tasks are due, or take the date away with none.",
    discussion: """
      A day is 2026-03-14, today, tomorrow, friday, 'next friday', +3d, 'in 2 weeks', 'end of month', '5 may'.

      Examples:
        vault tasks due friday a0r
        vault tasks due 'in 2 weeks' a0r 7yp
        vault tasks due none Areas/Household.md:12
        vault tasks --overdue --format '{handle}' | vault tasks due friday - --dry-run
      """)

  @Argument("The day in words, or none.")
  var day: String

  @OptionGroup var tasks: TaskArguments
  @OptionGroup(title: "Changing") var change: ChangeArguments
  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func run(in context: CommandContext) throws -> ExitStatus { try tasks.setDate(.due, day, change, context) }
}

/// `vault tasks schedule`
struct TasksScheduleCommand: WordCommand, ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "schedule",
    abstract: "Set the day on which tasks are to be worked on, or take it away with none.",
    discussion: """
      The day is written as for `vault tasks due`.

      Examples:
        vault tasks schedule monday a0r
        vault tasks schedule none Areas/Household.md:22
      """)

  @Argument("The day in words, or none.")
  var day: String

  @OptionGroup var tasks: TaskArguments
  @OptionGroup(title: "Changing") var change: ChangeArguments
  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func run(in context: CommandContext) throws -> ExitStatus { try tasks.setDate(.scheduled, day, change, context) }
}

extension TaskArguments {
  /// Sets a date in words.
  fileprivate func setDate(
    _ kind: TaskFieldKind, _ text: String, _ change: ChangeArguments, _ context: CommandContext
  ) throws -> ExitStatus {
    let (day, names) = try names(after: text) { try DayText.day($0, "the day", context) }
    var fields = TaskFieldChange()
    fields.set(kind, day)
    let verb = kind == .due ? "due" : "schedule"
    let outcome = try context.editor().editTasks(names, fields, title: "tasks \(verb)", change.options)
    return try TaskChangeReport.print(outcome, change, context)
  }
}
