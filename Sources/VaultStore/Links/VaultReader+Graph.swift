import VaultCore

/// Notes, and which of them link to which.
package struct NoteGraph: Sendable, Equatable {
  package struct Node: Sendable, Equatable {
    package var path: NotePath
    package var title: String
    /// How many links lead from the note in the middle to it, by the shortest way; 0 for that note itself, nil in the
    /// graph of a whole vault.
    package var step: Int?
    /// How many other notes it links to or is linked from, of those that were found, whether or not they are kept.
    package var links: Int

    package init(path: NotePath, title: String, step: Int?, links: Int) {
      (self.path, self.title, self.step, self.links) = (path, title, step, links)
    }
  }

  /// A link from one note to another, both by their places in `nodes`.
  package struct Edge: Sendable, Hashable {
    package var from: Int
    package var to: Int

    package init(from: Int, to: Int) { (self.from, self.to) = (from, to) }
  }

  /// The nearest first; of those that are equally near those with the most links first, then by path.
  package var nodes: [Node] = []
  /// One for each note that links to another, however often it does; by `from`, then by `to`.
  package var edges: [Edge] = []
  /// How many notes were found and not kept, being the last in that order.
  package var omitted = 0

  package init(nodes: [Node] = [], edges: [Edge] = [], omitted: Int = 0) {
    (self.nodes, self.edges, self.omitted) = (nodes, edges, omitted)
  }
}

extension NoteGraph {
  package static let mostSteps = 4
}

extension VaultReader {
  /// The notes within so many steps of links around one, each step in either direction, and the links among them. At
  /// most `limit` are kept. Throws `NoteNameError`.
  package func graph(around name: String, steps: Int = 2, limit: Int) throws -> NoteGraph {
    let id = try find(name).id
    let links = try ResolvedLinks(self)
    var ring = try snapshot.heads(of: IDSet([id]))
    var found = ring.map { FoundNote(head: $0, step: 0) }
    var seen = IDSet([id])
    for step in 1...min(max(steps, 1), NoteGraph.mostSteps) where !ring.isEmpty {
      var next = try neighbours(of: ring, links)
      next.subtract(seen)
      seen.formUnion(next)
      ring = try snapshot.heads(of: next)
      found += ring.map { FoundNote(head: $0, step: step) }
    }
    return try graph(of: found, links, limit: limit)
  }

  /// All notes and the links among them. At most `limit` are kept.
  package func graph(limit: Int) throws -> NoteGraph {
    let heads = try snapshot.heads(of: snapshot.universe)
    return try graph(of: heads.map { FoundNote(head: $0) }, ResolvedLinks(self, heads: heads), limit: limit)
  }

  private struct FoundNote {
    var head: NoteHead
    var step: Int?
    var links = 0
  }

  /// From so many notes on, resolving every link of the vault once takes less time than looking for what links to each.
  private static let manyNotes = 50

  /// The notes that some link to or are linked from; some of these may be among them.
  private func neighbours(of notes: [NoteHead], _ links: ResolvedLinks) throws -> IDSet {
    var turns = CancellableTurns(cancellation)
    var found = IDSet()
    for note in notes {
      try turns.next()
      for target in try links.targets(of: note.id, at: note.path) { found.insert(target) }
    }
    guard notes.count >= Self.manyNotes else {
      for note in notes { found.formUnion(try self.notes(linkingTo: note.path, note.id, links)) }
      return found
    }
    let wanted = IDSet(notes.map(\.id))
    for note in try snapshot.heads(of: snapshot.universe) {
      try turns.next()
      if try links.targets(of: note.id, at: note.path).contains(where: wanted.contains) { found.insert(note.id) }
    }
    return found
  }

  private func graph(of notes: [FoundNote], _ links: ResolvedLinks, limit: Int) throws -> NoteGraph {
    var turns = CancellableTurns(cancellation)
    var notes = notes
    let places = Dictionary(notes.enumerated().map { ($1.head.id, $0) }) { first, _ in first }
    for place in notes.indices {
      try turns.next()
      let head = notes[place].head
      for target in try links.targets(of: head.id, at: head.path) {
        guard let other = places[target] else { continue }
        notes[place].links += 1
        // Where both link to each other, each counts it as its own.
        let back = try links.targets(of: target, at: notes[other].head.path)
        let index = back.partitioningIndex { $0 >= head.id }
        if index == back.count || back[index] != head.id { notes[other].links += 1 }
      }
    }
    notes.sort { a, b in
      if a.step != b.step { return (a.step ?? 0) < (b.step ?? 0) }
      return a.links == b.links ? a.head.path < b.head.path : a.links > b.links
    }
    let kept = notes.prefix(max(limit, 1))
    let keptPlaces = Dictionary(kept.enumerated().map { ($1.head.id, $0) }) { first, _ in first }
    let edges = try kept.enumerated().flatMap { place, note in
      try links.targets(of: note.head.id, at: note.head.path).compactMap { keptPlaces[$0] }.sorted()
        .map { NoteGraph.Edge(from: place, to: $0) }
    }
    return NoteGraph(
      nodes: kept.map {
        NoteGraph.Node(path: $0.head.path, title: $0.head.title, step: $0.step, links: $0.links)
      }, edges: edges, omitted: notes.count - kept.count)
  }
}
