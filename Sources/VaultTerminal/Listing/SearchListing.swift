import VaultCore
import VaultInterface
import VaultStore

/// What a search found, for people: each note's line, below it the lines that match, and how many there are.
package enum SearchListing {
  package static func write(_ result: SearchResult, to printer: Printer, _ vault: ListedVault) throws {
    let rows = NoteRows(result.hits.map(\.record), .flow, printer: printer, vault: vault)
    // Where they are mixed, each says of itself what it lacks.
    let firstIncomplete = result.isDivided ? result.hits.firstIndex { !$0.missing.isEmpty } : nil
    for (index, hit) in result.hits.enumerated() {
      if index == firstIncomplete { try writeRemark(result.divider, printer) }
      try rows.write(index)
      if let lack = hit.lack { try writeRemark("      " + lack, printer) }
      try write(hit.matches.isEmpty ? hit.opening.map { [$0] } ?? [] : hit.matches, printer)
    }
    try printer.noteCount(result.hits.count, of: max(result.total, result.hits.count))
  }

  private static let gap = 2

  private static func writeRemark(_ text: String, _ printer: Printer) throws {
    try printer.line(printer.fitted(StyledText(text, printer.theme[.muted])))
  }

  private static func write(_ matches: [LineMatch], _ printer: Printer) throws {
    guard let last = matches.last else { return }
    let numberWidth = max(String(last.line + last.after.count).utf8.count, 4)
    let headings = matches.map { headingPath($0.heading, printer) }
    let headingWidth = headings.reduce(0) { max($0, $1.width) }
    let before = 1 + numberWidth + gap + (headingWidth > 0 ? headingWidth + gap : 0)
    let room = printer.context.width.map { max($0 - before, 8) }
    /// Prints the lines around a match.
    func context(_ lines: [String], from first: Int) throws {
      for (index, text) in lines.enumerated() {
        var line = " " + StyledText(String(first + index), printer.theme[.muted]).padded(to: numberWidth, leading: true)
        let text = Excerpt(text, [], width: room, ellipsis: printer.glyphs.ellipsis).text
        if !text.isEmpty {
          line.append(String(repeating: " ", count: before - 1 - numberWidth))
          line.append(text, printer.theme[.muted])
        }
        try printer.line(line)
      }
    }
    var shown = 0
    for (match, heading) in zip(matches, headings) {
      let isContextAsked = !match.before.isEmpty || !match.after.isEmpty
      if isContextAsked, shown > 0, match.line - match.before.count > shown + 1 {
        try printer.line(String(repeating: " ", count: numberWidth - 1) + "--", printer.theme[.muted])
      }
      try context(match.before, from: match.line - match.before.count)
      let number = StyledText(String(match.line), printer.theme[.muted]).padded(to: numberWidth, leading: true)
      var line = " " + number + "  "
      if headingWidth > 0 { line.append(heading.padded(to: headingWidth + gap)) }
      let excerpt = Excerpt(
        match.text, match.ranges, focus: match.focus, width: room, ellipsis: printer.glyphs.ellipsis)
      line.append(StyledText(excerpt.text).highlighting(excerpt.ranges, printer.theme[.match]))
      try printer.line(line)
      try context(match.after, from: match.line + 1)
      shown = match.line + match.after.count
    }
  }

  /// The innermost headings that find room in a quarter of the line; none on a narrow terminal.
  private static func headingPath(_ heading: [String], _ printer: Printer) -> StyledText {
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
