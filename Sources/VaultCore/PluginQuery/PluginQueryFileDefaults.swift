/// Instructions that a note's `TQ_` properties make for all queries of the note.
enum PluginQueryFileDefaults {
  static func instructions(of file: PluginQueryFile) -> String {
    var lines: [String] = []
    if file["TQ_explain"]?.checkbox == true { lines.append("explain") }
    if let isShort = file["TQ_short_mode"]?.checkbox { lines.append(isShort ? "short mode" : "full mode") }
    for element in PluginQuery.Layout.Element.allCases {
      let key = "TQ_show_" + element.rawValue.replacing(" ", with: "_")
      if let shows = file[key]?.checkbox { lines.append((shows ? "show " : "hide ") + element.rawValue) }
    }
    for (key, words) in [("TQ_sort_by", "sort by "), ("TQ_group_by", "group by ")] {
      lines += (file[key]?.stringList ?? []).map { words + $0 }
    }
    if let text = file["TQ_extra_instructions"]?.text { lines.append(text) }
    return lines.joined(separator: "\n")
  }
}
