import VaultCore
import VaultInterface
import VaultStore

/// Notes for people, a line each.
package enum NoteListing {
  /// `keys`: what they are sorted by; the date that decides is the one to show.
  package static func write(
    _ records: [NoteRecord], total: Int, sortedBy keys: [Query.SortKey], to printer: Printer, _ vault: ListedVault
  ) throws {
    let date = keys.map(\.field).first { $0 == .created || $0 == .updated }
    let rows = NoteRows(
      records, .table, printer: printer, vault: vault, time: date == .created ? \.created : \.updated)
    for index in records.indices { try rows.write(index) }
    try printer.noteCount(records.count, of: total, hint: false)
  }
}
