import VaultCore

/// How many open tasks there are, and how many of them are for when.
package struct TaskCounts: Sendable, Hashable {
  package var open = 0
  package var inProgress = 0
  /// Due before today.
  package var overdue = 0
  package var dueToday = 0
  /// Due in the week that today is in.
  package var dueWeek = 0

  package init(_ reader: VaultReader) throws {
    let today = reader.environment.today
    let first = today.adding(days: -((today.isoWeekday - reader.environment.firstWeekday + 7) % 7))
    let week = DateRange(lower: first, upper: first.adding(days: 7))
    self = try reader.reduceTasks(Query(), scope: .open, into: Self()) { counts, task in
      counts.open += 1
      if task.status.type == .inProgress { counts.inProgress += 1 }
      guard let due = task.due?.date else { return }
      if due < today { counts.overdue += 1 }
      if due == today { counts.dueToday += 1 }
      if week.contains(due) { counts.dueWeek += 1 }
    }
  }

  private init() {}
}
