import VaultCore
import VaultTerminal

/// One place of the screen.
struct Cell: Hashable {
  /// What it shows, as `CellTable` numbers it.
  var glyph: UInt32 = 0x20
  var style: UInt16 = 0
  var link: UInt16 = 0
  /// Columns; 0 for a cell that the one before it takes.
  var width: UInt8 = 1
  /// How many columns some terminal may draw over, where terminals disagree; 0 where they do not.
  var reach: UInt8 = 0

  static let blank = Cell()
}

package struct GridSize: Hashable, Sendable {
  package var columns: Int
  package var rows: Int

  package init(columns: Int, rows: Int) {
    self.columns = max(columns, 1)
    self.rows = max(rows, 1)
  }
}

/// A place of the screen, from 0.
package struct GridPlace: Hashable, Sendable {
  package var row: Int
  package var column: Int

  package init(row: Int, column: Int) {
    self.row = row
    self.column = column
  }
}

/// What the screen is to show: a cell for each place.
package struct Grid {
  package let size: GridSize
  let table: CellTable
  let isASCII: Bool
  private(set) var cells: [Cell]
  /// Where the terminal's cursor is shown; nil where nothing is typed.
  package var cursor: GridPlace?

  package init(_ size: GridSize, table: CellTable = CellTable(), isASCII: Bool = false) {
    self.size = size
    self.table = table
    self.isASCII = isASCII
    cells = [Cell](repeating: .blank, count: size.columns * size.rows)
  }

  func cell(_ row: Int, _ column: Int) -> Cell { cells[row * size.columns + column] }

  // MARK: Drawing

  /// Draws text in at most so many columns, and returns how many it took. Control characters are made visible; a cluster
  /// that does not fit whole is left out, with all behind it. What lies outside of the grid is not drawn.
  @discardableResult
  package mutating func put(
    _ text: String, _ style: Style = .plain, link: String? = nil, at place: GridPlace, columns: Int
  ) -> Int {
    guard place.row >= 0, place.row < size.rows, place.column >= 0 else { return 0 }
    let end = min(place.column + columns, size.columns)
    guard place.column < end else { return 0 }
    let styleNumber = table.style(style)
    let linkNumber = table.link(link)
    // No more is looked at than could be shown, however long the text is.
    let visible = ControlCharacters.visible(
      String(text.unicodeScalars.prefix((end - place.column) * 24)), .singleLine, ascii: isASCII)
    var column = place.column
    var last: (column: Int, isRightToLeft: Bool)?
    for character in visible {
      let cluster = character.withoutOpenJoiner
      let shape = ClusterShape(cluster)
      // What takes no column belongs to a character before it that it does not stand behind.
      guard shape.width > 0 else { continue }
      guard column + shape.width <= end else { break }
      set(
        Cell(
          glyph: table.glyph(cluster), style: styleNumber, link: linkNumber, width: UInt8(clamping: shape.width),
          reach: shape.isDisputed ? UInt8(clamping: shape.widest) : 0), row: place.row, column: column)
      last = (column, cluster.isRightToLeft)
      column += shape.width
    }
    if let last, last.isRightToLeft { markDirection(row: place.row, column: last.column) }
    return column - place.column
  }

  /// Draws pieces of text one after the other.
  @discardableResult
  package mutating func put(_ text: StyledText, base: Style = .plain, at place: GridPlace, columns: Int) -> Int {
    var used = 0
    for span in text.spans where used < columns {
      let taken = put(
        span.text, base.with(span.style), link: span.link,
        at: GridPlace(row: place.row, column: place.column + used), columns: columns - used)
      used += taken
      // A cluster that did not fit ends the line, though a narrower one would.
      if taken < DisplayWidth.of(span.text) { break }
    }
    return used
  }

  /// Fills part of a row with a character of one column.
  package mutating func fill(
    _ row: Int, _ columns: Range<Int>, with scalar: Unicode.Scalar = " ", _ style: Style = .plain
  ) {
    guard row >= 0, row < size.rows else { return }
    let number = table.style(style)
    for column in columns.clamped(to: 0..<size.columns) {
      set(Cell(glyph: table.glyph(scalar), style: number), row: row, column: column)
    }
  }

  /// Changes how part of a row looks, and leaves what stands there.
  package mutating func restyle(_ row: Int, _ columns: Range<Int>, _ change: (Style) -> Style) {
    guard row >= 0, row < size.rows else { return }
    for column in columns.clamped(to: 0..<size.columns) {
      let place = row * size.columns + column
      cells[place].style = table.style(change(table.style(numbered: cells[place].style)))
    }
  }

  private mutating func set(_ cell: Cell, row: Int, column: Int) {
    let start = row * size.columns
    for offset in 0..<max(Int(cell.width), 1) { release(start, column + offset) }
    cells[start + column] = cell
    var rest = cell
    (rest.width, rest.reach, rest.glyph) = (0, 0, 0x20)
    for offset in 1..<max(Int(cell.width), 1) { cells[start + column + offset] = rest }
  }

  /// Makes a blank of a wide character that is about to lose one of its columns.
  private mutating func release(_ start: Int, _ column: Int) {
    var first = column
    while first > 0, cells[start + first].width == 0 { first -= 1 }
    let width = Int(cells[start + first].width)
    guard width > 1 else { return }
    for place in first..<min(first + width, size.columns) {
      cells[start + place] = Cell(style: cells[start + place].style)
    }
  }

  /// Puts a mark behind text of a script from right to left, so that a terminal that orders text does not order what
  /// follows along.
  private mutating func markDirection(row: Int, column: Int) {
    let place = row * size.columns + column
    let width = Int(cells[place].width)
    guard column + width < size.columns else { return }
    cells[place].glyph = table.number(of: table.text(of: cells[place].glyph) + "\u{200E}")
    cells[place].reach = max(cells[place].reach, cells[place].width)
  }

  // MARK: Reading

  /// The rows as text, without blanks at their ends.
  package var text: String {
    (0..<size.rows).map { row in
      var line = ""
      for column in 0..<size.columns where cell(row, column).width > 0 {
        line += table.text(of: cell(row, column).glyph)
      }
      while line.hasSuffix(" ") { line.removeLast() }
      return line
    }.joined(separator: "\n")
  }

  package func style(at place: GridPlace) -> Style { table.style(numbered: cell(place.row, place.column).style) }
}
