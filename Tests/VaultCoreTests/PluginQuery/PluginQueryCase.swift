import Testing

@testable import VaultCore

/// Tasks and queries for tests, on Saturday, 14 March 2026.
enum PluginQueryCase {
  static let today = CivilDate(year: 2026, month: 3, day: 14) ?? CivilDate(dayNumber: 0)

  /// The task that a line is, in a note.
  static func task(_ line: String, in path: String = "Work/Plans/Roof.md", heading: String? = nil) -> TaskItem {
    let text = "\(heading.map { "# \($0)\n" } ?? "")\(line)\n"
    var parser = NoteParser()
    let note = Array(text.utf8).withUnsafeBufferPointer {
      parser.parse($0, path: NotePath(path), modified: 0).note
    }
    guard let task = note.tasks.first else {
      Issue.record("\"\(line)\" is no task")
      return TaskItem(
        handle: "", path: NotePath(path), line: 1, status: StatusRegistry.default.status(for: " "), description: "",
        raw: line)
    }
    return task
  }

  static func parse(
    _ text: String, file: PluginQueryFile? = nil, presets: [TaskPreset] = [], globalQuery: String = ""
  ) throws -> PluginQuery {
    try PluginQueryParser(
      today: today, file: file, presets: PluginQueryPresets(presets), globalQuery: globalQuery
    ).parse(text)
  }

  /// Whether `task` is found among `others`.
  static func finds(
    _ query: String, _ task: TaskItem, among others: [TaskItem] = [], file: PluginQueryFile? = nil,
    globalFilter: String? = nil
  ) throws -> Bool {
    let matcher = PluginQueryMatcher(
      try parse(query, file: file), graph: TaskGraph([task] + others), globalFilter: globalFilter)
    return matcher.matches(task)
  }

  /// The descriptions in the order in which they are shown.
  static func order(_ query: String, _ tasks: [TaskItem]) throws -> [String] {
    let order = PluginQueryOrder(try parse(query), today: today)
    return order.sorted(tasks).map { tasks[$0].description }
  }

  static func error(_ text: String, file: PluginQueryFile? = nil, presets: [TaskPreset] = []) -> String {
    do {
      _ = try parse(text, file: file, presets: presets)
      return ""
    } catch {
      return "\(error)"
    }
  }
}
