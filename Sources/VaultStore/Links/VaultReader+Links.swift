import VaultCore

/// A link, with what it leads to.
package struct NoteLink: Sendable, Hashable {
  package var source: NotePath
  /// The title of the note that it stands in.
  package var title: String
  package var link: Link
  /// The file; nil where the link leads nowhere, and for external ones.
  package var resolved: NotePath?
  /// What it names in that file.
  package var anchor = LinkTarget.Anchor.none
  /// What it should lead to and is not there; nil for external ones, and where that was not looked for.
  package var missing: Missing?

  package enum Missing: String, Sendable, CaseIterable {
    case file
    case heading = "anchor"
    case block
  }

  init(source: NotePath, title: String, link: Link, _ resolution: LinkResolver.Resolution) {
    (self.source, self.title, self.link) = (source, title, link)
    (resolved, anchor) = (resolution.path, resolution.anchor)
    missing = resolved == nil && !link.isExternal ? .file : nil
  }

  package var isDangling: Bool { missing != nil }
}

extension VaultReader {
  /// The links that lead to a note or another file from other notes, by path and place. Throws `NoteNameError`.
  package func backlinks(to name: String) throws -> (target: NotePath, links: [NoteLink]) {
    let (target, id) = try linkTarget(name)
    return (target, try backlinks(to: target, id))
  }

  /// `id`: nil for a file that is no note.
  func backlinks(to target: NotePath, _ id: Int?) throws -> [NoteLink] {
    try links(of: notes(thatMayLinkTo: target, id)) { $0.source != target && $0.resolved == target }
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
    let links = note.links.map { link in
      NoteLink(
        source: path, title: note.title, link: link,
        resolver.resolve(target: link.target, kind: link.kind, from: path))
    }.sorted { $0.link.location < $1.link.location }
    return try lookingForAnchors(of: links)
  }

  /// The links of all notes that lead nowhere, or to no heading or block of the note that they name, by path and place.
  package func danglingLinks() throws -> [NoteLink] {
    let links = try links(of: snapshot.universe) { $0.isDangling || $0.namesPartOfNote }
    return try lookingForAnchors(of: links).filter(\.isDangling)
  }

  /// The links of other notes that lead to a file, or that have this name and lead nowhere, by path and place. `name`: of a
  /// note or another file, or what links call a file that is not there. Throws `NoteNameError` for a name of several files.
  package func links(to name: String) throws -> [NoteLink] {
    do {
      let (path, id) = try linkTarget(name)
      return try lookingForAnchors(of: backlinks(to: path, id))
    } catch let error as NoteNameError {
      guard case .notFound = error, LinkKey.of(path: name) != nil else { throw error }
      return try danglingLinks(to: name)
    }
  }

  /// The links that have this name and lead nowhere, by path and place.
  func danglingLinks(to name: String) throws -> [NoteLink] {
    guard let key = LinkKey.of(path: name) else { return [] }
    // With folders, the whole of what is written counts.
    let wanted = name.utf8.contains(0x2F) ? Self.comparable(name) : nil
    return try links(of: snapshot.notes(linkingTo: key)) { link in
      link.isDangling && LinkKey.all(of: link.link).contains(key)
        && (wanted == nil || Self.comparable(LinkTarget(link.link.target).path) == wanted)
    }
  }

  private static func comparable(_ path: String) -> String { LinkResolver.key(NotePath(path).withoutNoteExtension) }

  /// The links of some notes that are wanted, by path and place, but for external ones. Anchors are not looked for.
  func links(of notes: IDSet, where isWanted: (NoteLink) -> Bool) throws -> [NoteLink] {
    let resolver = LinkResolver(try snapshot.directory)
    var found: [NoteLink] = []
    for head in try snapshot.heads(of: notes) {
      for link in try snapshot.links(of: head.id) {
        let resolution = resolver.resolve(target: link.target, kind: link.kind, from: head.path)
        let link = NoteLink(source: head.path, title: head.title, link: link, resolution)
        if isWanted(link) { found.append(link) }
      }
    }
    return found.sorted { ($0.source, $0.link.location) < ($1.source, $1.link.location) }
  }
}
