import VaultCore
import VaultInterface
import VaultStore

/// A task in a list.
enum TaskRow {
  static func row(_ view: TaskView, _ context: PageContext, in element: HTML = "li") -> HTML {
    let task = view.task
    let state = TaskState(view)
    var url = VaultURL(file: task.path)
    url?.line = task.line
    let source: HTML =
      "<a class=\"where\" href=\"\(url?.path ?? "/")\">\(task.path.isNote ? task.path.stem : task.path.name)</a>"
    let category: HTML? =
      task.category.caseInsensitiveEquals(TaskItem.defaultCategory)
      ? nil : "<span class=\"category \(task.category.lowercased())\">\(task.category)</span>"
    let priority: HTML? =
      task.priority == .none
      ? nil : "<span class=\"priority \(task.priority.rawValue)\">\(task.priority.rawValue)</span>"
    let blocked: HTML? = view.isBlocked ? "<span class=\"blocked\">waits for another</span>" : nil
    let recurrence: HTML? = task.recurrence.map { "<span class=\"recurrence\">↻ \($0)</span>" }
    return """
      <\(element) class="task-row \(state.name)" data-handle="\(task.handle)">
      \(TaskBox.box(view, context))<div class="what"><a class="title" href="\(VaultURL(.task(handle: task.handle)).path)">\(HTML(line: task.description))</a>
      <p class="about">\(date(task, context))\(priority)\(category)\(recurrence)\(blocked)\(source)\(context.tags(task.tags))</p></div>
      </\(element)>

      """
  }

  private static func date(_ task: TaskItem, _ context: PageContext) -> HTML {
    var texts = TaskDateText(today: context.environment.today, isRelative: true)
    let text = texts.anyText(of: task).text
    guard !text.isEmpty else { return "<span class=\"due none\">No due date</span>" }
    return "<span class=\"due\">\(task.status.type.isOpen && task.due != nil ? "Due " : "")\(text)</span>"
  }

  /// The form that the boxes of a page belong to.
  static func form(_ context: PageContext) -> HTML {
    guard !context.isReadOnly else { return HTML() }
    return "<form id=\"\(TaskBox.form)\" method=\"post\" action=\"\(context.url.path)\" hidden></form>"
  }
}
