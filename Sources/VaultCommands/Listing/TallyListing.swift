/// How many tasks each group has, for people: the figures in columns, then the group, on a terminal with a bar.
struct TallyListing {
  private let tallies: TaskTallies
  private let limit: Int?
  private let printer: Printer

  /// `limit`: how many groups at most.
  init(_ tallies: TaskTallies, limit: Int? = nil, printer: Printer) {
    self.tallies = tallies
    self.limit = limit
    self.printer = printer
  }

  func write() throws {
    let isTerminal = printer.context.outputIsTerminal
    let heads = ["open", "done", "overdue", "total"]
    let rows = tallies.rows.prefix(limit ?? .max)
    let bars = isTerminal ? rows.map { TallyBar(tally: $0.tally).text(printer) } : []
    let barWidth = bars.map(\.width).max() ?? 0
    let figures = rows.map { [$0.tally.open, $0.tally.done, $0.tally.overdue, $0.tally.total].map(String.init) }
    let widths = heads.indices.map { column in
      (figures.map { $0[column].utf8.count } + [isTerminal ? heads[column].utf8.count : 1]).max() ?? 1
    }
    func cells(_ texts: [String], _ style: Style) -> StyledText {
      var line = StyledText()
      for (text, width) in zip(texts, widths) {
        line.append(String(repeating: " ", count: width - text.utf8.count) + text + "  ", style)
      }
      return line
    }
    if isTerminal {
      let names = tallies.groupings.map(\.rawValue).joined(separator: " \(printer.glyphs.separator) ")
      let gap = String(repeating: " ", count: barWidth + 2)
      let head = cells(heads, printer.theme[.muted]) + StyledText(gap + names, printer.theme[.muted])
      try printer.line(printer.fitted(head))
    }
    for (place, row) in rows.enumerated() {
      var line = cells(figures[place], .plain)
      if isTerminal { line.append(bars[place].padded(to: barWidth + 2)) }
      for (depth, key) in row.keys.enumerated() {
        if depth > 0 { line.append(" \(printer.glyphs.separator) ", printer.theme[.muted]) }
        line.append(key.title, key.isOverdue ? printer.theme[.overdue] : .plain)
      }
      try printer.line(printer.fitted(line))
    }
  }
}
