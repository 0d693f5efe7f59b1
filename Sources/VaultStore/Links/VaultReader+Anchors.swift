import VaultCore

extension NoteLink {
  /// True when it names a heading or block of a note. Anchors in other files (`x.pdf#page=3`) are other programs'.
  var namesPartOfNote: Bool { anchor != .none && resolved?.isNote == true }
}

extension VaultReader {
  /// The headings of a note that are called nearly like the one that a link names; none where the link leads to one, or to a
  /// block.
  package func headings(
    meantBy anchor: LinkTarget.Anchor, from kind: Link.Kind, in path: NotePath, limit: Int
  ) throws -> [Heading] {
    guard case .heading(let names) = anchor, let name = names.last, let bytes = try bytes(ofNoteAt: path) else {
      return []
    }
    let note = NoteParser(options: vault.parsingOptions).structure(of: bytes, path: path)
    guard !LinkAnchors(note, bytes).leads(anchor, from: kind) else { return [] }
    let near = Suggestion.nearest(to: name, among: note.headings.map(\.anchor), limit: limit, isGenerous: true)
    return near.compactMap { name in note.headings.first { $0.anchor == name } }
  }

  /// The links, with the headings and blocks that they name and that are not there. The notes that they lead to are read
  /// for it, on all cores; in one that cannot be read, nothing is missing.
  func lookingForAnchors(of links: [NoteLink]) throws -> [NoteLink] {
    struct Anchor: Hashable {
      var anchor: LinkTarget.Anchor
      var kind: Link.Kind
    }
    var wanted: [NotePath: Set<Anchor>] = [:]
    for link in links where link.namesPartOfNote {
      if let path = link.resolved {
        wanted[path, default: []].insert(Anchor(anchor: link.anchor, kind: link.link.kind))
      }
    }
    guard !wanted.isEmpty else { return links }
    let anchors = wanted
    let paths = anchors.keys.sorted()
    var missing: [NotePath: Set<Anchor>] = [:]
    var next = 0
    try pipeline.run(
      paths.map { NoteJob(path: $0) },
      transform: { note, parser -> Set<Anchor> in
        guard case .bytes(let bytes) = note.content, let asked = anchors[note.job.path] else { return [] }
        let known = LinkAnchors(parser.structure(of: bytes, path: note.job.path), bytes)
        return asked.filter { !known.leads($0.anchor, from: $0.kind) }
      },
      take: { found in
        if !found.isEmpty { missing[paths[next]] = found }
        next += 1
        progress(next, paths.count)
      })
    return links.map { link in
      guard let path = link.resolved, let found = missing[path],
        found.contains(Anchor(anchor: link.anchor, kind: link.link.kind))
      else { return link }
      var link = link
      if case .block = link.anchor { link.missing = .block } else { link.missing = .heading }
      return link
    }
  }
}
