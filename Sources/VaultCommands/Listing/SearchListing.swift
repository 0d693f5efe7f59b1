import VaultCore
import VaultStore

/// What a search found, for people: each note's line, below it the lines that match, and how many there are.
struct SearchListing {
  private let result: SearchResult
  private let printer: Printer
  private let rows: NoteRows

  init(_ result: SearchResult, printer: Printer, vault: ListedVault) {
    self.result = result
    self.printer = printer
    rows = NoteRows(result.hits.map(\.record), .flow, printer: printer, vault: vault)
  }

  func write() throws {
    for (index, hit) in result.hits.enumerated() {
      try rows.write(index)
      try write(hit.matches)
    }
    // In a pipe every line is a result.
    if printer.context.outputIsTerminal, !result.hits.isEmpty {
      try printer.line(printer.fitted(StyledText(summary, printer.theme[.muted])))
    }
  }

  var summary: String {
    let shown = result.hits.count
    if shown < result.total { return "\(shown) of \(result.total) notes; --limit \(result.total) shows all" }
    return shown == 1 ? "1 note" : "\(shown) notes"
  }

  private static let gap = 2

  private func write(_ matches: [LineMatch]) throws {
    guard let last = matches.last else { return }
    let numberWidth = max(String(last.line).utf8.count, 4)
    let headings = matches.map { headingPath($0.heading) }
    let headingWidth = headings.reduce(0) { max($0, $1.width) }
    let before = 1 + numberWidth + Self.gap + (headingWidth > 0 ? headingWidth + Self.gap : 0)
    let room = printer.context.width.map { max($0 - before, 8) }
    for (match, heading) in zip(matches, headings) {
      let number = StyledText(String(match.line), printer.theme[.muted]).padded(to: numberWidth, leading: true)
      var line = " " + number + "  "
      if headingWidth > 0 { line.append(heading.padded(to: headingWidth + Self.gap)) }
      let excerpt = Excerpt(match.text, match.ranges, width: room, ellipsis: printer.glyphs.ellipsis)
      line.append(StyledText(excerpt.text).highlighting(excerpt.ranges, printer.theme[.match]))
      try printer.line(line)
    }
  }

  /// The innermost headings that find room in a quarter of the line; none on a narrow terminal.
  private func headingPath(_ heading: [String]) -> StyledText {
    let width = printer.context.width ?? 160
    guard width >= 60, !heading.isEmpty else { return StyledText() }
    let room = width / 4
    let separator = " \(printer.glyphs.separator) "
    var text = heading.last ?? ""
    for outer in heading.dropLast().reversed() {
      let longer = outer + separator + text
      guard DisplayWidth.of(longer) <= room else { break }
      text = longer
    }
    return StyledText(
      DisplayWidth.truncated(text, to: room, ellipsis: printer.glyphs.ellipsis), printer.theme[.path])
  }
}

extension StyledText {
  fileprivate static func + (a: String, b: StyledText) -> StyledText { StyledText(a) + b }
  fileprivate static func + (a: StyledText, b: String) -> StyledText { a + StyledText(b) }
}
