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

  /// With the time at which each was referenced last.
  package static func write(
    _ notes: [ReferencedNote], total: Int, to printer: Printer, _ vault: ListedVault
  ) throws {
    let times = Dictionary(notes.map { ($0.record.path, $0.milliseconds) }) { first, _ in first }
    let rows = NoteRows(
      notes.map(\.record), .table, printer: printer, vault: vault,
      time: { note in times[note.path].map { .instant($0) } ?? note.updated })
    for index in notes.indices { try rows.write(index) }
    try printer.noteCount(notes.count, of: total, hint: false)
  }
}
