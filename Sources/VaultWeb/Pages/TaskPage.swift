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
    let isOpen = task.status.type.isOpen
    let (due, category) = (task.due?.date?.description ?? "", task.values.category ?? "")
    return """
      <form class="stack" method="post" action="\(context.url.path)">
      \(shown("text", task.description))\(shown("due", due))\(shown("priority", task.priority.rawValue))\
      \(shown("category", category))
      \(TaskFields.editing(task, context))
      <div class="tools"><button class="strong" name="save" value="1">Save</button>
      <button name="toggle" value="\(task.handle)">\(isOpen ? "Done" : "Open again")</button>
      <button class="danger" name="delete" value="1">Delete</button></div>
      </form>
      """
  }

  /// What a field holds as it is shown, so that only what a person changed of it is changed of the task: a category may be the
  /// note's, and a date one that no calendar has.
  private static func shown(_ field: String, _ value: String) -> HTML {
    "<input type=\"hidden\" name=\"shown-\(field)\" value=\"\(HTML(exact: value))\">"
  }
}
