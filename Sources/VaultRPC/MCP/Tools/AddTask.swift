import VaultCore
import VaultStore

extension MCPTool {
  static let addTask = MCPTool(
    "add_task", "Add a task", "Quick words are understood: !high due:friday every week @work.",
    [
      ToolParameter("text", required: true), ToolParameter("note", "Default: the inbox"), ToolParameter("section"),
      .dryRun,
    ], .adds
  ) { arguments, editor in
    let note = try arguments.text("note").map { try editor.note($0) }
    var tasks: [ChangedTask] = []
    return try editor.answer(arguments, about: note?.path ?? editor.vault.inboxPath(), more: { editor.tasks(tasks) }) {
      tasks = try $0.addTask(
        inQuickWords: arguments.neededText("text"), to: note?.address, under: arguments.section(), mayBePast: true
      ).tasks
    }
  }
}

extension ToolEditor {
  /// The tasks that a change was about, by the handles that they have now.
  func tasks(_ tasks: [ChangedTask]) -> [(String, JSONValue?)] {
    guard !tasks.isEmpty else { return [] }
    return [
      (
        "tasks",
        .list(
          tasks.prefix(10).map { task in
            .members(
              ("task", .text(task.view.task.handle)), ("state", .text(task.state.rawValue)),
              ("status", .text(task.view.task.status.type.rawValue)), ("line", .integer(task.view.task.line)),
              ("due", task.view.task.due?.date.map { .text($0.description) }))
          })
      )
    ]
  }
}
