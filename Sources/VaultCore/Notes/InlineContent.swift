/// Links, tags and block ids of a note, with their places.
struct InlineContent {
  var links: [Link] = []
  var tags: [TagOccurrence] = []
  /// The tags' bytes in the file, without `#`, in order; parallel to `tags`.
  var tagRanges: [SourceRange] = []
  var blockIDs: [BlockID] = []
  /// The bytes of the text's links, brackets and all; parallel to those of `links` that stand in the text.
  var linkRanges: [SourceRange] = []
  /// Code spans, HTML and link targets, in order.
  var opaque: [SourceRange] = []
  var diagnostics: [Diagnostic] = []
  /// The labels of footnotes and reference links where they are used, as the scanner finds them, with places in the
  /// file; nil when they are not wanted.
  var labels: [InlineScanner.Label]?
  private let notebook: NotebookFormat?

  /// `frontMatter`: nil leaves out its links.
  init(
    _ bytes: UnsafeBufferPointer<UInt8>, document: MarkdownDocument, frontMatter: FrontMatter? = nil,
    notebook: NotebookFormat? = nil, readsLabels: Bool = false
  ) {
    self.notebook = notebook
    if readsLabels { labels = [] }
    if let frontMatter { readProperties(bytes, frontMatter) }
    let definitions = document.definitionsByLabel
    for block in document.inlineBlocks { read(block, bytes, document, definitions) }
    readBlockIDs(bytes, document)
    if let line = document.unclosedComment {
      diagnostics.append(
        Diagnostic(
          "comment-unclosed", at: SourceLocation(line: line + 1 + document.lineOffset, column: 1),
          "a %% comment begins here and never ends, so the rest of the note is hidden; close it with %%"))
    }
  }

  private mutating func read(
    _ block: MarkdownDocument.InlineBlock, _ bytes: UnsafeBufferPointer<UInt8>, _ document: MarkdownDocument,
    _ definitions: [String: LinkDefinition]
  ) {
    guard !block.range.isEmpty else { return }
    let lastTextLine = block.tableLine.map { $0 - 1 } ?? block.lastLine
    if block.firstLine <= lastTextLine {
      document.withText(of: block, lines: block.firstLine...lastTextLine, in: bytes) {
        scan($0, offset: $1, document, definitions, bytes)
      }
    }
    guard let tableLine = block.tableLine else { return }
    // What begins in a cell ends in it.
    for line in tableLine...block.lastLine {
      let content = document.lines[line].content
      let row = UnsafeBufferPointer(rebasing: bytes[content])
      for cell in PipeTable.cells(row, 0..<row.count) {
        scan(row, cell, offset: content.lowerBound, document, definitions, bytes)
      }
    }
  }

  private mutating func scan(
    _ text: UnsafeBufferPointer<UInt8>, _ part: SourceRange? = nil, offset: Int, _ document: MarkdownDocument,
    _ definitions: [String: LinkDefinition], _ bytes: UnsafeBufferPointer<UInt8>
  ) {
    var scanner = InlineScanner(text, offset: offset, definitions: definitions, notebook: notebook)
    if labels != nil { scanner.labels = [] }
    scanner.scan(part ?? 0..<text.count)
    for label in scanner.labels ?? [] {
      let range = label.range.lowerBound + offset..<label.range.upperBound + offset
      labels?.append(InlineScanner.Label(range: range, reference: label.reference))
    }
    for range in scanner.tags {
      tags.append(
        TagOccurrence(
          tag: bytes.text(range), location: document.location(of: range.lowerBound - 1)))
      tagRanges.append(range)
    }
    opaque.append(contentsOf: scanner.opaque)
    for found in scanner.links.sorted(by: { $0.start < $1.start }) {
      // What a block comment hides; its tags count all the same.
      if document.lines[document.lineTable.line(at: found.start + offset)].kind == .comment { continue }
      let target = found.definition?.destination ?? text.text(found.target)
      let targetRange =
        found.definition?.destinationRange ?? found.target.lowerBound + offset..<found.target.upperBound + offset
      linkRanges.append(found.start + offset..<found.end + offset)
      let shown = text.text(found.text)
      links.append(
        Link(
          kind: found.kind, target: target, text: shown.isEmpty ? target : shown,
          location: document.location(of: found.start + offset), targetRange: targetRange))
    }
  }

  // MARK: Front matter

  private mutating func readProperties(_ bytes: UnsafeBufferPointer<UInt8>, _ frontMatter: FrontMatter) {
    guard !frontMatter.properties.isEmpty else { return }
    let text = UnsafeBufferPointer(rebasing: bytes[..<frontMatter.contentRange.upperBound])
    var start = frontMatter.contentRange.lowerBound
    guard text[start...].contains(0x5B) else { return }
    let lines = LineTable(text, from: start)
    for property in frontMatter.properties { read(property, text, lines, &start) }
  }

  /// `start`: behind the last link that was found as it stands.
  private mutating func read(
    _ property: Property, _ bytes: UnsafeBufferPointer<UInt8>, _ lines: LineTable, _ start: inout Int
  ) {
    for (value, place) in property.values { read(value, at: place, bytes, lines, &start) }
  }

  /// `place`: for a link that is not found as it stands, because it is written with escapes.
  private mutating func read(
    _ value: PropertyValue, at place: SourceLocation, _ bytes: UnsafeBufferPointer<UInt8>, _ lines: LineTable,
    _ start: inout Int
  ) {
    switch value {
    case .list(let values): for each in values { read(each, at: place, bytes, lines, &start) }
    case .map(let properties): for each in properties { read(each, bytes, lines, &start) }
    case .text(var text):
      guard text.utf8.contains(0x5B) else { return }
      text.withUTF8 { text in
        var scanner = InlineScanner(text, offset: 0, definitions: [:])
        scanner.scan(0..<text.count)
        for found in scanner.links where found.kind == .wiki || (found.kind == .embed && text[found.start + 1] == 0x5B)
        {
          let target = Array(text[found.target])
          let search = ByteSearch([0x5B, 0x5B] + target)
          let range = search.first(in: UnsafeRawBufferPointer(bytes), from: start).map { $0..<$0 + search.needle.count }
          if let range { start = range.upperBound }
          links.append(
            Link(
              kind: .property, target: String(decoding: target, as: UTF8.self), text: text.text(found.text),
              location: range.map { lines.location(of: $0.lowerBound, lineOffset: 1) } ?? place,
              targetRange: range.map { $0.lowerBound + 2..<$0.upperBound } ?? 0..<0))
        }
      }
    default: break
    }
  }

  // MARK: Block ids

  private mutating func readBlockIDs(_ bytes: UnsafeBufferPointer<UInt8>, _ document: MarkdownDocument) {
    for (index, line) in document.lines.enumerated() {
      switch line.kind {
      case .blank, .code, .html, .rule, .comment, .linkDefinition: continue
      default: break
      }
      let start = line.content.lowerBound
      var end = line.content.upperBound
      while end > start, bytes[end - 1].isSpaceOrTab { end -= 1 }
      guard let caret = BlockID.caret(endingAt: end, notBefore: start, in: bytes) else { continue }
      if caret > start {
        guard bytes[caret - 1].isSpaceOrTab else { continue }
      } else {
        // It names the block above it.
        let standsAlone =
          index > 0 && document.lines[index - 1].kind == .blank
          && (index + 1 == document.lines.count || document.lines[index + 1].kind == .blank)
        guard standsAlone || line.depth > 0 else { continue }
      }
      blockIDs.append(BlockID(id: bytes.text(caret + 1..<end), line: index + 1 + document.lineOffset))
    }
  }
}
