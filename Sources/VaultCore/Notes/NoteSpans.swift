/// Where the parts of a note's text stand that an editor knows of, with all their marks.
package struct NoteSpans: Sendable {
  package struct LinkSpan: Sendable, Hashable {
    package var link: Link
    /// From the first bracket to the last, with the `!` of an embed; of a link in front matter, the target with its
    /// brackets. Empty for one that is written with escapes there.
    package var range: SourceRange
  }

  package struct TagSpan: Sendable, Hashable {
    /// Without `#`.
    package var tag: String
    /// The bytes of the tag itself, without `#`, quotes and colons around it.
    package var range: SourceRange
  }

  package struct HeadingSpan: Sendable, Hashable {
    package var heading: Heading
    /// The bytes of its text, without marks and block id.
    package var range: SourceRange
  }

  package struct BlockIDSpan: Sendable, Hashable {
    package var blockID: BlockID
    /// The bytes of the id, without the `^`.
    package var range: SourceRange
  }

  /// Those of the front matter first, else by place.
  package private(set) var links: [LinkSpan] = []
  /// Those of the front matter that are written without escapes.
  package private(set) var frontMatterTags: [TagSpan] = []
  /// In the text, by place.
  package private(set) var tags: [TagSpan] = []
  /// Parallel to the note's `headings`.
  package private(set) var headings: [HeadingSpan] = []
  package private(set) var blockIDs: [BlockIDSpan] = []

  package init(_ bytes: [UInt8], options: ParsingOptions = ParsingOptions()) {
    self = bytes.withUnsafeBufferPointer { Self($0, options) }
  }

  private init(_ bytes: UnsafeBufferPointer<UInt8>, _ options: ParsingOptions) {
    let frontMatter = FrontMatterParser.parse(bytes)
    let document = MarkdownDocument(bytes, bodyStart: frontMatter.range.upperBound)
    let inlines = InlineContent(bytes, document: document, frontMatter: frontMatter, notebook: options.notebook)
    var next = 0
    for link in inlines.links {
      if link.kind == .property {
        links.append(LinkSpan(link: link, range: Self.brackets(around: link.targetRange, bytes)))
      } else {
        links.append(LinkSpan(link: link, range: inlines.linkRanges[next]))
        next += 1
      }
    }
    readTags(of: frontMatter, bytes)
    tags = zip(inlines.tags, inlines.tagRanges).map { TagSpan(tag: $0.tag, range: $1) }
    headings = zip(document.noteHeadings, document.headings).map { heading, site in
      let last = site.lastLine > site.line ? site.lastLine - 1 : site.line
      let start = document.lines[site.line].content.lowerBound
      let end = max(document.lines[last].content.upperBound, start)
      let text = HeadingLinkTarget.withoutBlockID(bytes.text(start..<end))
      return HeadingSpan(heading: heading, range: start..<start + text.utf8.count)
    }
    blockIDs = inlines.blockIDs.compactMap { blockID in
      let content = document.lines[blockID.line - 1 - document.lineOffset].content
      var end = content.upperBound
      while end > content.lowerBound, bytes[end - 1].isSpaceOrTab { end -= 1 }
      return BlockIDSpan(blockID: blockID, range: end - blockID.id.utf8.count..<end)
    }
  }

  private mutating func readTags(of frontMatter: FrontMatter, _ bytes: UnsafeBufferPointer<UInt8>) {
    guard !frontMatter.properties.isEmpty else { return }
    let lines = LineTable(UnsafeBufferPointer(rebasing: bytes[..<frontMatter.range.upperBound]), from: 0)
    for key in FrontMatterReader.tagKeys(inNotebook: false) {
      guard let property = frontMatter[key], let values = property.value.stringList else { continue }
      let places = property.itemLocations.isEmpty ? [property.valueLocation] : property.itemLocations
      guard values.count == places.count else { continue }
      for (value, place) in zip(values, places) where lines.starts.indices.contains(place.line - 1) {
        readTags(value, from: lines.starts[place.line - 1] + place.column - 1, bytes)
      }
    }
  }

  /// A value may be several tags.
  private mutating func readTags(_ value: String, from place: Int, _ bytes: UnsafeBufferPointer<UInt8>) {
    guard place < bytes.count else { return }
    let start = bytes[place] == 0x22 || bytes[place] == 0x27 ? place + 1 : place
    guard bytes[start...].starts(with: value.utf8) else { return }
    for word in bytes[start..<start + value.utf8.count].split(whereSeparator: { $0 == 0x2C || $0 == 0x20 }) {
      let tag = word.first == 0x23 ? word.dropFirst() : word
      frontMatterTags.append(
        TagSpan(tag: bytes.text(tag.startIndex..<tag.endIndex), range: tag.startIndex..<tag.endIndex))
    }
  }

  /// `[[target|alias]]` around a target.
  private static func brackets(around target: SourceRange, _ bytes: UnsafeBufferPointer<UInt8>) -> SourceRange {
    var start = target.lowerBound
    while start > 0, bytes[start - 1].isSpaceOrTab { start -= 1 }
    guard !target.isEmpty, start >= 2 else { return target }
    let end = InlineScanner.wikilink(bytes, from: start - 2, limit: bytes.count)?.end ?? target.upperBound
    return start - 2..<max(end, target.upperBound)
  }
}

extension NoteSpans.LinkSpan {
  /// The parts of the target: what names the note, and what names a heading or block in it, without the `#`. Empty ranges
  /// where there is none. Nil for an address, and where the link is written with escapes.
  package func parts(in bytes: [UInt8]) -> (path: SourceRange, anchor: SourceRange?)? {
    guard !link.isExternal, let written = WrittenLink(link, in: bytes) else { return nil }
    return (written.path, written.fragment)
  }
}
