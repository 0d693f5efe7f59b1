import VaultCore
import VaultStore

extension VaultURL.TasksTab {
  /// What the tab asks for besides the words that were typed.
  package func restricted(_ query: Query, _ vault: Vault) throws -> Query {
    let words = words
    return words.isEmpty ? query : query.adding(try vault.query(words))
  }

  private var words: String {
    switch self {
    case .all: ""
    case .high: "priority:high OR priority:highest"
    case .medium: "priority:medium"
    case .low: "priority:low OR priority:lowest"
    case .today: "due:today"
    case .overdue: "is:overdue"
    }
  }

  /// True for an open task that the tab shows.
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
