import Foundation
import VaultCore

/// A note that was referenced lately, and when that was last.
package struct ReferencedNote: Sendable {
  package var record: NoteRecord
  /// Since 1970-01-01T00:00:00Z.
  package var milliseconds: Int64
}

extension VaultReader {
  /// For so many days a note counts as recently referenced.
  package static let daysReferenced = 7

  /// The notes that an assistant or another app was shown in the last days, the last one first, each once. Those that are
  /// gone are left out. Throws where the user's own store of them cannot be read.
  package func referencedNotes(days: Int = daysReferenced, limit: Int = .max) throws -> [ReferencedNote] {
    guard environment.folders.state != nil else { return [] }
    let oldest = Int64(environment.now.timeIntervalSince1970 * 1_000) - Int64(days) * 86_400_000
    let recent = try ReferencedNotes(of: location, environment.folders).read().filter { $0.milliseconds >= oldest }
    var found: [(id: Int, milliseconds: Int64)] = []
    for reference in ReferencedNotes.latest(recent).reversed() {
      guard found.count < limit else { break }
      if let id = try snapshot.note(at: reference.path) { found.append((id, reference.milliseconds)) }
    }
    return zip(try snapshot.records(of: found.map(\.id)), found).map {
      ReferencedNote(record: $0, milliseconds: $1.milliseconds)
    }
  }
}
