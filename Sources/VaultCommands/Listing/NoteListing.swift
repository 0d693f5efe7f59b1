import VaultCore
import VaultStore

/// Notes for people, a line each.
struct NoteListing {
  private let records: [NoteRecord]
  private let total: Int
  private let printer: Printer
  private let rows: NoteRows

  init(_ records: [NoteRecord], total: Int, printer: Printer, vault: ListedVault) {
    self.records = records
    self.total = total
    self.printer = printer
    rows = NoteRows(records, .table, printer: printer, vault: vault)
  }

  func write() throws {
    for index in records.indices { try rows.write(index) }
    guard printer.context.outputIsTerminal, !records.isEmpty else { return }
    let count = records.count < total ? "\(records.count) of \(total) notes" : total == 1 ? "1 note" : "\(total) notes"
    try printer.line(count, printer.theme[.muted])
  }
}
