import VaultCore
import VaultInterface
import VaultStore

/// Notes, one line each: path, title where it says more than the path, marks, tags and when it was last changed.
struct NoteRows {
  enum Layout {
    /// In columns over all of the notes.
    case table
    /// Only the paths make a column: for lines that have others between them.
    case flow
  }

  private enum Place: Int, CaseIterable {
    case path, title, marks, tags, time
  }

  private let layout: Layout
  private let printer: Printer
  private let rows: [[StyledText]]
  private let columns: Columns
  /// The columns of the widest time, and where times begin at the earliest; 0 where lines flow in a pipe.
  private var timeWidth = 0
  private var timeStart = 0

  /// A path or title beyond this does not push the other columns away where nothing is cut.
  private static let widestAligned = 48
  /// Fewer columns than this are not worth a part of the tags.
  private static let leastTags = 10

  /// `time`: the date to show.
  init(
    _ records: [NoteRecord], _ layout: Layout, printer: Printer, vault: ListedVault,
    time: (NoteRecord) -> NoteDate = \.updated
  ) {
    self.layout = layout
    self.printer = printer
    let rows = records.map { Self.cells($0, time($0), printer, vault) }
    self.rows = rows
    var widths = [Int](repeating: 0, count: Place.allCases.count)
    for row in rows {
      for (index, cell) in row.enumerated() { widths[index] = max(widths[index], cell.width) }
    }
    columns = layout == .table ? Self.table(widths, room: printer.context.width) : Self.flow(widths, printer.context)
    guard layout == .flow, printer.context.width != nil else { return }
    timeWidth = widths[Place.time.rawValue]
    timeStart = rows.map { Self.start(ofTimeIn: flowing($0)) }.max() ?? 0
  }

  /// The column in which the time stands behind the other cells; 0 where there is no room for it.
  private static func start(ofTimeIn cells: [(StyledText, Int)]) -> Int {
    if cells.last?.1 == 0 { return 0 }
    return cells.dropLast().reduce(0) { $0 + ($1.1 > 0 ? $1.1 + Columns.gap : 0) }
  }

  private static func table(_ widths: [Int], room: Int?) -> Columns {
    var natural = zip(widths, [16, 10, 2, 16, 4]).map { Columns.Column($0, least: $1) }
    if room == nil {
      for place in [Place.path, .title, .marks, .tags] {
        natural[place.rawValue].natural = min(natural[place.rawValue].natural, widestAligned)
      }
    }
    let part = (room ?? 0) / 6
    return Columns(
      natural, room: room,
      givers: [
        (Place.tags.rawValue, part), (Place.title.rawValue, 2 * part), (Place.path.rawValue, 3 * part),
        (Place.title.rawValue, part), (Place.tags.rawValue, 16), (Place.path.rawValue, 2 * part),
      ],
      droppable: [Place.tags, .marks, .title, .time].map(\.rawValue))
  }

  /// Paths that are much longer than the others reach beyond their column.
  private static func flow(_ widths: [Int], _ context: TerminalContext) -> Columns {
    let widest = context.width.map { 2 * $0 / 5 } ?? widestAligned
    let path = min(widths.first ?? 0, widest)
    return Columns([Columns.Column(path, least: path)], room: nil, givers: [], droppable: [])
  }

  /// Prints one note's line.
  func write(_ index: Int) throws {
    var cells = layout == .table ? fitted(rows[index]) : flowing(rows[index])
    // Times stand below each other, whatever stands before them.
    let start = Self.start(ofTimeIn: cells)
    let missing = timeStart - start
    if start > 0, missing > 0, let last = cells.dropLast().lastIndex(where: { $0.1 > 0 }) { cells[last].1 += missing }
    try printer.sink.write { out in
      var pending = 0
      for (cell, width) in cells where width > 0 {
        if !cell.isEmpty {
          out.append(contentsOf: repeatElement(0x20, count: pending))
          pending = 0
          printer.painter.append(cell, to: &out)
        }
        pending += max(width - cell.width, 0) + Columns.gap
      }
      out.append(0x0A)
    }
  }

  /// The cells with the widths of their columns.
  private func fitted(_ row: [StyledText]) -> [(StyledText, Int)] {
    row.enumerated().map { place, cell in
      let width = columns[place]
      guard printer.context.width != nil, cell.width > width else { return (cell, width) }
      return (place == Place.path.rawValue ? printer.shortened(cell, to: width) : cut(cell, width), width)
    }
  }

  /// The cells with their own widths; the title makes room for the time, the tags take what is left.
  private func flowing(_ row: [StyledText]) -> [(StyledText, Int)] {
    var cells = row
    if let width = printer.context.width {
      cells[0] = printer.shortened(cells[0], to: max(width - timeWidth - Columns.gap, 16))
      var room = width - max(cells[0].width, columns[0])
      for place in [Place.time, .marks, .title, .tags] {
        let cell = cells[place.rawValue]
        guard !cell.isEmpty else { continue }
        let left = room - Columns.gap
        let least =
          place == .tags || place == .title ? min(cell.width, Self.leastTags) : place == .time ? timeWidth : cell.width
        cells[place.rawValue] = left < least ? StyledText() : cut(cell, left)
        if left >= least { room -= (place == .time ? timeWidth : cells[place.rawValue].width) + Columns.gap }
      }
    }
    return cells.enumerated().map { place, cell in (cell, place == 0 ? max(columns[0], cell.width) : cell.width) }
  }

  private func cut(_ cell: StyledText, _ width: Int) -> StyledText {
    cell.truncated(to: width, ellipsis: printer.glyphs.ellipsis)
  }

  private static func cells(
    _ record: NoteRecord, _ date: NoteDate, _ printer: Printer, _ vault: ListedVault
  ) -> [StyledText] {
    let theme = printer.theme
    let title =
      record.title == record.path.stem
      ? StyledText() : StyledText(ControlCharacters.visible(record.title, .singleLine), theme[.title])
    let tags = StyledText(record.tags.map { "#" + $0 }.joined(separator: " "), theme[.tag])
    let time = StyledText(
      vault.time(date, isRelative: printer.context.outputIsTerminal), theme[.muted])
    return [
      printer.path(record.path, name: title.isEmpty ? theme[.title] : .plain), title,
      NoteMarks.text(of: record, printer, vault.labels), tags, time,
    ]
  }
}
