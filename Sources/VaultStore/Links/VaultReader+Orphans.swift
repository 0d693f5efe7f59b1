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
    var aliases: [Int: [String]] = [:]
    try snapshot.forEachAlias { aliases[$1, default: []].append($0) }
    var linking: [Int64: [Int]] = [:]
    try snapshot.forEachLinkKey { linking[$0, default: []].append($1) }
    var paths: [Int: NotePath] = [:]
    var keys: [Int: [Int64]] = [:]
    // How many notes of a key are not known to be linked.
    var waiting: [Int64: Int] = [:]
    for head in heads {
      paths[head.id] = head.path
      let found = Set(LinkKey.all(to: head.path, aliases: aliases[head.id] ?? []).map(LinkKey.number))
        .filter { linking[$0] != nil }
      keys[head.id] = found.sorted()
      for key in found { waiting[key, default: 0] += 1 }
    }

    let links = try ResolvedLinks(self, heads: heads)
    var looked = IDSet()
    var linked = IDSet()
    for head in heads {
      for key in keys[head.id] ?? [] where !linked.contains(head.id) {
        for note in linking[key] ?? [] where !looked.contains(note) && note != head.id {
          guard let path = paths[note] else { continue }
          looked.insert(note)
          try links.forEachTarget(
            of: note, at: path, where: { LinkKey.all(of: $0).contains { waiting[LinkKey.number($0), default: 0] > 0 } },
            { target in
              guard !linked.contains(target) else { return }
              linked.insert(target)
              for key in keys[target] ?? [] { waiting[key, default: 0] -= 1 }
            })
          if linked.contains(head.id) { break }
        }
      }
    }
    var orphans = try snapshot.universe
    orphans.subtract(linked)
    return orphans
  }
}
