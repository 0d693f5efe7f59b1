/// Edits of the targets of one note's links, put together one by one and then checked.
struct LinkEdits {
  let note: Note
  let bytes: [UInt8]
  private var edits: [SourceRange: TextEdit] = [:]
  /// What links in the front matter's strings lead to, as they are read, and what they shall.
  private var properties: [[UInt8]: [UInt8]] = [:]
  private var firstProperty: Link?

  init(_ note: Note, in bytes: [UInt8]) {
    self.note = note
    self.bytes = bytes
  }

  mutating func replace(_ range: SourceRange, with text: [UInt8]) {
    edits[range] = TextEdit(range, in: bytes, with: text)
  }

  /// `target`: what the link's shall be.
  mutating func change(property link: Link, to target: [UInt8]) {
    properties[Array(link.target.utf8)] = target
    firstProperty = firstProperty ?? link
  }

  /// The edits in order, without those that change nothing.
  /// - Parameter target: What a link has to lead to, for the error's text.
  /// - Throws: where the note would no longer be what it was but for these targets.
  func checked(target: (Link) -> String) throws(LinkRewriteError) -> [TextEdit] {
    var all = Array(edits.values)
    if let firstProperty {
      guard let found = PropertyLinkEdits(targets: properties).edits(of: note, in: bytes) else {
        let isTOML = note.frontMatter.format == .toml
        throw LinkRewriteError(isTOML ? .toml : .property, firstProperty, in: note, target: target(firstProperty))
      }
      all += found
    }
    all.removeAll(where: \.changesNothing)
    all.sort { $0.range.lowerBound < $1.range.lowerBound }
    if let index = LinkEditCheck.firstChanged(all, of: note, in: bytes) {
      throw LinkRewriteError(.changesText, note.links[index], in: note, target: target(note.links[index]))
    }
    return all
  }
}
