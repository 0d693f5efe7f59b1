import VaultInterface

/// How many tasks each group has, for people: the figures in columns, then the group, on a terminal with a bar.
package enum TallyListing {
  /// `limit`: how many groups at most.
  package static func write(_ tallies: TaskTallies, limit: Int?, to printer: Printer) throws {
    let isTerminal = printer.context.outputIsTerminal
    let rows = tallies.rows.prefix(limit ?? .max)
    let labels = rows.map { label($0, printer) }
    let names = tallies.groupings.map(\.rawValue).joined(separator: " \(printer.glyphs.separator) ")
    var bars = isTerminal ? rows.map { TallyBar(tally: $0.tally).text(printer) } : []
    var figures = columns(rows.map(\.tally), headed: isTerminal)
    if let room = printer.context.width {
      // What the figures are of matters most: a narrow terminal is without the bars, then without some figures.
      let label = min((labels.map(\.width) + [names.utf8.count]).max() ?? 0, roomyLabel)
      func isCut() -> Bool { width(figures) + width(bars) + label > room }
      if isCut() { bars = [] }
      if isCut() { figures.removeLast(2) }
    }
    let barWidth = width(bars)
    func cells(_ place: Int, _ style: Style) -> StyledText {
      var line = StyledText()
      for column in figures { line.append(column[place] + "  ", style) }
      return line
    }
    if isTerminal {
      let gap = String(repeating: " ", count: barWidth)
      try printer.line(
        printer.fitted(cells(0, printer.theme[.muted]) + StyledText(gap + names, printer.theme[.muted])))
    }
    for (place, label) in labels.enumerated() {
      var line = cells(place + (isTerminal ? 1 : 0), .plain)
      if !bars.isEmpty { line.append(bars[place].padded(to: barWidth)) }
      try printer.line(printer.fitted(line + label))
    }
  }

  private static func label(_ row: TaskTallies.Row, _ printer: Printer) -> StyledText {
    var label = StyledText()
    for (depth, key) in row.keys.enumerated() {
      if depth > 0 { label.append(" \(printer.glyphs.separator) ", printer.theme[.muted]) }
      label.append(key.title, key.isOverdue ? printer.theme[.overdue] : .plain)
    }
    return label
  }

  // MARK: Columns

  /// A longer label may be cut before the bars go.
  private static let roomyLabel = 24

  /// The cells of each column, of equal width, to the right; the heading first where there is one.
  private static func columns(_ tallies: [TaskTally], headed: Bool) -> [[String]] {
    let columns: [(head: String, figure: (TaskTally) -> Int)] = [
      ("open", \.open), ("done", \.done), ("overdue", \.overdue), ("total", \.total),
    ]
    return columns.map { column in
      let cells = (headed ? [column.head] : []) + tallies.map { String(column.figure($0)) }
      let width = cells.map(\.utf8.count).max() ?? 0
      return cells.map { String(repeating: " ", count: width - $0.utf8.count) + $0 }
    }
  }

  private static func width(_ figures: [[String]]) -> Int {
    figures.reduce(0) { $0 + ($1.first?.utf8.count ?? 0) + 2 }
  }

  private static func width(_ bars: [StyledText]) -> Int {
    bars.map(\.width).max().map { $0 + 2 } ?? 0
  }
}
