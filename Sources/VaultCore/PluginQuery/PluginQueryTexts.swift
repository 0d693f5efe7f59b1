/// What filters, sorting and grouping read of a task as text. The parts of a path are made once for the tasks of a note.
struct PluginQueryTexts {
  private let globalFilter: String?
  private var known: NotePath?
  private var path = PluginQueryPath(path: "")
  private var parts: [PluginQuery.TextField: String] = [:]

  init(globalFilter: String?) {
    self.globalFilter = globalFilter.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Not for tags, of which there are several.
  subscript(_ field: PluginQuery.TextField, of task: TaskItem) -> String {
    mutating get {
      switch field {
      case .description: return description(of: task)
      case .heading: return task.heading ?? ""
      case .recurrence: return task.rule?.text ?? ""
      case .id: return task.id ?? ""
      case .statusName: return task.status.name
      case .tag: return ""
      case .path: return task.path.text
      case .root, .folder, .filename:
        learn(task.path)
        if let part = parts[field] { return part }
        let part =
          switch field {
          case .root: path.root
          case .folder: path.folder
          default: path.filename
          }
        parts[field] = part
        return part
      }
    }
  }

  private mutating func learn(_ notePath: NotePath) {
    guard known != notePath else { return }
    known = notePath
    path = PluginQueryPath(path: notePath.text)
    parts.removeAll(keepingCapacity: true)
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
