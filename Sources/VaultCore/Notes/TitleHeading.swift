/// The heading that says what a note is called: its first one, of level 1, with nothing to be read before it.
///
/// Blank lines, comments, embeds, rules and lines of tags alone are nothing to be read. A heading that comes after text is
/// one of the text's parts.
struct TitleHeading {
  /// Without marks, as it is read; nil where no heading says it.
  private(set) var text: String?

  private let bytes: UnsafeBufferPointer<UInt8>
  private let document: MarkdownDocument
  private let notebook: NotebookFormat?

  init(_ bytes: UnsafeBufferPointer<UInt8>, _ document: MarkdownDocument, notebook: NotebookFormat?) {
    self.bytes = bytes
    self.document = document
    self.notebook = notebook
    guard let heading = document.headings.first, heading.level == 1, !heading.inQuote, !heading.text.isEmpty,
      isFirst(heading.line)
    else { return }
    var source = heading.text
    let shown = source.withUTF8 { source in
      let definitions = source.contains(0x5D) ? document.definitionsByLabel : [:]
      return InlineTree(source, 0..<source.count, definitions: definitions, notebook: notebook).plainText(source)
    }
    let title = String(shown.map { $0.isNewline ? " " : $0 }).trimmingWhitespace
    if !title.isEmpty { text = title }
  }

  /// Returns true when nothing before that line is to be read.
  private func isFirst(_ heading: Int) -> Bool {
    var line = 0
    while line < heading {
      switch document.lines[line].kind {
      case .blank, .comment, .rule, .paragraph: line += 1
      case .html:
        let first = line
        while line < heading, document.lines[line].kind == .html { line += 1 }
        let end = document.lineTable.contentEnd(line - 1, in: bytes)
        guard holdsOnlyComments(document.lineTable.starts[first]..<end) else { return false }
      default: return false
      }
    }
    return document.inlineBlocks.prefix { $0.firstLine < heading }.allSatisfy { block in
      document.withText(of: block, lines: block.firstLine...block.lastLine, in: bytes, hidingComments: true) {
        text, _ in
        saysNothing(InlineTree(text, 0..<text.count, notebook: notebook), text)
      }
    }
  }

  private func holdsOnlyComments(_ html: SourceRange) -> Bool {
    var rest = bytes[html]
    while true {
      rest = rest.drop { $0 <= 0x20 }
      if rest.isEmpty { return true }
      guard rest.starts(with: Self.opening), let close = rest.dropFirst(4).firstRange(of: Self.closing) else {
        return false
      }
      rest = rest[close.upperBound...]
    }
  }

  private func saysNothing(_ tree: InlineTree, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
    var i = 0
    while i < tree.nodes.count {
      let node = tree.nodes[i]
      i += 1
      switch node.kind {
      case .text: if text[node.range].contains(where: { $0 > 0x20 }) { return false }
      case .html: if !text[node.range].starts(with: Self.opening) { return false }
      case .tag, .lineBreak, .wikilink(_, isEmbed: true): continue
      case .comment, .link(_, isEmbed: true): i = node.end
      // Their marks are none of what they hold.
      case .emphasis, .strong, .deletion, .highlight: continue
      default: return false
      }
    }
    return true
  }

  private static let opening = Array("<!--".utf8)
  private static let closing = Array("-->".utf8)
}
