import VaultCore
import VaultInterface
import VaultStore

extension Glyphs {
  /// The sign of a task's state, and its colour; nil for the terminal's own.
  package func sign(of view: TaskView) -> (text: String, role: Role?) {
    if view.isOverdue { return (overdue, .overdue) }
    return switch view.task.status.type {
    case .todo, .onHold: (open, nil)
    case .inProgress: (inProgress, .inProgress)
    case .done: (done, .done)
    case .cancelled: (cancelled, .done)
    case .nonTask: (bullet, .done)
    }
  }
}
