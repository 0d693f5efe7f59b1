import VaultCore
import VaultInterface
import VaultStore

/// The answer to a query of the plugin Tasks for people: under the headings of its groups, each level indented, with the
/// fields that the query shows.
package enum PluginQueryListing {
  package static func write(_ result: PluginQueryResult, to printer: Printer, _ vault: ListedVault) throws {
    if let explanation = result.explanation {
      for line in explanation.split(separator: "\n", omittingEmptySubsequences: false) {
        try printer.line(StyledText(String(line), printer.theme[.muted]))
      }
      try printer.line()
    }
    let layout = result.query.layout
    let levels =
      result.query.groupers.isEmpty ? 0 : result.groups.flatMap(\.headings).map(\.level).max().map { $0 + 1 } ?? 0
    let tasks = result.tasks.map { PluginQueryLayout.shown($0, layout) }
    let rows = TaskRows(
      tasks, indent: levels * 2, showsPlace: layout.shows(.backlink), showsUrgency: layout.shows(.urgency),
      printer: printer, vault: vault)
    for group in result.groups {
      for heading in group.headings {
        let text = String(repeating: "  ", count: heading.level) + heading.text
        var title = StyledText(text, printer.theme[.heading])
        if layout.shows(.groupCount), heading.level == levels - 1 {
          title.append("  \(group.tasks.count)", printer.theme[.muted])
        }
        try printer.line(printer.fitted(title))
      }
      try rows.write(group.tasks, to: printer.sink)
    }
    // In a pipe every line is a result.
    if printer.context.outputIsTerminal, layout.shows(.taskCount), !result.tasks.isEmpty {
      try printer.line(printer.fitted(StyledText(summary(result), printer.theme[.muted])))
    }
  }

  /// `12 tasks`, `10 of 12 tasks`
  private static func summary(_ result: PluginQueryResult) -> String {
    let shown = Set(result.groups.flatMap(\.tasks)).count
    let total = result.total == 1 ? "1 task" : "\(result.total) tasks"
    return shown < result.total ? "\(shown) of \(total)" : total
  }
}

extension PluginQueryResult {
  /// The tasks as they are listed, each once.
  package var listed: [TaskView] {
    groups.flatMap(\.tasks).uniqued(by: \.self).map { tasks[$0] }
  }
}

/// What `hide`, `show` and `short mode` leave of a task in a list.
enum PluginQueryLayout {
  static func shown(_ view: TaskView, _ layout: PluginQuery.Layout) -> TaskView {
    var task = view.task
    if !layout.shows(.priority) { task.values.priority = .none }
    for (kind, element) in [
      (TaskFieldKind.due, PluginQuery.Layout.Element.due), (.done, .done), (.cancelled, .cancelled),
    ]
    where layout.isShort || !layout.shows(element) { task.dates[kind] = nil }
    if !layout.shows(.tags) { task.description = withoutTags(task) }
    return view.with(task, isBlocked: view.isBlocked && layout.shows(.dependsOn))
  }

  private static func withoutTags(_ task: TaskItem) -> String {
    guard !task.tags.isEmpty else { return task.description }
    let tags = Set(task.tags.map { "#" + $0 })
    return task.description.split(separator: " ").filter { !tags.contains(String($0)) }.joined(separator: " ")
  }
}
