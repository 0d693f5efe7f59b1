import VaultCore
import VaultInterface
import VaultStore

/// A task with its fields, each of which can be changed.
enum TaskPage {
  static func page(_ context: PageContext, _ handle: String) throws -> Page {
    let view = try context.reader.task(handle)
    let task = view.task
    var note = VaultURL(.note(task.path))
    note.line = task.line
    let main: HTML = """
      <header>\(NotePage.crumbs(task.path))<h1>\(HTML(line: task.description))</h1>
      <p class="about"><span>\(TaskState(view).words)</span><span><a href="\(note.path)">\(task.path.stem), line \(task.line)</a></span></p>
      </header>
      \(context.isReadOnly ? HTML() : form(view, context))
      <pre class="settled">\(task.raw)</pre>
      """
    return Page(task.description, in: .tasks, main: main)
  }

  private static func form(_ view: TaskView, _ context: PageContext) -> HTML {
    let task = view.task
    let priorities = TaskPriority.allCases.reversed().map { priority -> HTML in
      "<option value=\"\(priority.rawValue)\"\(priority == task.priority ? " selected" : HTML())>\(priority.rawValue)</option>"
    }
    let isOpen = task.status.type.isOpen
    return """
      <form class="stack" method="post" action="\(context.url.path)">
      <label for="text">Text</label><input id="text" name="text" value="\(task.description)" required autocomplete="off">
      <label for="due">Due</label><input id="due" name="due" type="date" value="\(task.due?.date?.description ?? "")">
      <label for="priority">Priority</label><select id="priority" name="priority">\(priorities.joined())</select>
      <label for="category">Category</label><input id="category" name="category" autocomplete="off" \
      value="\(task.category.caseInsensitiveEquals(TaskItem.defaultCategory) ? "" : task.category)" placeholder="\(TaskItem.defaultCategory)">
      <div class="tools"><button class="strong" name="save" value="1">Save</button>
      <button name="toggle" value="\(task.handle)">\(isOpen ? "Done" : "Open again")</button>
      <button class="danger" name="delete" value="1">Delete</button></div>
      </form>
      """
  }
}
