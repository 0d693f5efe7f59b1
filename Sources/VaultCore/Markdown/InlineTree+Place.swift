extension InlineTree {
  /// What is around a place of a note's text, from the text of its block inwards: a table's cell, links, emphasis, code and
  /// so on, each with its marks, and then what stands between them. Both ends of a thing belong to it.
  ///
  /// Empty where there is no text that could hold anything: in the front matter, in code blocks, between blocks.
  package static func ranges(
    around offset: Int, in bytes: UnsafeBufferPointer<UInt8>, _ document: MarkdownDocument,
    notebook: NotebookFormat? = nil
  ) -> [SourceRange] {
    let next = document.inlineBlocks.partitioningIndex { $0.range.upperBound >= offset }
    guard next < document.inlineBlocks.count, document.inlineBlocks[next].range.lowerBound <= offset else { return [] }
    let block = document.inlineBlocks[next]
    let line = document.lineTable.line(at: offset)
    guard let table = block.tableLine, line >= table else {
      let last = max(block.tableLine.map { $0 - 1 } ?? block.lastLine, block.firstLine)
      return document.withText(of: block, lines: block.firstLine...last, in: bytes) { text, start in
        around(offset - start, text, 0..<text.count, document, notebook).map {
          $0.lowerBound + start..<$0.upperBound + start
        }
      }
    }
    let content = document.lines[line].content
    let cell = PipeTable.cells(bytes, content).first { $0.lowerBound <= offset && offset <= $0.upperBound }
    return cell.map { [$0] + around(offset, bytes, $0, document, notebook, isCell: true) } ?? []
  }

  private static func around(
    _ offset: Int, _ text: UnsafeBufferPointer<UInt8>, _ range: SourceRange, _ document: MarkdownDocument,
    _ notebook: NotebookFormat?, isCell: Bool = false
  ) -> [SourceRange] {
    let tree = InlineTree(
      text, range, definitions: document.definitionsByLabel, notebook: notebook, isCell: isCell)
    return tree.nodes.flatMap { node -> [SourceRange] in
      guard node.range.lowerBound <= offset, offset <= node.range.upperBound else { return [] }
      switch node.kind {
      case .text, .escape, .entity, .lineBreak: return []
      case .code, .html, .tag, .address, .wikilink, .link, .emphasis, .strong, .deletion, .highlight, .comment:
        let isInside = node.inner.lowerBound <= offset && offset <= node.inner.upperBound
        return isInside ? [node.range, node.inner] : [node.range]
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
