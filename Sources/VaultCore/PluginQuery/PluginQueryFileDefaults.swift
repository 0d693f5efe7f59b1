/// Instructions that a note's `TQ_` properties make for all queries of the note.
enum PluginQueryFileDefaults {
  static func instructions(of file: PluginQueryFile) -> String {
    var lines: [String] = []
    if flag("TQ_explain", file) == true { lines.append("explain") }
    if let isShort = flag("TQ_short_mode", file) { lines.append(isShort ? "short mode" : "full mode") }
    for element in PluginQuery.Layout.Element.allCases {
      let key = "TQ_show_" + element.rawValue.replacing(" ", with: "_")
      if let shows = flag(key, file) { lines.append((shows ? "show " : "hide ") + element.rawValue) }
    }
    for (key, words) in [("TQ_sort_by", "sort by "), ("TQ_group_by", "group by ")] {
      lines += (file[key]?.stringList ?? []).map { words + $0 }
    }
    if let text = file["TQ_extra_instructions"]?.text { lines.append(text) }
    return lines.joined(separator: "\n")
  }

  private static func flag(_ key: String, _ file: PluginQueryFile) -> Bool? {
    file[key]?.checkbox
  }
}
