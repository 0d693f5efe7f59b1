/// Makes links of places that name a note without being links to it.
package struct MentionLinks {
  private let resolver: LinkResolver
  private let target: NotePath
  private let options: ParsingOptions
  /// What stands between the brackets of a link to the note whatever its text is.
  private let name: String

  /// - Parameter name: a text between brackets that leads to the note.
  package init(to target: NotePath, named name: String, _ resolver: LinkResolver, _ options: ParsingOptions) {
    (self.target, self.name, self.resolver, self.options) = (target, name, resolver, options)
  }

  /// The edits that put brackets around mentions in a note; what is shown stays as it is. A mention of which no link can be
  /// made is left out.
  package func edits(of mentions: [Mention], in path: NotePath, _ bytes: [UInt8]) -> [TextEdit] {
    let document = bytes.withUnsafeBufferPointer { MarkdownDocument($0) }
    let edits = mentions.compactMap { edit(of: $0, in: path, bytes, document) }
    if isRight(edits, in: path, bytes) { return edits }
    // One that reads otherwise than it should spoils all.
    return edits.filter { isRight([$0], in: path, bytes) }
  }

  private func edit(
    of mention: Mention, in path: NotePath, _ bytes: [UInt8], _ document: MarkdownDocument
  ) -> TextEdit? {
    let line = document.kind(ofLine: mention.location.line)
    // Links to a heading name it as it is.
    if case .heading? = line { return nil }
    let shown = String(decoding: bytes[mention.place], as: UTF8.self)
    // Marks of emphasis in it have their other half outside.
    guard !shown.contains(where: { $0.isNewline || "[]|*`~=<>$\\".contains($0) }) else { return nil }
    if leads(shown, from: path) { return TextEdit(mention.place, in: bytes, with: "[[\(shown)]]") }
    let bar = line == .tableRow ? "\\|" : "|"
    return TextEdit(mention.place, in: bytes, with: "[[\(name)\(bar)\(shown)]]")
  }

  /// An alias alone leads there for this program, and for others not.
  private func leads(_ text: String, from path: NotePath) -> Bool {
    guard LinkResolver.key(text) == LinkResolver.key(target.stem) else { return false }
    let found = resolver.resolve(target: text, kind: .wiki, from: path)
    return found.path == target && found.anchor == .none
  }

  /// True where the note has the links that it had, and just those to the target besides.
  private func isRight(_ edits: [TextEdit], in path: NotePath, _ bytes: [UInt8]) -> Bool {
    guard let after = try? edits.applied(to: bytes) else { return false }
    func links(_ bytes: [UInt8]) -> (all: Int, toTarget: Int) {
      let links = NoteSpans(bytes, options: options).links.map(\.link)
      return (
        links.count, links.count { resolver.resolve(target: $0.target, kind: $0.kind, from: path).path == target }
      )
    }
    let (old, new) = (links(bytes), links(after))
    return new.all == old.all + edits.count && new.toTarget == old.toTarget + edits.count
  }
}
