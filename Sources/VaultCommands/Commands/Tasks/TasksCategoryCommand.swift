import ArgumentParser
import VaultCore
import VaultStore

/// `vault tasks category`
struct TasksCategoryCommand: WordCommand, ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "category",
    abstract: "Set the category of tasks, or take it away with none.",
    discussion: """
      A task without a category of its own has its note's.

      Examples:
        vault tasks category home a0r
        vault tasks category none 'Projects/Glossa/Glossa.md:45'
      """)

  @Argument("The category, or none.", completion: .categories)
  var category: String

  @OptionGroup var tasks: TaskArguments
  @OptionGroup(title: "Changing") var change: ChangeArguments
  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func run(in context: CommandContext) throws -> ExitStatus {
    var fields = TaskFieldChange()
    try fields.set(.category, text: DayText.none.contains(category.lowercased()) ? nil : category)
    let outcome = try context.editor().editTasks(tasks.names(), fields, title: "tasks category", change.options)
    return try TaskChangeReport.print(outcome, change, context, unchanged: "Its category is that already.")
  }
}
