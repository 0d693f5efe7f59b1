import VaultCore

extension VaultEditor {
  /// Makes a link lead to another note, or to another heading of the note that it leads to. A text of its own stays, and what it
  /// names of the note, too, where a path alone is given.
  /// - Parameters:
  ///   - place: where the link begins.
  ///   - anchor: as a wikilink has it.
  package func leadLink(
    at place: SourceLocation, of path: NotePath, to target: NotePath, anchor: String? = nil,
    _ options: ChangeOptions = ChangeOptions()
  ) throws -> ChangeOutcome {
    try change("link to \(target)", options) { plan in
      let resolver = try plan.reader.linkResolver
      let meant = anchor.map { LinkTarget("#" + $0).anchor }
      _ = try plan.edit(path) { bytes in
        let spans = NoteSpans(bytes, options: parsingOptions)
        guard let span = spans.links.first(where: { $0.link.location == place }), let parts = span.parts(in: bytes)
        else { throw OutdatedLineError(line: place.line) }
        let isWikilink = span.isWikilink(in: bytes)
        let range = anchor == nil ? parts.path : parts.anchor
        let written =
          if let anchor { isWikilink ? anchor : DestinationText.anchor(anchor) } else {
            isWikilink ? resolver.linkText(to: target, from: path) : DestinationText.text(to: target, from: path)
          }
        guard let range, !range.isEmpty, let written else { throw LinkSyntaxError.unwritable(target.text) }
        let edit = TextEdit(range, in: bytes, with: written)
        // Read again: it leads there, and the others are what they were.
        let after = NoteSpans(try [edit].applied(to: bytes), options: parsingOptions).links.map(\.link)
        let found = after.first { $0.location == place }.map {
          resolver.resolve(target: $0.target, kind: $0.kind, from: path)
        }
        guard after.count == spans.links.count, found?.path == target,
          anchor == nil || found?.anchor == meant
        else { throw LinkSyntaxError.unwritable(target.text) }
        return [edit]
      }
      plan.recordUpdate(path)
    }
  }
}

extension NoteSpans.LinkSpan {
  /// True for `[[…]]` and `![[…]]`.
  package func isWikilink(in bytes: [UInt8]) -> Bool {
    bytes[range].starts(with: "[[".utf8) || bytes[range].starts(with: "![[".utf8)
  }
}
