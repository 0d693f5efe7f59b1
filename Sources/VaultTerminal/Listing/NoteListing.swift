import VaultCore
import VaultInterface
import VaultStore

/// Notes for people, a line each.
package struct NoteListing {
  private let records: [NoteRecord]
  private let total: Int
  private let printer: Printer
  private let rows: NoteRows

  /// `keys`: what they are sorted by; the date that decides is the one to show.
  package init(
    _ records: [NoteRecord], total: Int, sortedBy keys: [Query.SortKey], printer: Printer, vault: ListedVault
  ) {
    self.records = records
    self.total = total
    self.printer = printer
    let date = keys.map(\.field).first { $0 == .created || $0 == .updated }
    rows = NoteRows(
      records, .table, printer: printer, vault: vault, time: date == .created ? \.created : \.updated)
  }

  package func write() throws {
    for index in records.indices { try rows.write(index) }
    guard printer.context.outputIsTerminal, !records.isEmpty else { return }
    let count = records.count < total ? "\(records.count) of \(total) notes" : total == 1 ? "1 note" : "\(total) notes"
    try printer.line(count, printer.theme[.muted])
  }
}
