import VaultCore

/// A link, with what it leads to.
package struct NoteLink: Sendable, Hashable {
  package var source: NotePath
  /// The title of the note that it stands in.
  package var title: String
  package var link: Link
  /// The file; nil where the link leads nowhere, and for external ones.
  package var resolved: NotePath?

  /// True when it should lead to a file of the vault and does not.
  package var isDangling: Bool { resolved == nil && !link.isExternal }
}

extension VaultReader {
  /// The links that lead to a note or another file from other notes, by path and place. Throws `NoteNameError`.
  package func backlinks(to name: String) throws -> (target: NotePath, links: [NoteLink]) {
    let (target, id) = try linkTarget(name)
    return (target, try backlinks(to: target, id))
  }

  /// `id`: nil for a file that is no note.
  func backlinks(to target: NotePath, _ id: Int?) throws -> [NoteLink] {
    try links(of: notes(thatMayLinkTo: target, id)) { source, _, resolved in source != target && resolved == target }
  }

  /// Those with a link of one of its names, itself perhaps among them.
  private func notes(thatMayLinkTo target: NotePath, _ id: Int?) throws -> IDSet {
    let record = try id.flatMap { try snapshot.records(of: [$0]).first }
    return try snapshot.notes(linkingToAny: LinkKey.all(to: target, aliases: record?.aliases ?? []))
  }

  /// The notes other than it with a link of any kind that leads to it.
  func notes(linkingTo target: NotePath, _ id: Int) throws -> IDSet {
    try notes(linkingTo: target, id, ResolvedLinks(self))
  }

  func notes(linkingTo target: NotePath, _ id: Int, _ links: ResolvedLinks) throws -> IDSet {
    try links.notes(among: notes(thatMayLinkTo: target, id), linkingTo: id)
  }

  /// The notes that a note links to, itself left out.
  func notes(linkedFrom path: NotePath, _ id: Int) throws -> IDSet {
    IDSet(try ResolvedLinks(self).targets(of: id, at: path))
  }

  // MARK: The links of notes

  /// The links of a note by place, those of its front matter first, with what they lead to. Throws `NoteNameError`.
  package func links(of name: String) throws -> [NoteLink] {
    let path = try resolve(name)
    // External ones are in the file only.
    let bytes = try NoteReader(pipeline).read(path).bytes()
    let note = NoteParser(options: parsingOptions).structure(of: bytes, path: path)
    let resolver = LinkResolver(try snapshot.directory)
    return note.links.map { link in
      let resolved = resolver.resolve(target: link.target, kind: link.kind, from: path).path
      return NoteLink(source: path, title: note.title, link: link, resolved: resolved)
    }.sorted { $0.link.location < $1.link.location }
  }

  /// The links of all notes that lead nowhere, by path and place.
  package func danglingLinks() throws -> [NoteLink] {
    try links(of: snapshot.universe) { _, _, resolved in resolved == nil }
  }

  /// The links of some notes, by path and place, but for external ones. `isWanted`: by the note, the link, and what that
  /// leads to.
  func links(of notes: IDSet, where isWanted: (NotePath, Link, NotePath?) -> Bool) throws -> [NoteLink] {
    let resolver = LinkResolver(try snapshot.directory)
    var found: [NoteLink] = []
    for head in try snapshot.heads(of: notes) {
      for link in try snapshot.links(of: head.id) {
        let resolved = resolver.resolve(target: link.target, kind: link.kind, from: head.path).path
        if isWanted(head.path, link, resolved) {
          found.append(NoteLink(source: head.path, title: head.title, link: link, resolved: resolved))
        }
      }
    }
    return found.sorted { ($0.source, $0.link.location) < ($1.source, $1.link.location) }
  }
}
