/// A part of a note that is taken out into a note of its own.
///
/// - The heading that a section begins with gets level 1, and those below it as many levels less.
/// - Links lead where they led: those of the text, those to headings and blocks in it, and those from it to what stays.
/// - Definitions of footnotes and of links that the text needs, or what stays needs of the text's, are copied. None is
///   taken away.
/// - In place of the text there is a link to it, or an embed of it, with blank lines around it where there is text.
package struct SectionExtraction {
  package enum Part: Hashable, Sendable {
    /// With its heading's line.
    case section(line: Int)
    /// Whole lines of the body, none of them part of a list, quote, table or section that goes beyond them.
    case lines(ClosedRange<Int>)
  }

  package enum Rest: Hashable, Sendable { case link, embed }

  /// What is taken out, without blank lines at its ends. All lines count from 1 in the file.
  package let lines: ClosedRange<Int>

  private let note: Note
  private let bytes: [UInt8]
  private let path: NotePath
  private let pieces: NotePieces
  private var document: MarkdownDocument { pieces.document }
  /// Without the last line's ending.
  private let range: SourceRange
  private let directory: any LinkDirectory
  private let after: any LinkDirectory
  /// Definitions that stand elsewhere and go along, and those that go and stay as well.
  private let taken: [SourceRange]
  private let kept: [SourceRange]
  private let redirection: LinkRewriter.Redirection
  /// For links in notes that stay where they are.
  private let follower: LinkRewriter

  /// - Parameters:
  ///   - note: Read from `bytes`.
  ///   - path: The new note's; nothing is there yet.
  package init(
    _ part: Part, of note: Note, in bytes: [UInt8], to path: NotePath, directory: any LinkDirectory
  ) throws(SectionExtractionError) {
    self.note = note
    self.bytes = bytes
    self.path = path
    self.directory = directory
    after = ExtendedLinkDirectory(directory, adding: [path])
    let (outline, document) = bytes.withUnsafeBufferPointer { (NoteOutline($0), MarkdownDocument($0)) }
    pieces = NotePieces(bytes: bytes, document: document)
    switch part {
    case .section(let line):
      let section = outline.parts.first { part in
        if case .section = part.kind { part.lines.lowerBound == line } else { false }
      }
      guard let section else { throw .noSection(line: line) }
      (lines, range) = (section.lines, section.range)
    case .lines(let lines):
      (self.lines, range) = try Self.wholeParts(lines, outline, pieces)
    }
    (taken, kept) = try Self.definitions(around: range, bytes, document)
    redirection = Self.redirection(of: note, lines, to: path)
    follower = LinkRewriter(before: directory, after: after, moves: [:], redirection: redirection)
  }

  /// The lines with text among those named.
  private static func wholeParts(
    _ lines: ClosedRange<Int>, _ outline: NoteOutline, _ pieces: NotePieces
  ) throws(SectionExtractionError) -> (ClosedRange<Int>, SourceRange) {
    for part in outline.parts where part.lines.overlaps(lines) {
      if part.kind == .frontMatter { throw .noText }
      if lines.contains(part.lines.lowerBound), lines.contains(part.lines.upperBound) { continue }
      guard case .section = part.kind, part.lines.lowerBound < lines.lowerBound else {
        throw .cuts(line: part.lines.lowerBound)
      }
    }
    guard let found = pieces.text(in: lines) else { throw .noText }
    return found
  }

  private static func definitions(
    around range: SourceRange, _ bytes: [UInt8], _ document: MarkdownDocument
  ) throws(SectionExtractionError) -> ([SourceRange], [SourceRange]) {
    try bytes.withUnsafeBufferPointer { bytes throws(SectionExtractionError) in
      let definitions = DefinitionLines(bytes, document)
      return (try definitions.needed { range.contains($0) }, try definitions.needed { !range.contains($0) })
    }
  }

  // MARK: Links

  /// Links to the note follow what is taken out of it; names of headings that stay are no longer above those that are.
  private static func redirection(
    of note: Note, _ lines: ClosedRange<Int>, to path: NotePath
  ) -> LinkRewriter.Redirection {
    let known = AnchorLines(note)
    return { origin, anchor in
      guard origin == note.path else { return (origin, 0) }
      switch anchor {
      case .none: return (origin, 0)
      case .block: return (known.line(of: anchor).map(lines.contains) == true ? path : origin, 0)
      case .heading(let names):
        guard let named = known.headings.headings(meantBy: names), let meant = named.last,
          lines.contains(note.headings[meant].line)
        else { return (origin, 0) }
        return (path, named.prefix { !lines.contains(note.headings[$0].line) }.count)
      }
    }
  }

  /// The edits of links in another note, to what is taken out.
  package func linkEdits(for other: Note, in text: [UInt8]) throws(LinkRewriteError) -> [TextEdit] {
    try follower.edits(for: other, in: text)
  }

  /// Where a link is changed: a reference link in its definition.
  private func isWithin(_ link: Link, _ pieces: [SourceRange]) -> Bool {
    link.kind != .property && pieces.contains { $0.contains(link.targetRange.lowerBound) }
  }

  private func rewritten(
    _ rewriter: LinkRewriter, where isWanted: (Link) -> Bool
  ) throws(SectionExtractionError) -> [TextEdit] {
    do throws(LinkRewriteError) { return try rewriter.edits(for: note, in: bytes, where: isWanted) } catch {
      throw .link(error)
    }
  }

  private func changed(_ text: [UInt8]?) throws(SectionExtractionError) -> [UInt8] {
    guard let text else { throw .changesText(line: lines.lowerBound) }
    return text
  }

  // MARK: The new note

  /// How many levels the headings lose: none where the text does not begin with a heading that all others are below.
  private var lostLevels: Int {
    let levels = ownHeadings.map(\.level)
    guard let first = ownHeadings.first, first.line == index(lines.lowerBound), let level = levels.first,
      levels.dropFirst().allSatisfy({ $0 > level })
    else { return 0 }
    return level - 1
  }

  private func index(_ line: Int) -> Int { line - 1 - document.lineOffset }

  private var ownHeadings: [MarkdownDocument.HeadingSite] {
    pieces.headings(in: index(lines.lowerBound)...index(lines.upperBound))
  }

  /// The whole text of the new note.
  package func text() throws(SectionExtractionError) -> [UInt8] {
    let ranges = [range] + taken
    let mover = LinkRewriter(before: directory, after: after, moves: [note.path: path], redirection: redirection)
    guard let headings = pieces.edits(of: ownHeadings, by: -lostLevels) else {
      throw .changesText(line: lines.lowerBound)
    }
    let edits = try rewritten(mover) { isWithin($0, ranges) } + headings
    let ending = LineEnding(of: bytes).bytes
    var text = try changed(pieces.text(of: range, edits)) + ending
    if !taken.isEmpty { text += try ending + changed(pieces.definitions(taken, edits)) + ending }
    try check(new: text, ranges)
    return text
  }

  /// The new note is read again: its lines, and what its links lead to.
  private func check(new text: [UInt8], _ ranges: [SourceRange]) throws(SectionExtractionError) {
    let (fence, new) = text.withUnsafeBufferPointer { (FrontMatterFence.find(in: $0), MarkdownDocument($0)) }
    let (count, lostLevels) = (lines.count, lostLevels)
    let first = index(lines.lowerBound)
    guard fence.format == .none, new.lines.count >= count else { throw .changesText(line: lines.lowerBound) }
    for line in 0..<count {
      guard new.lines[line].isLike(document.lines[first + line], levels: -lostLevels) else {
        throw .changesText(line: lines.lowerBound + line)
      }
    }
    let old = LinkResolver(directory)
    let resolver = LinkResolver(after)
    let table = document.lineTable
    let taken = ranges.flatMap { piece in
      note.links.filter { link in
        let line = index(link.location.line)
        return link.kind != .property && line >= 0 && piece.contains(table.starts[line] + link.location.column - 1)
      }
    }
    let links = LinkEditCheck.links(in: text)
    guard links.count == taken.count else { throw .changesText(line: lines.lowerBound) }
    for (was, now) in zip(taken, links) {
      guard was.kind == now.kind else { throw .changesText(line: was.location.line) }
      let led = old.resolve(target: was.target, kind: was.kind, from: note.path)
      guard let origin = led.path else { continue }
      guard
        resolver.resolve(target: now.target, kind: now.kind, from: path).path == redirection(origin, led.anchor).file
      else { throw .changesText(line: was.location.line) }
    }
  }

  // MARK: What stays

  /// The edits of the note that the text is taken from.
  package func edits(leaving rest: Rest) throws(SectionExtractionError) -> [TextEdit] {
    let links = try rewritten(follower) { link in !isWithin(link, [range]) || isWithin(link, kept) }
    let ending = LineEnding(of: bytes).bytes
    var left = Array((rest == .embed ? "![[" : "[[").utf8) + Array(try linkTarget().utf8) + Array("]]".utf8)
    if !kept.isEmpty { left += try ending + ending + changed(pieces.definitions(kept, links)) }
    let (first, last) = (index(lines.lowerBound), index(lines.upperBound))
    if first > 0, document.lines[first - 1].kind != .blank { left = ending + left }
    if last + 1 < document.lines.count, document.lines[last + 1].kind != .blank { left += ending }
    let own = links.filter { !$0.range.overlaps(range) }
    let edits = (own + [TextEdit(range, in: bytes, with: left)]).sorted { $0.range.lowerBound < $1.range.lowerBound }
    try check(edits)
    return edits
  }

  private func linkTarget() throws(SectionExtractionError) -> String {
    let encoding = LinkTargetEncoding(.wikilink, like: [])
    let resolver = LinkResolver(after)
    for text in [path.stem, path.withoutNoteExtension, path.text] {
      guard let written = encoding.text(text, isLast: true) else { continue }
      let found = resolver.resolve(target: written, kind: .wiki, from: note.path)
      if found.path == path, found.candidates.count == 1 || text != path.stem { return written }
    }
    throw .unwritableName(path.text)
  }

  /// The note is read again: all lines around the link have to be what they were.
  private func check(_ edits: [TextEdit]) throws(SectionExtractionError) {
    guard let text = try? edits.applied(to: bytes) else { throw .changesText(line: lines.lowerBound) }
    let now = text.withUnsafeBufferPointer { MarkdownDocument($0) }.lines
    let was = document.lines
    let behind = was.count - 1 - index(lines.upperBound)
    guard now.count > index(lines.lowerBound) + behind else { throw .changesText(line: lines.lowerBound) }
    func check(_ old: Int, _ new: Int) throws(SectionExtractionError) {
      guard now[new].isLike(was[old], levels: 0) else {
        throw .changesText(line: old + 1 + document.lineOffset)
      }
    }
    for line in 0..<index(lines.lowerBound) { try check(line, line) }
    for line in 1..<behind + 1 { try check(was.count - line, now.count - line) }
  }
}
