/// The lines of a note's headings and blocks, by the anchors that name them. Each anchor is looked for once, however many
/// links have it.
package final class AnchorLines {
  private let note: Note
  private(set) lazy var headings = HeadingLinkTarget(note.headings)
  /// The lines of the blocks by the keys (`LinkResolver.key`) of their ids; the first of several alike.
  private lazy var blocks = Dictionary(note.blockIDs.map { (LinkResolver.key($0.id), $0.line) }) { first, _ in first }
  private var known: [LinkTarget.Anchor: Int?] = [:]

  package init(_ note: Note) { self.note = note }

  /// The line of the heading or block that an anchor names, from 1 in the file; nil where there is none.
  package func line(of anchor: LinkTarget.Anchor) -> Int? {
    if let line = known[anchor] { return line }
    let line = find(anchor)
    known[anchor] = .some(line)
    return line
  }

  private func find(_ anchor: LinkTarget.Anchor) -> Int? {
    switch anchor {
    case .none: return nil
    case .block(let id): return blocks[LinkResolver.key(id)]
    case .heading(let path):
      return headings.headings(meantBy: path)?.last.map { note.headings[$0].line }
    }
  }
}

extension Note {
  /// The line that an anchor names, as in `AnchorLines`, which serves many anchors.
  package func line(of anchor: LinkTarget.Anchor) -> Int? { AnchorLines(self).line(of: anchor) }
}

extension Heading {
  /// What stands behind the `#` of a link to it; empty where no link can name it.
  package var anchor: String { HeadingLinkTarget.anchor(of: text) }
}
