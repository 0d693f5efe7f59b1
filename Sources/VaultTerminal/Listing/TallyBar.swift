import VaultInterface

/// A bar of so much done, overdue and open, `3/8` behind it.
struct TallyBar {
  static let width = 10

  let tally: TaskTally

  /// Nothing for a group without tasks.
  func text(_ printer: Printer) -> StyledText {
    guard tally.total > 0 else { return StyledText() }
    // What there is of something shows, however little it is.
    let done = cells(tally.done)
    let overdue = min(cells(tally.overdue), Self.width - done)
    let rest = Self.width - done - overdue
    let (full, empty) = (printer.glyphs.barFull, printer.glyphs.barEmpty)
    var text = StyledText(String(repeating: full, count: done), printer.theme[.success])
    text.append(String(repeating: printer.glyphs.barOverdue, count: overdue), printer.theme[.overdue])
    text.append(String(repeating: empty, count: rest), printer.theme[.muted])
    text.append(" \(tally.done)/\(tally.total)", printer.theme[.muted])
    return text
  }

  private func cells(_ count: Int) -> Int {
    guard count > 0 else { return 0 }
    let cells = (count * Self.width + tally.total / 2) / tally.total
    return min(max(cells, 1), count < tally.total ? Self.width - 1 : Self.width)
  }
}
