import VaultCore
import VaultInterface
import VaultStore

/// The sign of a task's state, and its colour.
struct TaskSymbolText {
  let text: String
  /// Nil for the terminal's own colour.
  let role: Role?

  init(_ view: TaskView, _ glyphs: Glyphs) {
    if view.isOverdue {
      (text, role) = (glyphs.overdue, .overdue)
      return
    }
    switch view.task.status.type {
    case .todo, .onHold: (text, role) = (glyphs.open, nil)
    case .inProgress: (text, role) = (glyphs.inProgress, .inProgress)
    case .done: (text, role) = (glyphs.done, .done)
    case .cancelled: (text, role) = (glyphs.cancelled, .done)
    case .nonTask: (text, role) = (glyphs.bullet, .done)
    }
  }
}
