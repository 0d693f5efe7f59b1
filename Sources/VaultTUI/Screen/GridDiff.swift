import VaultCore
import VaultTerminal

/// The bytes that make a terminal show one grid after another. No other code makes bytes for the terminal but the ones that
/// enter and leave the screen.
package struct GridDiff {
  private let colors: ColorDepth
  private let hyperlinks: Bool
  private let erasesCells: Bool

  /// `?2026` holds back what is drawn until the frame is whole, where a terminal knows it.
  private static let begin: StaticString = "\u{1B}[?2026h\u{1B}[?25l"
  private static let end: StaticString = "\u{1B}[?2026l"
  /// So many blanks are cheaper to erase than to write.
  private static let erasable = 6
  /// So many unchanged cells between two changed ones are written along, which is cheaper than to move the cursor.
  private static let bridged = 4

  package init(colors: ColorDepth, hyperlinks: Bool, erasesCells: Bool = true) {
    (self.colors, self.hyperlinks, self.erasesCells) = (colors, hyperlinks, erasesCells)
  }

  /// Empty where nothing differs. `old`: what the terminal shows; nil where that is not known, and all is drawn.
  package func bytes(from old: Grid?, to new: Grid) -> [UInt8] {
    let known = old.flatMap { $0.size == new.size && $0.table === new.table ? $0 : nil }
    var pen = Pen(colors: colors, hyperlinks: hyperlinks, table: new.table)
    if known == nil { pen.clear() }
    for row in 0..<new.size.rows { draw(row, from: known, to: new, &pen) }
    guard !pen.out.isEmpty || known?.cursor != new.cursor else { return [] }
    var out: [UInt8] = []
    Self.begin.withUTF8Buffer { out.append(contentsOf: $0) }
    pen.finish()
    out += pen.out
    if let cursor = new.cursor {
      var last = Pen(colors: colors, hyperlinks: false, table: new.table)
      last.move(to: cursor)
      out += last.out + Array("\u{1B}[?25h".utf8)
    }
    Self.end.withUTF8Buffer { out.append(contentsOf: $0) }
    return out
  }

  private func draw(_ row: Int, from old: Grid?, to new: Grid, _ pen: inout Pen) {
    let count = new.size.columns
    var isDirty = (0..<count).map { column in
      old.map { $0.cell(row, column) != new.cell(row, column) } ?? (new.cell(row, column) != .blank)
    }
    guard isDirty.contains(true) else { return }
    Self.spread(&isDirty, row, old, new)
    var column = 0
    while column < count {
      guard isDirty[column] else {
        column += 1
        continue
      }
      var end = column
      var next = column
      // Up to the last changed cell that is worth to be reached from here.
      while next < count, next - end <= Self.bridged {
        // What is written along must not be what some terminal draws further than it should.
        if !isDirty[next], new.cell(row, next).reach > 0 { break }
        if isDirty[next] { end = next + 1 }
        next += 1
      }
      while end < count, new.cell(row, end).width == 0 { end += 1 }
      pen.move(to: GridPlace(row: row, column: column))
      write(row, column..<end, new, &pen)
      column = end
    }
  }

  /// Adds the cells that have to be drawn along: the whole of a wide character, and what some terminal may have drawn over, or
  /// may draw over now.
  private static func spread(_ isDirty: inout [Bool], _ row: Int, _ old: Grid?, _ new: Grid) {
    let count = new.size.columns
    var column = 0
    while column < count {
      let cell = new.cell(row, column)
      let width = max(Int(cell.width), 1)
      let whole = column..<min(column + width, count)
      if whole.contains(where: { isDirty[$0] }) { for place in whole { isDirty[place] = true } }
      if isDirty[column] {
        let reach = max(Int(cell.reach), Int(old?.cell(row, column).reach ?? 0))
        for place in column..<min(column + max(reach, width), count) { isDirty[place] = true }
      }
      column += width
    }
  }

  private func write(_ row: Int, _ columns: Range<Int>, _ grid: Grid, _ pen: inout Pen) {
    var column = columns.lowerBound
    while column < columns.upperBound {
      let cell = grid.cell(row, column)
      let blanks = (column..<columns.upperBound).prefix { grid.cell(row, $0) == .blank }.count
      if erasesCells, blanks >= Self.erasable {
        pen.erase(blanks)
        column += blanks
        if column < columns.upperBound { pen.move(to: GridPlace(row: row, column: column)) }
        continue
      }
      if cell.reach > 0, column == grid.size.columns - 1 {
        // What some terminal takes for two columns would land on the one before the last: its first scalar stands for it.
        let first = grid.table.text(of: cell.glyph).unicodeScalars.first.map { Character($0) }
        pen.write(first.flatMap { DisplayWidth.of($0) == 1 ? String($0) : nil } ?? " ", cell)
        pen.loseCursor()
        column += 1
        continue
      }
      if cell.reach > 0 {
        // Blanks first: a terminal that takes the cluster for narrower leaves the rest as it is.
        pen.write(String(repeating: " ", count: Int(cell.width)), cell)
        pen.move(to: GridPlace(row: row, column: column))
        pen.write(cell)
        column += Int(cell.width)
        if column < columns.upperBound { pen.move(to: GridPlace(row: row, column: column)) } else { pen.loseCursor() }
        continue
      }
      pen.write(cell)
      column += max(Int(cell.width), 1)
    }
  }
}

/// What has been sent, and how the terminal's cursor stands behind it.
private struct Pen {
  let colors: ColorDepth
  let hyperlinks: Bool
  let table: CellTable
  private(set) var out: [UInt8] = []
  private var style: UInt16 = 0
  private var link: UInt16 = 0
  private var place: GridPlace?

  init(colors: ColorDepth, hyperlinks: Bool, table: CellTable) {
    (self.colors, self.hyperlinks, self.table) = (colors, hyperlinks, table)
  }

  mutating func clear() { out += Array("\u{1B}[0m\u{1B}[2J".utf8) }

  mutating func move(to place: GridPlace) {
    guard self.place != place else { return }
    out += Array("\u{1B}[\(place.row + 1);\(place.column + 1)H".utf8)
    self.place = place
  }

  mutating func loseCursor() { place = nil }

  mutating func erase(_ count: Int) {
    set(style: 0)
    set(link: 0)
    out += Array("\u{1B}[\(count)X".utf8)
    // The cursor stays where it is.
    place = nil
  }

  mutating func write(_ cell: Cell) {
    write(table.text(of: cell.glyph), cell)
    place?.column += max(Int(cell.width), 1)
  }

  /// Text that leaves the cursor at a place that is of no use.
  mutating func write(_ text: String, _ cell: Cell) {
    set(style: cell.style)
    set(link: cell.link)
    out.append(contentsOf: text.utf8)
    if cell.reach > 0 { place = nil }
  }

  mutating func finish() {
    set(style: 0)
    set(link: 0)
  }

  private mutating func set(style new: UInt16) {
    guard style != new else { return }
    if style != 0 { Style.end.withUTF8Buffer { out.append(contentsOf: $0) } }
    if new != 0 { table.style(numbered: new).appendStart(colors, to: &out) }
    style = new
  }

  private mutating func set(link new: UInt16) {
    guard hyperlinks, link != new else { return }
    Painter.appendLink(table.link(numbered: new), to: &out)
    link = new
  }
}
