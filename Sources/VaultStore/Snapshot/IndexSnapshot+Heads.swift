import GRDB
import VaultCore

/// What sorting, ranking and typing need of many notes at once, which a session keeps from one question to the next.
extension IndexSnapshot {
  func heads(of notes: IDSet) throws -> [NoteHead] {
    let (count, all) = (notes.count, try noteCount)
    let isMany = count * 3 > all
    if let kept, let state = try state,
      let known = try kept.heads(
        of: state.identity, below: nextID, count: all, isWorthReading: isMany, read: { try readHeads(from: $0) })
    {
      return try heads(of: notes, in: known)
    }
    let heads = try isMany ? readHeads(from: 1) { notes.contains($0) } : readHeads(of: notes.ids)
    guard heads.count == count else { throw Self.damage("the list of notes is") }
    return heads
  }

  /// `known`: heads by number, others among them.
  private func heads(of notes: IDSet, in known: [NoteHead]) throws -> [NoteHead] {
    var heads: [NoteHead] = []
    heads.reserveCapacity(notes.count)
    // Each stands as far behind the one before it as its number says, or nearer where there are gaps.
    var (place, last) = (0, known.first?.id ?? 0)
    for id in notes.ids {
      let farthest = min(place + max(0, id - last), known.count - 1)
      if farthest >= 0, known[farthest].id == id {
        place = farthest
      } else {
        place = known[place..<max(place, farthest)].partitioningIndex { $0.id >= id }
      }
      last = id
      if place < known.count, known[place].id == id {
        heads.append(known[place])
      } else {
        // A note that is gone by now, of which an earlier look asks.
        guard let head = try readHeads(of: [id]).first else { throw Self.damage("the list of notes is") }
        heads.append(head)
      }
    }
    return heads
  }

  private static let headColumns =
    "id, path, title, body_bytes, pinned, category, source, created_kind, created, updated_kind, updated"

  private static func head(_ row: IndexStatement) -> NoteHead {
    NoteHead(
      id: row.int(0), path: NotePath(bytes: row.bytes(1)), title: row.string(2), bodyBytes: row.int(3),
      pinned: row.int(4) != 0, category: row.string(5), source: row.string(6),
      created: NoteDate(kind: row.int(7), value: row.int64(8)),
      updated: NoteDate(kind: row.int(9), value: row.int64(10)))
  }

  /// Those of notes from a number on, by number.
  private func readHeads(from first: Int, where isWanted: (Int) -> Bool = { _ in true }) throws -> [NoteHead] {
    var heads: [NoteHead] = []
    let next = try nextID
    let statement = try IndexStatement(db, "SELECT \(Self.headColumns) FROM note WHERE id >= ?1 ORDER BY id", first)
    var previous = 0
    while try statement.step() {
      let id = try Self.checked(statement.int(0), below: next)
      // A damaged page may hold its rows in another order.
      guard id > previous else { throw Self.damage("the list of notes is") }
      previous = id
      if isWanted(id) { heads.append(Self.head(statement)) }
    }
    return heads
  }

  private func readHeads(of ids: some Sequence<Int>) throws -> [NoteHead] {
    var heads: [NoteHead] = []
    let statement = try IndexStatement(db, "SELECT \(Self.headColumns) FROM note WHERE id = ?1")
    for id in ids {
      statement.bind(id)
      if try statement.step() { heads.append(Self.head(statement)) }
      statement.reset()
    }
    return heads
  }

  /// The names of all notes, and of some that are no more; nil where nothing is kept.
  var keptNames: [BegunNames]? {
    get throws {
      guard let kept, let state = try state else { return nil }
      let heads = try heads(of: universe)
      let names = kept.names(of: state.identity, heads, below: try nextID)
      let others = try kept.otherNames(in: state) {
        var (names, scanner) = (BegunNames(), WordScanner())
        try forEachAlias { names.append($0, .alias, of: $1, &scanner) }
        try forEachTag { names.append($0, .tag, of: $1, &scanner) }
        return names
      }
      return [names, others]
    }
  }

  /// The numbers of all notes in an order that is kept; nil where nothing is.
  func keptOrder(_ order: KeptNotes.Order, make: () throws -> [Int]) throws -> [Int]? {
    guard let kept, let state = try state else { return nil }
    return try kept.order(order, in: state, make: make)
  }
}
