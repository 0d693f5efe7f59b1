import VaultCore
import VaultInterface

/// Draws a pipe table with aligned columns; cells that do not fit are wrapped inside their column.
struct TableDrawing {
  let theme: Theme
  let glyphs: Glyphs
  let styler: InlineStyler

  private enum Alignment {
    case left, center, right
  }

  /// A column is not made narrower than this; a table with too many columns for that is shown as it is written.
  private static let narrowest = 6

  /// `rows` are the source lines, header and delimiter row included.
  func lines(_ rows: [String], width: Int) -> [StyledText] {
    let cells = rows.map { Self.cells($0) }
    guard let delimiter = cells.firstIndex(where: { Self.alignments($0) != nil }),
      let alignments = Self.alignments(cells[delimiter]), delimiter <= 1
    else { return asWritten(rows, width) }
    let columns = alignments.count
    var drawn: [[StyledText]] = []
    for (index, row) in cells.enumerated() where index != delimiter {
      let style = index < delimiter ? theme[.title] : Style.plain
      drawn.append(row.prefix(columns).map { styler.styled(NoteRenderer.untabbed($0), base: style) })
    }
    var widths = [Int](repeating: 1, count: columns)
    for row in drawn {
      for (column, cell) in row.enumerated() { widths[column] = max(widths[column], cell.width) }
    }
    guard shrink(&widths, to: width - 3 * (columns - 1)) else { return asWritten(rows, width) }

    var out: [StyledText] = []
    for (index, row) in drawn.enumerated() {
      out += lines(row, widths, alignments)
      if index == delimiter - 1 {
        let rule = widths.map { String(repeating: glyphs.rule, count: $0) }
          .joined(separator: glyphs.rule + glyphs.cross + glyphs.rule)
        out.append(StyledText(rule, theme[.muted]))
      }
    }
    return out
  }

  private func asWritten(_ rows: [String], _ width: Int) -> [StyledText] {
    rows.flatMap { StyledText(NoteRenderer.untabbed($0)).wrapped(to: width) }
  }

  /// Takes columns from the widest until all fit; false when they cannot.
  private func shrink(_ widths: inout [Int], to total: Int) -> Bool {
    var excess = widths.reduce(0, +) - total
    guard excess > 0 else { return true }
    guard widths.reduce(0, { $0 + min($1, Self.narrowest) }) <= total else { return false }
    while excess > 0 {
      guard let widest = widths.max(), widest > Self.narrowest else { return false }
      let second = max(widths.filter { $0 < widest }.max() ?? Self.narrowest, Self.narrowest)
      let among = widths.indices.filter { widths[$0] == widest }
      let step = max(min(widest - second, excess / among.count), 1)
      for index in among where excess > 0 {
        let taken = min(step, excess)
        widths[index] -= taken
        excess -= taken
      }
    }
    return true
  }

  private func lines(_ row: [StyledText], _ widths: [Int], _ alignments: [Alignment]) -> [StyledText] {
    let wrapped = row.enumerated().map { $1.wrapped(to: widths[$0]) }
    let height = wrapped.map(\.count).max() ?? 0
    return (0..<height).map { number in
      var line = StyledText()
      for column in widths.indices {
        let cell = column < wrapped.count && number < wrapped[column].count ? wrapped[column][number] : StyledText()
        if column > 0 { line.append(" " + glyphs.bar + " ", theme[.muted]) }
        let isLast = column == widths.count - 1
        line.append(aligned(cell, widths[column], alignments[column], isLast: isLast))
      }
      return line
    }
  }

  private func aligned(_ cell: StyledText, _ width: Int, _ alignment: Alignment, isLast: Bool) -> StyledText {
    switch alignment {
    case .left: return isLast ? cell : cell.padded(to: width)
    case .right: return cell.padded(to: width, leading: true)
    case .center:
      let left = cell.padded(to: (width + cell.width) / 2, leading: true)
      return isLast ? left : left.padded(to: width)
    }
  }

  private static func alignments(_ cells: [String]) -> [Alignment]? {
    var result: [Alignment] = []
    for cell in cells {
      let left = cell.hasPrefix(":")
      let right = cell.count > 1 && cell.hasSuffix(":")
      let dashes = cell.utf8.dropFirst(left ? 1 : 0).dropLast(right ? 1 : 0)
      guard !dashes.isEmpty, dashes.allSatisfy({ $0 == 0x2D }) else { return nil }
      result.append(left && right ? .center : right ? .right : .left)
    }
    return result.isEmpty ? nil : result
  }

  /// Between unescaped bars, the outermost bars left out. Bars inside a wikilink belong to it.
  static func cells(_ row: String) -> [String] {
    let bytes = Array(row.utf8)
    var end = bytes.count
    while end > 0, bytes[end - 1] == 0x20 || bytes[end - 1] == 0x09 { end -= 1 }
    var i = 0
    while i < end, bytes[i] == 0x20 || bytes[i] == 0x09 { i += 1 }
    if i < end, bytes[i] == 0x7C { i += 1 }
    var cells: [String] = []
    var cell: [UInt8] = []
    var inLink = false
    func finish() {
      var trimmed = cell[...].drop { $0 == 0x20 || $0 == 0x09 }
      while let last = trimmed.last, last == 0x20 || last == 0x09 { trimmed = trimmed.dropLast() }
      cells.append(String(decoding: trimmed, as: UTF8.self))
      cell = []
    }
    var endsWithBar = false
    while i < end {
      endsWithBar = false
      let next = i + 1 < end ? bytes[i + 1] : 0
      if bytes[i] == 0x5C, next == 0x7C {
        cell.append(next)
        i += 2
        continue
      }
      if bytes[i] == 0x5B, next == 0x5B {
        inLink = bytes[(i + 2)..<end].prefix(1_000).prefix { $0 != 0x5B }.contains(0x5D)
      } else if bytes[i] == 0x5D, next == 0x5D {
        inLink = false
      }
      if bytes[i] == 0x7C, !inLink {
        finish()
        endsWithBar = true
      } else {
        cell.append(bytes[i])
      }
      i += 1
    }
    if !endsWithBar { finish() }
    return cells
  }
}
