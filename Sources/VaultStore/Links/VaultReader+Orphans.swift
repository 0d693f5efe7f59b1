import VaultCore

extension VaultReader {
  /// The notes that no other note links to, and for which the query holds. Order: pinned first, then newest first.
  package func orphans(_ query: Query, limit: Int? = nil) throws -> (records: [NoteRecord], total: Int) {
    let texts = texts(of: query)
    var notes = try select(texts).notes
    notes.formIntersection(try orphans())
    return try listed(notes, query, limit: limit)
  }

  /// The notes that no other note links to.
  ///
  /// A note none of whose names any link has needs no more than a look at the names. For the others, the notes with such
  /// a link are looked at, each once, until the note turns out to be linked; of their links only those are resolved that
  /// may lead to a note not known to be linked yet.
  func orphans() throws -> IDSet {
    let heads = try snapshot.heads(of: snapshot.universe)
    if try snapshot.directory.findsParts { return try orphans(among: heads) }
    var aliases: [Int: [String]] = [:]
    try snapshot.forEachAlias { aliases[$1, default: []].append($0) }
    let linking = try LinkingNotes(snapshot)
    var turns = CancellableTurns(cancellation)
    // In flat arrays: a hundred thousand small ones would take longer to be freed than a question may take to be dropped.
    var keys: [Int64] = []
    var keyRanges: [Range<Int>] = []
    var places: [Int: Int] = [:]
    // How many notes of a key are not known to be linked.
    var waiting: [Int64: Int] = [:]
    for (place, head) in heads.enumerated() {
      try turns.next()
      places[head.id] = place
      let first = keys.count
      let all = Set(LinkKey.all(to: head.path, aliases: aliases[head.id] ?? []).map(LinkKey.number))
      keys += all.filter { !linking.places(of: $0).isEmpty }.sorted()
      keyRanges.append(first..<keys.count)
      for key in keys[first...] { waiting[key, default: 0] += 1 }
    }

    let links = try ResolvedLinks(self, heads: heads)
    var looked = IDSet()
    var linked = IDSet()
    for (place, head) in heads.enumerated() {
      for key in keys[keyRanges[place]] where !linked.contains(head.id) {
        for note in linking.notes[linking.places(of: key)] where !looked.contains(note) && note != head.id {
          try turns.next()
          guard let path = places[note].map({ heads[$0].path }) else { continue }
          looked.insert(note)
          try links.forEachTarget(
            of: note, at: path, where: { LinkKey.all(of: $0).contains { waiting[LinkKey.number($0), default: 0] > 0 } },
            { target in
              guard !linked.contains(target), let place = places[target] else { return }
              linked.insert(target)
              for key in keys[keyRanges[place]] { waiting[key, default: 0] -= 1 }
            })
          if linked.contains(head.id) { break }
        }
      }
    }
    var orphans = try snapshot.universe
    orphans.subtract(linked)
    return orphans
  }

  /// The same where a link may name a part of a path, so that every link has to be resolved.
  private func orphans(among heads: [NoteHead]) throws -> IDSet {
    let links = try ResolvedLinks(self, heads: heads)
    var turns = CancellableTurns(cancellation)
    var linked = IDSet()
    for head in heads {
      try turns.next()
      for target in try links.targets(of: head.id, at: head.path) { linked.insert(target) }
    }
    var orphans = try snapshot.universe
    orphans.subtract(linked)
    return orphans
  }
}

/// Which notes have links of which key, by key.
private struct LinkingNotes {
  private var keys: [Int64] = []
  private(set) var notes: [Int] = []

  init(_ snapshot: any VaultSnapshot) throws {
    var rows: [(key: Int64, note: Int)] = []
    try snapshot.forEachLinkKey { rows.append(($0, $1)) }
    // The index gives them in this order, the files do not.
    if !zip(rows, rows.dropFirst()).allSatisfy({ $0.key <= $1.key }) { rows.sort { $0 < $1 } }
    keys = rows.map(\.key)
    notes = rows.map(\.note)
  }

  func places(of key: Int64) -> Range<Int> {
    let first = keys.partitioningIndex { $0 >= key }
    var end = first
    while end < keys.count, keys[end] == key { end += 1 }
    return first..<end
  }
}
