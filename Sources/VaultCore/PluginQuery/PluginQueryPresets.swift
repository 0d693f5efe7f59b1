/// Instructions under names, for `preset name` and `{{preset.name}}`.
package struct PluginQueryPresets: Hashable, Sendable {
  /// Names compare as written. The first of a name counts.
  private let presets: [TaskPreset]

  /// Those given, and behind them the ones that the plugin has of itself.
  package init(_ presets: [TaskPreset] = []) {
    self.presets = presets + Self.builtIn
  }

  package var names: [String] {
    var seen: Set<String> = []
    return presets.map(\.name).filter { seen.insert($0).inserted }
  }

  /// The instructions of that name as they are written.
  func text(of name: String) throws(PluginQueryProblem) -> String {
    if let found = presets.first(where: { $0.name == name }) { return found.text }
    throw PluginQueryProblem(
      "There is no preset \"\(name)\".",
      remedy: "There are \(names.joined(separator: ", ")); the setting tasks.presets adds to them.",
      candidates: Suggestion.nearest(to: name, among: names))
  }

  private static let builtIn = [
    TaskPreset(name: "this_file", text: "path includes {{query.file.path}}"),
    TaskPreset(name: "this_folder", text: "folder includes {{query.file.folder}}"),
    TaskPreset(name: "this_folder_only", text: "filter by function task.file.folder === query.file.folder"),
    TaskPreset(name: "this_root", text: "root includes {{query.file.root}}"),
    TaskPreset(
      name: "hide_date_fields",
      text: ["due", "scheduled", "start", "created", "done", "cancelled"].map { "hide \($0) date" }
        .joined(separator: "\n")),
    TaskPreset(
      name: "hide_non_date_fields",
      text: "hide id\nhide depends on\nhide recurrence rule\nhide on completion\nhide priority"),
    TaskPreset(
      name: "hide_query_elements", text: "hide toolbar\nhide postpone button\nhide edit button\nhide backlinks"),
    TaskPreset(
      name: "hide_everything",
      text: "preset hide_date_fields\npreset hide_non_date_fields\npreset hide_query_elements"),
  ]
}
