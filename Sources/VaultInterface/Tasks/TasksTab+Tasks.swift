import VaultCore

extension VaultURL.TasksTab {
  /// True for a task that the tab shows.
  package func holds(_ task: TaskItem, today: CivilDate) -> Bool {
    switch self {
    case .all: true
    case .high: task.priority >= .high
    case .medium: task.priority == .medium
    case .low: task.priority <= .low
    case .today: task.due?.date == today
    case .overdue: task.isOverdue(on: today)
    }
  }

  package var title: String { rawValue.capitalizedFirst }
}
