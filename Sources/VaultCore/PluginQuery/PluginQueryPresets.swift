/// Instructions under names, for `preset name` and `{{preset.name}}`.
package struct PluginQueryPresets: Hashable, Sendable {
  /// Names compare as written. The first of a name counts.
  private let presets: [TaskPreset]

  /// Those given, and behind them the ones that the plugin has of itself.
  package init(_ presets: [TaskPreset] = []) {
    self.presets = presets + Self.builtIn
  }

  package var names: [String] {
    presets.map(\.name).uniqued(by: \.self)
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
    ("this_file", "path includes {{query.file.path}}"),
    ("this_folder", "folder includes {{query.file.folder}}"),
    ("this_folder_only", "filter by function task.file.folder === query.file.folder"),
    ("this_root", "root includes {{query.file.root}}"),
    (
      "hide_date_fields",
      ["due", "scheduled", "start", "created", "done", "cancelled"].map { "hide \($0) date" }.joined(separator: "\n")
    ),
    ("hide_non_date_fields", "hide id\nhide depends on\nhide recurrence rule\nhide on completion\nhide priority"),
    ("hide_query_elements", "hide toolbar\nhide postpone button\nhide edit button\nhide backlinks"),
    ("hide_everything", "preset hide_date_fields\npreset hide_non_date_fields\npreset hide_query_elements"),
  ].map { TaskPreset(name: $0, text: $1) }
}
