import VaultCore

/// A link that leads to a note, from where it stands.
package struct Backlink: Sendable, Hashable {
  package var source: NotePath
  package var title: String
  package var link: Link
}

extension Vault {
  /// The links that lead to a note from other notes, by path and place.
  package func backlinks(to name: String) throws -> (target: NotePath, links: [Backlink]) {
    try withSnapshot { snapshot in
      let (target, id) = try resolve(name, in: snapshot)
      return (target, try backlinks(to: target, id, in: snapshot))
    }
  }

  func backlinks(to target: NotePath, _ id: Int, in snapshot: any VaultSnapshot) throws -> [Backlink] {
    let record = try snapshot.records(of: [id]).first
    var candidates = IDSet()
    for key in LinkKey.all(to: target, aliases: record?.aliases ?? []) {
      candidates.formUnion(try snapshot.notes(linkingTo: key))
    }
    let resolver = LinkResolver(snapshot.directory)
    var found: [Backlink] = []
    for head in try snapshot.heads(of: candidates) where head.path != target {
      for link in try snapshot.links(of: head.id) {
        guard resolver.resolve(target: link.target, kind: link.kind, from: head.path).path == target else { continue }
        found.append(Backlink(source: head.path, title: head.title, link: link))
      }
    }
    return found.sorted { ($0.source, $0.link.location) < ($1.source, $1.link.location) }
  }

  /// Links that lead nowhere, by path and place.
  func danglingLinks(in snapshot: any VaultSnapshot) throws -> [(path: NotePath, link: Link)] {
    let resolver = LinkResolver(snapshot.directory)
    var found: [(path: NotePath, link: Link)] = []
    for head in try snapshot.heads(of: snapshot.universe) {
      for link in try snapshot.links(of: head.id) {
        if resolver.resolve(target: link.target, kind: link.kind, from: head.path).path == nil {
          found.append((head.path, link))
        }
      }
    }
    return found.sorted { ($0.path, $0.link.location) < ($1.path, $1.link.location) }
  }
}
