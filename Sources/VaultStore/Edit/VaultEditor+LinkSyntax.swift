import VaultCore

/// A link that cannot be written in the other syntax. Nothing was changed.
package enum LinkSyntaxError: Failure {
  case missing(NotePath, line: Int)
  case leadsNowhere(String)
  case unwritable(String)
  case losesTitle(String)

  package var kind: FailureKind { .refused }
  package var message: Message {
    switch self {
    case .missing(let path, let line):
      "\(ShownName.path(path.text)):\(line): no link of a note stands there that could be written otherwise"
    case .leadsNowhere(let target):
      "the link to \"\(ShownName.quoted(target))\" leads to no file, so that nobody can say what it should be called"
    case .unwritable(let target):
      "the link to \"\(ShownName.quoted(target))\" cannot be written so that it leads where it leads now"
    case .losesTitle(let target):
      "the link to \"\(ShownName.quoted(target))\" has a title behind its path, which no wikilink has; take that out first"
    }
  }
}

extension VaultEditor {
  /// Writes a wikilink as a Markdown link, and a Markdown link as a wikilink. It leads where it led, and shows what it showed.
  /// - Parameter place: where the link begins.
  package func changeLinkSyntax(
    at place: SourceLocation, of path: NotePath, _ options: ChangeOptions = ChangeOptions()
  ) throws -> ChangeOutcome {
    try change("link syntax in \(path)", options) { plan in
      let resolver = try plan.reader.linkResolver
      _ = try plan.edit(path) { bytes in
        let spans = NoteSpans(bytes, options: parsingOptions)
        guard let span = spans.links.first(where: { $0.link.location == place }), span.link.kind != .property,
          span.link.kind != .reference, let parts = span.parts(in: bytes)
        else { throw LinkSyntaxError.missing(path, line: place.line) }
        let link = span.link
        let found = resolver.resolve(target: link.target, kind: link.kind, from: path)
        guard let target = found.path else { throw LinkSyntaxError.leadsNowhere(link.target) }
        let isWikilink = span.isWikilink(in: bytes)
        let anchor = parts.anchor.map { String(decoding: bytes[$0], as: UTF8.self) }
        let end = (parts.anchor ?? parts.path).upperBound
        if !isWikilink, bytes[end..<span.range.upperBound - 1].contains(where: { !$0.isASCIIWhitespace && $0 != 0x3E })
        {
          throw LinkSyntaxError.losesTitle(link.target)
        }
        let row = bytes.withUnsafeBufferPointer { MarkdownDocument($0).kind(ofLine: place.line) }
        let bar = row == .tableRow ? "\\|" : "|"
        let bang = bytes[span.range.lowerBound] == 0x21 ? "!" : ""
        let written =
          isWikilink
          ? DestinationText.text(to: target, from: path, anchor: anchor).map { "\(bang)[\(link.text)](\($0))" }
          : try plan.reader.linkText(to: target).map { name in
            let whole = name + (anchor.map { "#" + LinkTarget(markdown: "#" + $0).anchorText } ?? "")
            return "\(bang)[[\(whole)\(link.text == whole ? "" : bar + link.text)]]"
          }
        guard let written else { throw LinkSyntaxError.unwritable(link.target) }
        let edit = TextEdit(span.range, in: bytes, with: written)
        // Read again: the same file and the same place in it, and no other link is another one.
        let after = NoteSpans(try [edit].applied(to: bytes), options: parsingOptions).links.map(\.link)
        let same = after.first { $0.location == place }.map {
          resolver.resolve(target: $0.target, kind: $0.kind, from: path)
        }
        guard after.count == spans.links.count, same?.path == target, same?.anchor == found.anchor else {
          throw LinkSyntaxError.unwritable(link.target)
        }
        return [edit]
      }
      plan.recordUpdate(path)
    }
  }
}
