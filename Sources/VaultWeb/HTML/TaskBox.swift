import VaultCore
import VaultInterface
import VaultStore

/// The box of a task: a button of a form that the page has, so that it works without scripts.
enum TaskBox {
  static let form = "Toggle"

  static func box(_ view: TaskView, _ context: PageContext) -> HTML {
    let state = TaskState(view)
    guard !context.isReadOnly else {
      return "<span class=\"box \(state.name)\" role=\"img\" aria-label=\"\(state.words)\">\(state.sign)</span> "
    }
    return """
      <button class="box \(state.name)" form="\(form)" name="toggle" value="\(view.task.handle)" role="checkbox" \
      aria-checked="\(state.checked)" aria-label="\(state.words): \(view.task.description)">\(state.sign)</button> 
      """
  }
}

/// How far a task is, as people see it.
struct TaskState {
  /// A word for the style sheet.
  let name: String
  let sign: String
  let words: String
  let checked: String

  init(_ view: TaskView) {
    switch view.task.status.type {
    case .done: (name, sign, words, checked) = ("done", "✓", "Done", "true")
    case .cancelled: (name, sign, words, checked) = ("cancelled", "–", "Cancelled", "true")
    case _ where view.isOverdue: (name, sign, words, checked) = ("overdue", "!", "Overdue", "false")
    case .inProgress: (name, sign, words, checked) = ("in-progress", "▶", "In progress", "mixed")
    default: (name, sign, words, checked) = ("open", "", "Open", "false")
    }
  }
}
