/// What is around places of a note's text, within its blocks. The block of the last place is read once, however many places of
/// it are asked about.
package struct InlineSurroundings {
  private let document: MarkdownDocument
  private let notebook: NotebookFormat?
  private let definitions: [String: LinkDefinition]
  /// The number of the block, the cell where it is a table's, and the things in that text.
  private var known: (block: Int, cell: SourceRange?, things: [Thing])?

  /// A part of the text with its marks, and what stands between them.
  private struct Thing {
    var whole: SourceRange
    var inner: SourceRange
  }

  package init(_ document: MarkdownDocument, notebook: NotebookFormat? = nil) {
    (self.document, self.notebook) = (document, notebook)
    definitions = document.definitionsByLabel
  }

  /// The text of a block inwards: a table's cell, links, emphasis, code and so on, each with its marks, and then what stands
  /// between them. Both ends of a thing belong to it.
  ///
  /// Empty where there is no text that could hold anything: in the front matter, in code blocks, between blocks.
  ///
  /// - Parameter bytes: The document's, of all calls.
  package mutating func ranges(around offset: Int, in bytes: UnsafeBufferPointer<UInt8>) -> [SourceRange] {
    let next = document.inlineBlocks.partitioningIndex { $0.range.upperBound >= offset }
    guard next < document.inlineBlocks.count, document.inlineBlocks[next].range.lowerBound <= offset else { return [] }
    let block = document.inlineBlocks[next]
    let line = document.lineTable.line(at: offset)
    var cell: SourceRange?
    if let table = block.tableLine, line >= table {
      let cells = PipeTable.cells(bytes, document.lines[line].content)
      cell = cells.first { $0.lowerBound <= offset && offset <= $0.upperBound }
      guard cell != nil else { return [] }
    }
    if known?.block != next || known?.cell != cell {
      known = (next, cell, cell.map { things(bytes, $0, isCell: true) } ?? things(of: block, bytes))
    }
    return (cell.map { [$0] } ?? [])
      + (known?.things ?? []).flatMap { thing -> [SourceRange] in
        guard thing.whole.lowerBound <= offset, offset <= thing.whole.upperBound else { return [] }
        let isInside = thing.inner.lowerBound <= offset && offset <= thing.inner.upperBound
        return isInside ? [thing.whole, thing.inner] : [thing.whole]
      }
  }

  /// The things of a block that stand above its table, where it has one.
  private func things(of block: MarkdownDocument.InlineBlock, _ bytes: UnsafeBufferPointer<UInt8>) -> [Thing] {
    let last = max(block.tableLine.map { $0 - 1 } ?? block.lastLine, block.firstLine)
    return document.withText(of: block, lines: block.firstLine...last, in: bytes) { text, start in
      things(text, 0..<text.count, isCell: false).map { thing in
        Thing(
          whole: thing.whole.lowerBound + start..<thing.whole.upperBound + start,
          inner: thing.inner.lowerBound + start..<thing.inner.upperBound + start)
      }
    }
  }

  private func things(_ text: UnsafeBufferPointer<UInt8>, _ range: SourceRange, isCell: Bool) -> [Thing] {
    InlineTree(text, range, definitions: definitions, notebook: notebook, isCell: isCell).nodes.compactMap { node in
      switch node.kind {
      case .text, .escape, .entity, .lineBreak: nil
      case .code, .html, .tag, .address, .wikilink, .link, .emphasis, .strong, .deletion, .highlight, .comment:
        Thing(whole: node.range, inner: node.inner)
      }
    }
  }
}

extension MarkdownDocument {
  /// What stands in the line at a place without the marks of lists, tasks, quotes and headings; nil in the front matter.
  package func content(ofLineAt offset: Int) -> SourceRange? {
    guard let first = lineTable.starts.first, offset >= first else { return nil }
    let line = lines[lineTable.line(at: offset)]
    return line.kind == .blank ? nil : line.content
  }
}
