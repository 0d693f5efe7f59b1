import VaultCore
import VaultInterface
import VaultTerminal

/// The note, or whatever is selected, beside the list.
enum PreviewView {
  static func draw(_ state: UIState, _ look: Look, _ area: Layout.Area, on grid: inout Grid) {
    let preview = state.preview
    if let problem = preview.problem, preview.shown == preview.subject {
      for (offset, line) in StyledText(problem, look[.error]).wrapped(to: area.width).prefix(area.height).enumerated() {
        grid.put(
          line, at: GridPlace(row: area.rows.lowerBound + offset, column: area.columns.lowerBound), columns: area.width)
      }
      return
    }
    // What was shown before is none of what is selected now.
    guard let content = preview.content, preview.shown == preview.subject else { return }
    for offset in 0..<area.height {
      let place = preview.top + offset
      guard content.lines.indices.contains(place) else { break }
      let row = area.rows.lowerBound + offset
      let line = content.lines[place].text.truncated(to: area.width, ellipsis: look.glyphs.ellipsis)
      grid.put(line, at: GridPlace(row: row, column: area.columns.lowerBound), columns: area.width)
      if preview.chosen == place { grid.restyle(row, area.columns) { $0.with(Style(reverse: true)) } }
    }
  }

  /// How far one is in what is longer than the window: `35 %`, `end`; nil for what is not.
  static func progress(_ state: UIState) -> String? {
    guard let area = state.layout.preview, let content = state.preview.content,
      state.preview.shown == state.preview.subject,
      content.lines.count > area.height
    else { return nil }
    let last = state.preview.top + area.height
    return last >= content.lines.count ? "end" : "\(last * 100 / content.lines.count) %"
  }
}
