/// What filters, sorting and grouping read of a task as text.
struct PluginQueryTexts {
  private let globalFilter: String?

  init(globalFilter: String?) {
    self.globalFilter = globalFilter.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Not for tags, of which there are several.
  subscript(_ field: PluginQuery.TextField, of task: TaskItem) -> String {
    switch field {
    case .description: description(of: task)
    case .path: task.path.text
    case .root: task.path.pluginRoot
    case .folder: task.path.pluginFolder
    case .filename: task.path.name
    case .heading: task.heading ?? ""
    case .tag: ""
    case .recurrence: task.rule?.text ?? ""
    case .id: task.id ?? ""
    case .statusName: task.status.name
    }
  }

  /// Without the global filter.
  func description(of task: TaskItem) -> String {
    guard let globalFilter, task.description.contains(globalFilter) else { return task.description }
    return task.description.replacing(globalFilter, with: "").trimmingWhitespace
  }

  /// With `#`, the global filter left out.
  func tags(of task: TaskItem) -> [String] {
    task.tags.map { "#" + $0 }.filter { $0 != globalFilter }
  }
}
