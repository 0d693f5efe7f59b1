import Foundation
import VaultCore

/// A note that was referenced lately, and when that was last.
package struct ReferencedNote: Sendable {
  package var record: NoteRecord
  /// Since 1970-01-01T00:00:00Z.
  package var milliseconds: Int64

  package init(_ record: NoteRecord, milliseconds: Int64) { (self.record, self.milliseconds) = (record, milliseconds) }
}

extension VaultReader {
  /// For so many days a note counts as recently referenced.
  package static let daysReferenced = 7

  /// The notes that an assistant or another app was shown since a day (nil: in the last seven days), the last one first, each
  /// once; or in the order of `sort`. Throws where the user's own store of them cannot be read.
  package func referencedNotes(
    _ query: Query = Query(), since day: CivilDate? = nil, sort: [Query.SortKey] = [], limit: Int? = nil,
    after place: ListPlace? = nil
  ) throws -> ListPage<ReferencedNote> {
    let days = DateRange(lower: day ?? environment.today.adding(days: -Self.daysReferenced), upper: nil)
    let asked = sort.isEmpty ? query.sort : sort
    let page = try list(
      query.adding(.referenced(days)),
      sort: asked.isEmpty ? [Query.SortKey(.referenced, isReversed: true)] : asked, limit: limit, after: place)
    let times = try referenceTimes()
    return ListPage(
      entries: page.entries.map { ReferencedNote($0, milliseconds: times[$0.path] ?? 0) }, total: page.total,
      next: page.next)
  }

  /// When each path was referenced last, in milliseconds since 1970. Empty where nothing could be kept.
  func referenceTimes() throws -> [NotePath: Int64] {
    guard environment.folders.state != nil else { return [:] }
    return Dictionary(
      try ReferencedNotes(of: location, environment.folders).read().map { ($0.path, $0.milliseconds) },
      uniquingKeysWith: max)
  }

  /// In their order; before all others where one never was.
  func referenceTimes(of heads: [NoteHead]) throws -> [Int64] {
    let times = try referenceTimes()
    return heads.map { times[$0.path] ?? .min }
  }

  func notes(referencedOn days: DateRange) throws -> IDSet {
    var found = IDSet()
    for (path, milliseconds) in try referenceTimes() where days.contains(day(of: .instant(milliseconds))) {
      if let id = try snapshot.note(at: path) { found.insert(id) }
    }
    return found
  }
}
