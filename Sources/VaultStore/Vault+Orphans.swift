import VaultCore

extension Vault {
  /// The notes that no other note links to, and for which the query holds. Order: pinned first, then newest first.
  package func orphans(_ query: Query, limit: Int? = nil) throws -> (records: [NoteRecord], total: Int) {
    let patterns = patterns(of: query)
    return try withSnapshot(patterns: patterns.all) { snapshot in
      var notes = try select(patterns.root, patterns, in: snapshot).notes
      notes.formIntersection(try orphans(in: snapshot))
      return try listed(notes, query, limit: limit, in: snapshot)
    }
  }

  /// The notes that no other note links to.
  ///
  /// A note none of whose names any link has needs no more than a look at the names. Of the notes with such a link, one
  /// after the other is resolved, each once, until the note turns out to be linked.
  func orphans(in snapshot: any VaultSnapshot) throws -> IDSet {
    let heads = try snapshot.heads(of: snapshot.universe)
    var aliases: [Int: [String]] = [:]
    try snapshot.forEachAlias { aliases[$1, default: []].append($0) }
    var linking: [Int64: [Int]] = [:]
    try snapshot.forEachLinkKey { linking[$0, default: []].append($1) }
    let paths = Dictionary(uniqueKeysWithValues: heads.map { ($0.id, $0.path) })

    let links = ResolvedLinks(snapshot, heads: heads)
    var looked = IDSet()
    var linked = IDSet()
    var orphans = IDSet()
    for head in heads {
      for key in LinkKey.all(to: head.path, aliases: aliases[head.id] ?? []) where !linked.contains(head.id) {
        for note in linking[LinkKey.number(key)] ?? [] where !looked.contains(note) && note != head.id {
          guard let path = paths[note] else { continue }
          looked.insert(note)
          for target in try links.targets(of: note, at: path) { linked.insert(target) }
          if linked.contains(head.id) { break }
        }
      }
      if !linked.contains(head.id) { orphans.insert(head.id) }
    }
    return orphans
  }
}
