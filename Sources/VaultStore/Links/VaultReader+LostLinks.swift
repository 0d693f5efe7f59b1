import VaultCore

extension VaultReader {
  /// The links of the notes that stay which lead to one of `gone` now, and nowhere without them, by path and place.
  func links(lostWithout gone: Set<NotePath>) throws -> [NoteLink] {
    var notes = IDSet()
    for path in gone {
      let record = try snapshot.note(at: path).flatMap { try snapshot.records(of: [$0]).first }
      notes.formUnion(try snapshot.notes(linkingToAny: LinkKey.all(to: path, aliases: record?.aliases ?? [])))
    }
    let directory = try snapshot.directory
    let after = LinkResolver(RemainingLinkDirectory(before: directory, without: gone))
    return try links(of: notes) { link in
      guard !gone.contains(link.source), let resolved = link.resolved, gone.contains(resolved) else { return false }
      return after.resolve(target: link.link.target, kind: link.link.kind, from: link.source).path == nil
    }
  }
}

/// Links that lead nowhere when a change is done, in words.
struct LostLinks {
  private let links: [NoteLink]
  /// How many are named.
  private static let most = 5

  /// Nil where there are none.
  init?(_ links: [NoteLink]) {
    guard !links.isEmpty else { return nil }
    self.links = links
  }

  var message: Message {
    let notes = Set(links.map(\.source)).count
    let count = links.count == 1 ? "1 link" : "\(links.count) links in \(notes == 1 ? "1 note" : "\(notes) notes")"
    let places = links.prefix(Self.most).map { link in
      "\n  \(ShownName.path(link.source.text)):\(link.link.location.line)  \(ShownName.quoted(link.link.target))"
    }
    let more = links.count > Self.most ? "\n  and \(links.count - Self.most) more" : ""
    return "After that, \(count) \(links.count == 1 ? "leads" : "lead") nowhere:\(places.joined())\(more)"
  }
}
