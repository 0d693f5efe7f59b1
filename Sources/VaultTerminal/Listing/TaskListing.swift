import VaultCore
import VaultInterface
import VaultStore

/// Tasks for people: under the titles of their groups, and how many there are.
package enum TaskListing {
  /// - Parameters:
  ///   - isTree: Whether subtasks stand below those tasks of their group that they belong to; the tasks are then to be in
  ///     the order of their files.
  ///   - showsCounts: Whether titles say how many tasks stand below them.
  ///   - tallies: By the same groupings: titles have a bar of what is done.
  package static func write(
    _ result: TaskResult, groupings: [TaskGrouping], titles: [NotePath: String] = [:], isTree: Bool = false,
    showsCounts: Bool = false, tallies: TaskTallies? = nil, waiting: Int? = nil, to printer: Printer,
    _ vault: ListedVault
  ) throws {
    var calendar = TaskGrouping.Calendar(vault.environment)
    calendar.titles = titles
    var groups = TaskGroup.groups(of: result.tasks, by: groupings, calendar)
    var (tasks, depths) = (result.tasks, [Int]())
    if isTree { (groups, tasks, depths) = TaskOutline.rows(of: groups, tasks) }
    let rows = TaskRows(tasks, indent: groupings.count * 2, printer: printer, vault: vault, depths: depths)
    func write(_ group: TaskGroup, below keys: [TaskGroupKey]) throws {
      guard let key = group.key else { return try rows.write(group.tasks, to: printer.sink) }
      var title = StyledText(String(repeating: "  ", count: keys.count))
      title.append(key.title, printer.theme[key.isOverdue ? .overdue : .heading])
      if showsCounts { title.append("  \(group.tasks.count)", printer.theme[.muted]) }
      if let tally = tallies?[keys + [key]] { title.append(StyledText("  ") + TallyBar(tally: tally).text(printer)) }
      try printer.line(printer.fitted(title))
      guard !group.groups.isEmpty else { return try rows.write(group.tasks, to: printer.sink) }
      for inner in group.groups { try write(inner, below: keys + [key]) }
    }
    for group in groups { try write(group, below: []) }
    // In a pipe every line is a result.
    if printer.context.outputIsTerminal, !result.tasks.isEmpty {
      try printer.line(printer.fitted(StyledText(summary(result, waiting: waiting), printer.theme[.muted])))
    }
  }

  /// `3 open, 1 overdue, 12 done`; `10 of 125 that can be worked on, 1 overdue; 27 cannot yet`
  package static func summary(_ result: TaskResult, waiting: Int? = nil) -> String {
    if let waiting {
      let isCut = result.tasks.count < result.total
      return (isCut ? "\(result.tasks.count) of \(result.total) that can be worked on" : "\(result.total) to work on")
        + (result.overdue > 0 ? ", \(result.overdue) overdue" : "") + (waiting > 0 ? "; \(waiting) cannot yet" : "")
    }
    var parts: [String] = []
    if result.open > 0 { parts.append("\(result.open) open") }
    if result.overdue > 0 { parts.append("\(result.overdue) overdue") }
    if result.total > result.open { parts.append("\(result.total - result.open) done") }
    let counts = parts.joined(separator: ", ")
    return result.tasks.count < result.total ? "\(result.tasks.count) of \(result.total) shown: \(counts)" : counts
  }
}
