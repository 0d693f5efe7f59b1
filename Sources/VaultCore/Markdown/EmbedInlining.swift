/// Puts the text that an embed shows, a note's or a section's, in the embed's place: what `SectionExtraction` does the
/// other way round.
///
/// - The text's outermost headings come directly below the heading that the embed stands under.
/// - Links lead where they led. Definitions of labels that the text needs and that stand elsewhere in its note follow
///   it.
/// - The embedded note stays as it is.
package struct EmbedInlining {
  /// What stands alone in a line.
  package struct Embed: Sendable, Hashable {
    package let link: Link
    /// The line's number, from 1 in the file.
    package let line: Int
    /// The line without its ending.
    let range: SourceRange
    /// The level of the section that it stands in; 0 outside of all.
    let level: Int
  }

  /// The embed of a line; `host` is read from `bytes`.
  package static func embed(
    atLine line: Int, of host: Note, in bytes: [UInt8]
  ) throws(EmbedInliningError) -> Embed {
    let outline = bytes.withUnsafeBufferPointer { NoteOutline($0) }
    var level = 0
    for part in outline.parts where part.lines.contains(line) {
      switch part.kind {
      case .section(let own): level = own
      case .paragraph where part.lines == line...line:
        let text = bytes[part.range].trimming(where: \.isSpaceOrTab)
        let link = host.links.first { $0.kind == .embed && $0.location.line == line }
        guard let link, text.starts(with: "![[".utf8),
          Array(text).withUnsafeBufferPointer({ InlineScanner.wikilink($0, from: 1, limit: $0.count)?.end })
            == text.count
        else { throw .noEmbed(line: line) }
        return Embed(link: link, line: line, range: part.range, level: level)
      default: throw .noEmbed(line: line)
      }
    }
    throw .noEmbed(line: line)
  }

  /// The edit of `host` that puts the text in the embed's place.
  /// - Parameters:
  ///   - embed: `embed` finds it.
  ///   - source: The note that it leads to, read from `text`.
  package static func edit(
    replacing embed: Embed, of host: Note, in bytes: [UInt8], by source: Note, in text: [UInt8],
    directory: any LinkDirectory
  ) throws(EmbedInliningError) -> TextEdit {
    let inlining = try EmbedInlining(embed, host, bytes, source, text, directory)
    return try inlining.edit()
  }

  private let embed: Embed
  private let host: Note
  private let bytes: [UInt8]
  private let source: Note
  private let directory: any LinkDirectory
  private let pieces: NotePieces
  private let range: SourceRange
  /// Lines of `source`, among its body's.
  private let lines: ClosedRange<Int>
  private let taken: [SourceRange]

  private init(
    _ embed: Embed, _ host: Note, _ bytes: [UInt8], _ source: Note, _ text: [UInt8], _ directory: any LinkDirectory
  ) throws(EmbedInliningError) {
    (self.embed, self.host, self.bytes, self.source, self.directory) = (embed, host, bytes, source, directory)
    let (outline, document) = text.withUnsafeBufferPointer { (NoteOutline($0), MarkdownDocument($0)) }
    pieces = NotePieces(bytes: text, document: document)
    let found = LinkResolver(directory).resolve(target: embed.link.target, kind: .embed, from: host.path)
    guard found.path == source.path, source.path != host.path,
      let (lines, range) = Self.part(found.anchor, of: source, outline, pieces)
    else { throw .noText(embed.link.target) }
    self.range = range
    self.lines = lines.lowerBound - 1 - document.lineOffset...lines.upperBound - 1 - document.lineOffset
    let (taken, own): ([SourceRange], Set<DefinitionLines.Label>)
    do throws(SectionExtractionError) {
      (taken, own) = try text.withUnsafeBufferPointer { text throws(SectionExtractionError) in
        let definitions = DefinitionLines(text, document)
        let taken = try definitions.needed { range.contains($0) }
        return (
          taken, definitions.labels { place in range.contains(place) || taken.contains { $0.contains(place) } }
        )
      }
    } catch { throw .definition(error) }
    self.taken = taken
    let others = bytes.withUnsafeBufferPointer { DefinitionLines($0, MarkdownDocument($0)).labels { _ in true } }
    if let both = own.intersection(others).map(\.label).min() { throw .label(both) }
  }

  private static func part(
    _ anchor: LinkTarget.Anchor, of note: Note, _ outline: NoteOutline, _ pieces: NotePieces
  ) -> (lines: ClosedRange<Int>, range: SourceRange)? {
    switch anchor {
    case .block: return nil
    case .none: return pieces.text()
    case .heading(let names):
      guard let meant = HeadingLinkTarget(note.headings).headings(meantBy: names)?.last else { return nil }
      for part in outline.parts where part.lines.lowerBound == note.headings[meant].line {
        if case .section = part.kind { return (part.lines, part.range) }
      }
      return nil
    }
  }

  private func edit() throws(EmbedInliningError) -> TextEdit {
    let headings = pieces.headings(in: lines)
    let levels = headings.map(\.level).min().map { embed.level + 1 - $0 } ?? 0
    guard let shifts = pieces.edits(of: headings, by: levels) else { throw .levels }
    let rewriter = LinkRewriter(
      before: directory, after: directory, moves: [source.path: host.path], redirection: { origin, _ in (origin, 0) })
    let ranges = [range] + taken
    let links: [TextEdit]
    do throws(LinkRewriteError) {
      links = try rewriter.edits(for: source, in: pieces.bytes) { link in
        link.kind != .property && ranges.contains { $0.contains(link.targetRange.lowerBound) }
      }
    } catch { throw .link(error) }
    let edits = links + shifts
    let ending = LineEnding(of: bytes)
    guard var text = pieces.text(of: range, edits), let definitions = pieces.definitions(taken, edits) else {
      throw .changesText(line: embed.line)
    }
    if !taken.isEmpty { text += ending.bytes + ending.bytes + definitions }
    text = ending.applied(to: text)
    let document = bytes.withUnsafeBufferPointer { MarkdownDocument($0) }
    let line = embed.line - 1 - document.lineOffset
    let isApart = line > 0 && document.lines[line - 1].kind != .blank
    if isApart { text = ending.bytes + text }
    if line + 1 < document.lines.count, document.lines[line + 1].kind != .blank { text += ending.bytes }
    let edit = TextEdit(embed.range, in: bytes, with: text)
    try check(edit, document, first: line + (isApart ? 1 : 0), levels)
    return edit
  }

  // MARK: The check

  /// The note is read again: the text's lines, those around it, and what its links lead to. `first`: of the text, among
  /// the body's lines.
  private func check(
    _ edit: TextEdit, _ document: MarkdownDocument, first: Int, _ levels: Int
  ) throws(EmbedInliningError) {
    guard let text = try? [edit].applied(to: bytes) else { throw .changesText(line: embed.line) }
    let (fence, new) = text.withUnsafeBufferPointer { (FrontMatterFence.find(in: $0), MarkdownDocument($0)) }
    let line = embed.line - 1 - document.lineOffset
    let behind = document.lines.count - 1 - line
    guard fence.range.upperBound == host.bodyRange.lowerBound, new.lines.count >= first + lines.count + behind else {
      throw .changesText(line: embed.line)
    }
    for (place, own) in lines.enumerated()
    where !new.lines[first + place].isLike(pieces.document.lines[own], levels: levels) {
      throw .changesText(line: embed.line)
    }
    for other in 0..<line where !new.lines[other].isLike(document.lines[other], levels: 0) {
      throw .changesText(line: other + 1 + document.lineOffset)
    }
    for other in 1..<behind + 1 {
      let was = document.lines.count - other
      guard new.lines[new.lines.count - other].isLike(document.lines[was], levels: 0) else {
        throw .changesText(line: was + 1 + document.lineOffset)
      }
    }
    try checkLinks(of: text)
  }

  private func checkLinks(of text: [UInt8]) throws(EmbedInliningError) {
    let resolver = LinkResolver(directory)
    func file(_ link: Link, from note: NotePath) -> NotePath? {
      resolver.resolve(target: link.target, kind: link.kind, from: note).path
    }
    let table = pieces.document.lineTable
    let own = ([range] + taken).flatMap { piece in
      source.links.filter { link in
        let line = link.location.line - 1 - pieces.document.lineOffset
        return link.kind != .property && line >= 0 && piece.contains(table.starts[line] + link.location.column - 1)
      }
    }
    guard let place = host.links.firstIndex(of: embed.link) else { throw .changesText(line: embed.line) }
    let expected =
      host.links[..<place].map { ($0.kind, file($0, from: host.path)) }
      + own.map { ($0.kind, file($0, from: source.path)) }
      + host.links[(place + 1)...].map { ($0.kind, file($0, from: host.path)) }
    let now = LinkEditCheck.links(in: text).map { ($0.kind, file($0, from: host.path)) }
    guard now.count == expected.count, zip(now, expected).allSatisfy({ $0 == $1 }) else {
      throw .changesText(line: embed.line)
    }
  }
}
