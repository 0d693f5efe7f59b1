import VaultCore
import VaultInterface
import VaultStore

extension MCPTool {
  private static let statuses = ["todo", "done", "in-progress", "cancelled"]
  private static let days: [TaskFieldKind] = [.due, .scheduled, .start]
  /// What takes a field away.
  private static let none = "none"

  static let changeTask = MCPTool(
    "change_task", "Change a task", "Completing a recurring task leaves its next occurrence.",
    [
      ToolParameter("task", required: true, "Handle from list_tasks"),
      ToolParameter("status", .choice(statuses, usual: nil)), ToolParameter("due", "Date, or \"none\""),
      ToolParameter("scheduled"), ToolParameter("start"),
      ToolParameter("priority", .choice(["highest", "high", "medium", "none", "low", "lowest"], usual: nil)),
      ToolParameter("text", "New description"), .dryRun, ToolParameter("category", "A word, or none"),
    ], .changes(isIdempotent: true)
  ) { arguments, editor in
    let change = try fieldChange(arguments, editor.vault)
    let status = arguments.text("status").flatMap(StatusType.init)
    guard !change.isEmpty || status != nil else {
      throw ToolFailure(
        .badArgument, "nothing is to be changed; give a status, a date, a priority, a category or a text")
    }
    let name = arguments.neededText("task")
    var tasks: [ChangedTask] = []
    return try editor.answer(arguments, about: editor.note(ofTask: name), more: { editor.tasks(tasks) }) {
      tasks = []
      if !change.isEmpty { tasks = try $0.editTasks([name], change).tasks }
      guard let status else { return }
      let marked = try status == .done ? $0.completeTasks([name]) : $0.setTasks(status, [name], title: "tasks status")
      if !marked.tasks.isEmpty { tasks = marked.tasks }
    }
  }

  private static func fieldChange(_ arguments: ToolArguments, _ vault: Vault) throws -> TaskFieldChange {
    var change = TaskFieldChange()
    let phrase = DayPhrase(today: vault.environment.today, firstWeekday: vault.environment.firstWeekday)
    for kind in days {
      guard let text = arguments.text(kind.rawValue) else { continue }
      do throws(QueryError) {
        change.set(kind, text == none ? nil : try phrase.day(of: text))
      } catch { throw QueryProblem(text: text, error: error, option: kind.rawValue) }
    }
    if let priority = arguments.text("priority") { change.set(TaskPriority(rawValue: priority) ?? .none) }
    if let category = arguments.text("category") {
      try change.set(.category, text: category == none ? nil : category)
    }
    if let text = arguments.text("text") {
      guard !text.trimmingWhitespace.isEmpty else { throw EmptyTextError() }
      change.description = text
    }
    return change
  }
}
