import VaultCore
import VaultStore

/// Notes, one line each: path, title where it says more than the path, marks, tags and when it was last changed. In
/// columns over all of the notes.
struct NoteRows {
  private let printer: Printer
  private let rows: [[StyledText]]
  private let columns: Columns

  private enum Place: Int, CaseIterable {
    case path, title, marks, tags, time
  }

  /// A path or title beyond this does not push the other columns away where nothing is cut.
  private static let widestAligned = 48

  init(_ records: [NoteRecord], printer: Printer, vault: ListedVault) {
    self.printer = printer
    var rows: [[StyledText]] = []
    rows.reserveCapacity(records.count)
    var widths = [Int](repeating: 0, count: Place.allCases.count)
    for record in records {
      let row = Self.cells(record, printer, vault)
      for (index, cell) in row.enumerated() { widths[index] = max(widths[index], cell.width) }
      rows.append(row)
    }
    self.rows = rows
    let room = printer.context.width
    let least = [16, 10, 2, 6, 4]
    var natural = zip(widths, least).map { Columns.Column($0, least: $1) }
    if room == nil {
      for place in [Place.path, .title, .marks, .tags] {
        natural[place.rawValue].natural = min(natural[place.rawValue].natural, Self.widestAligned)
      }
    }
    let third = (room ?? 0) / 3
    columns = Columns(
      natural, room: room,
      givers: [
        (Place.tags.rawValue, third / 2), (Place.title.rawValue, third), (Place.path.rawValue, third + third / 2),
        (Place.title.rawValue, third / 2), (Place.tags.rawValue, 6), (Place.path.rawValue, 16),
        (Place.title.rawValue, 10),
      ],
      droppable: [Place.tags, .marks, .time, .title].map(\.rawValue))
  }

  /// Prints one note's line.
  func write(_ index: Int) throws {
    let row = rows[index]
    try printer.sink.write { out in
      var pending = 0
      for (place, cell) in row.enumerated() {
        let width = columns[place]
        guard width > 0 else { continue }
        if !cell.isEmpty {
          out.append(contentsOf: repeatElement(0x20, count: pending))
          pending = 0
          let cut = printer.context.width == nil ? cell : fitted(cell, place, width)
          printer.painter.append(cut, to: &out)
          pending = max(width - cut.width, 0) + Columns.gap
        } else {
          pending += width + Columns.gap
        }
      }
      out.append(0x0A)
    }
  }

  /// A path loses its beginning, everything else its end.
  private func fitted(_ cell: StyledText, _ place: Int, _ width: Int) -> StyledText {
    guard place == Place.path.rawValue, cell.width > width, let span = cell.spans.first else {
      return cell.truncated(to: width, ellipsis: printer.glyphs.ellipsis)
    }
    return StyledText(
      PathText.shortened(span.text, to: width, ellipsis: printer.glyphs.ellipsis), span.style, link: span.link)
  }

  private static func cells(_ record: NoteRecord, _ printer: Printer, _ vault: ListedVault) -> [StyledText] {
    let theme = printer.theme
    let title = record.title == record.path.stem ? StyledText() : StyledText(record.title, theme[.title])
    let tags = StyledText(record.tags.map { "#" + $0 }.joined(separator: " "), theme[.tag])
    let time = StyledText(
      vault.time(record.updated, isRelative: printer.context.outputIsTerminal), theme[.muted])
    return [
      StyledText(
        printer.painter.path(record.path), theme[.path],
        link: printer.painter.hyperlinks ? PathText.address(record.path, root: vault.root) : nil),
      title, NoteMarks.text(of: record, printer, vault.labels), tags, time,
    ]
  }
}
