extension Note {
  /// The line of the heading or block that an anchor names, from 1 in the file; nil where there is none.
  package func line(of anchor: LinkTarget.Anchor) -> Int? {
    switch anchor {
    case .none: return nil
    case .block(let id):
      let key = LinkResolver.key(id)
      return blockIDs.first { LinkResolver.key($0.id) == key }?.line
    case .heading(let path):
      let target = HeadingLinkTarget(headings)
      // A heading may hold a `#` itself.
      let found = target.headings(named: path) ?? target.headings(named: [path.joined(separator: "#")])
      return found?.last.map { headings[$0].line }
    }
  }
}

extension Heading {
  /// What stands behind the `#` of a link to it; empty where no link can name it.
  package var anchor: String { HeadingLinkTarget.anchor(of: text) }
}
