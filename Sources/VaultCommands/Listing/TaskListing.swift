import VaultCore
import VaultStore

/// Tasks for people: under the titles of their groups, and how many there are.
struct TaskListing {
  private let result: TaskResult
  private let grouping: TaskGrouping
  private let printer: Printer
  private let vault: ListedVault

  init(_ result: TaskResult, grouping: TaskGrouping, printer: Printer, vault: ListedVault) {
    self.result = result
    self.grouping = grouping
    self.printer = printer
    self.vault = vault
  }

  func write() throws {
    let calendar = TaskGrouping.Calendar(
      today: vault.environment.today, firstWeekday: vault.environment.firstWeekday)
    let rows = TaskRows(result.tasks, indent: grouping == .none ? 0 : 2, printer: printer, vault: vault)
    for group in grouping.groups(of: result.tasks, calendar) {
      if let title = group.title {
        let cut = printer.fitted(StyledText(title, printer.theme[group.isOverdue ? .overdue : .heading]))
        try printer.line(cut)
      }
      try rows.write(group.tasks)
    }
    // In a pipe every line is a result.
    if printer.context.outputIsTerminal, !result.tasks.isEmpty {
      try printer.line(printer.fitted(StyledText(summary, printer.theme[.muted])))
    }
  }

  /// `3 open, 1 overdue, 12 done`
  var summary: String {
    var parts: [String] = []
    if result.open > 0 { parts.append("\(result.open) open") }
    if result.overdue > 0 { parts.append("\(result.overdue) overdue") }
    if result.total > result.open { parts.append("\(result.total - result.open) done") }
    let counts = parts.joined(separator: ", ")
    return result.tasks.count < result.total ? "\(result.tasks.count) of \(result.total) shown: \(counts)" : counts
  }
}
