import VaultCore
import VaultInterface
import VaultStore

extension MCPTool {
  static let listTasks = MCPTool(
    "list_tasks", "List tasks",
    "Open tasks by default, most urgent first. Query: due:this-week, is:overdue, is:done, priority:high, tag:x, path:x, words.",
    [
      ToolParameter("query"), ToolParameter("sort", "urgency, due, priority, path …"), .limit(1...100, 20), .cursor,
    ], output: ToolOutput.tasks
  ) { arguments, look in
    let question = arguments.question("query", "sort")
    let place = try arguments.place(in: question)
    let query = try look.vault.query(arguments.text("query") ?? "")
    var keys = try arguments.text("sort").map { try look.vault.sortKeys($0, option: "sort") } ?? query.sort
    if keys.isEmpty { keys = [Query.SortKey(.urgency)] }
    return try look.list("tasks", limit: arguments.number("limit"), question) { limit in
      let found = try look.reader.tasks(
        query, scope: query.taskScope, sort: keys, limit: limit, after: place)
      return ListPage(entries: found.tasks, total: found.total, next: found.next)
    } json: {
      look.task($0)
    }
  }
}
