import VaultCore
import VaultInterface
import VaultStore

/// The fields of a task in a form: for a new one, and for one that is there.
enum TaskFields {
  /// The switch of the due date, which says yes or no.
  static let dated = "dated"

  /// Quick words, which may say everything; what the fields say besides counts.
  static func adding(_ context: PageContext) -> HTML {
    """
    <form class="add" method="post" action="\(context.url.path)">
    <input name="add" required placeholder="Add a task: call Mum due:tomorrow !high" aria-label="Add a task" autocomplete="off">
    <button class="strong">Add</button>
    <details><summary>Fields</summary><div class="fields">
    \(due(nil, context))
    <label>Priority <select name="priority">\(priorities(.none))</select></label>
    <label>Category \(category(""))</label>
    <label><input type="checkbox" name="force" value="1"> Even if the date has passed</label>
    </div></details></form>
    """
  }

  static func editing(_ task: TaskItem, _ context: PageContext) -> HTML {
    """
    <label for="text">Text</label><input id="text" name="text" value="\(HTML(exact: task.description))" required autocomplete="off">
    <div class="fields">\(due(task.due?.date, context))</div>
    <label for="priority">Priority</label><select id="priority" name="priority">\(priorities(task.priority))</select>
    <label for="category">Category</label>\(category(task.values.category ?? "", id: "category"))
    """
  }

  /// With the switch off, the day counts for nothing.
  private static func due(_ day: CivilDate?, _ context: PageContext) -> HTML {
    """
    <span class="due-field"><input type="hidden" name="\(dated)" value="no">\
    <label><input type="checkbox" role="switch" name="\(dated)" value="yes" data-today="\(context.environment.today.description)"\
    \(day == nil ? HTML() : " checked")> Due</label> \
    <input name="due" type="date" aria-label="Due date" value="\(day?.description ?? "")"></span>
    """
  }

  private static func priorities(_ current: TaskPriority) -> HTML {
    TaskPriority.allCases.reversed().map { priority -> HTML in
      "<option value=\"\(priority.rawValue)\"\(priority == current ? " selected" : HTML())>\(priority.rawValue)</option>"
    }.joined()
  }

  private static func category(_ value: String, id: String? = nil) -> HTML {
    """
    <input\(id.map { " id=\"\($0)\"" as HTML }) name="category" autocomplete="off" value="\(HTML(exact: value))" \
    placeholder="\(TaskItem.defaultCategory)">
    """
  }
}
