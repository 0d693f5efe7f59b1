/// Writes a body's blocks as HTML. Every byte of the note passes `HTMLText.escape` or `HTMLAddress`.
struct HTMLWriter {
  let bytes: UnsafeBufferPointer<UInt8>
  let document: MarkdownDocument
  let blocks: MarkdownBlocks
  let definitions: [String: LinkDefinition]
  let context: HTMLContext
  var out: [UInt8] = []

  private struct Open {
    /// An item or quote; nil for a list.
    var container: Int?
    var list: Int?
    /// What closes it.
    var end: String
  }

  /// The lists, items and quotes that are open, outermost first.
  private var open: [Open] = []
  /// The place of the next block of text.
  private var nextText = 0
  /// The line that a callout's title stands on.
  private var titleLine: Int?
  private var anchors = HTMLHeadingAnchors()
  private var hasMark = false

  /// `bytes` are UTF-8.
  init(_ bytes: UnsafeBufferPointer<UInt8>, in context: HTMLContext) {
    self.bytes = bytes
    self.context = context
    (document, blocks) = MarkdownDocument.read(bytes, bodyStart: 0)
    definitions = document.definitionsByLabel
  }

  mutating func put(_ html: String) {
    out.append(contentsOf: html.utf8)
  }

  mutating func put(attribute name: String, _ value: some Sequence<UInt8>) {
    put(" \(name)=\"")
    put(escaped: value)
    put("\"")
  }

  mutating func put(escaped text: some Sequence<UInt8>) {
    HTMLText.escape(text, into: &out)
  }

  private mutating func line() {
    if let last = out.last, last != 0x0A { out.append(0x0A) }
  }

  mutating func write() {
    var next = 0
    for index in 0...blocks.leaves.count {
      while next < blocks.containers.count, blocks.containers[next].firstLeaf <= index {
        enter(next)
        next += 1
      }
      guard index < blocks.leaves.count else { break }
      let leaf = blocks.leaves[index]
      let text = textBlock(of: leaf)
      guard !isHidden(leaf.firstLine...leaf.lastLine) else { continue }
      close(to: leaf.container, keeping: nil)
      if let mark = context.mark, !hasMark, leaf.lastLine >= mark.line {
        out += mark.html
        hasMark = true
      }
      write(leaf, index, text)
    }
    close(to: -1, keeping: nil)
  }

  /// Returns true when a block comment hides all of the lines but for blank ones below it.
  private func isHidden(_ lines: ClosedRange<Int>) -> Bool {
    document.lines[lines.lowerBound].kind == .comment
      && lines.allSatisfy { document.lines[$0].kind == .comment || document.lines[$0].kind == .blank }
  }

  /// The text of a paragraph or heading; a paragraph of nothing but link definitions has none.
  private mutating func textBlock(of leaf: MarkdownLeaf) -> MarkdownDocument.InlineBlock? {
    guard nextText < document.inlineBlocks.count else { return nil }
    let block = document.inlineBlocks[nextText]
    guard block.firstLine >= leaf.firstLine, block.lastLine <= leaf.lastLine else { return nil }
    nextText += 1
    return block
  }

  // MARK: Lists and quotes

  /// Closes what is neither `container` nor around it, nor the list that the next item belongs to.
  private mutating func close(to container: Int, keeping list: Int?) {
    while let last = open.last, last.container != container, list == nil || last.list != list {
      if let each = last.container, blocks.containers[each].isQuote { line() }
      put(last.end)
      open.removeLast()
    }
  }

  private mutating func enter(_ index: Int) {
    let container = blocks.containers[index]
    guard !isHidden(container.startLine...container.endLine) else { return }
    close(to: container.parent, keeping: container.list)
    if let list = container.list {
      if open.last?.list != list { enterList(list) }
      open.append(Open(container: index, end: "</li>\n"))
      enterItem(index)
    } else {
      line()
      let isCallout = enterCallout(index)
      if !isCallout { put("<blockquote>\n") }
      open.append(Open(container: index, end: isCallout ? "</div>\n" : "</blockquote>\n"))
    }
  }

  private mutating func enterList(_ index: Int) {
    line()
    let list = blocks.lists[index]
    put(!list.isOrdered ? "<ul>\n" : list.start == 1 ? "<ol>\n" : "<ol start=\"\(list.start)\">\n")
    open.append(Open(list: index, end: list.isOrdered ? "</ol>\n" : "</ul>\n"))
  }

  /// The leaf that a container begins with; nil when something else does.
  private func firstLeaf(_ container: Int) -> MarkdownLeaf? {
    let index = blocks.containers[container].firstLeaf
    guard index < blocks.leaves.count, blocks.leaves[index].container == container else { return nil }
    return blocks.leaves[index]
  }

  private mutating func enterItem(_ index: Int) {
    let line = document.lines[blocks.containers[index].startLine]
    guard line.kind == .task, firstLeaf(index)?.firstLine == blocks.containers[index].startLine,
      let status = Unicode.Scalar(UInt32(bitPattern: line.detail))
    else {
      put("<li>")
      return
    }
    put("<li class=\"task\"")
    put(attribute: "data-task", String(status).utf8)
    if let box = context.taskBox?(blocks.containers[index].startLine) {
      put(">")
      out += box
      return
    }
    put("><input type=\"checkbox\" disabled")
    if status == "x" || status == "X" { put(" checked") }
    put("> ")
  }

  private mutating func enterCallout(_ index: Int) -> Bool {
    guard let leaf = firstLeaf(index), leaf.kind == .paragraph, document.lines[leaf.firstLine].kind == .quote else {
      return false
    }
    guard let callout = Callout(bytes, line: document.lines[leaf.firstLine].content) else { return false }
    put("<div class=\"callout\"")
    put(attribute: "data-callout", callout.name.utf8)
    put(">\n<p class=\"callout-title\">")
    if callout.title.isEmpty {
      put(escaped: callout.defaultTitle.utf8)
    } else {
      write(bytes, callout.title)
    }
    put("</p>\n")
    titleLine = leaf.firstLine
    return true
  }

  // MARK: Leaves

  private mutating func write(_ leaf: MarkdownLeaf, _ index: Int, _ text: MarkdownDocument.InlineBlock?) {
    switch leaf.kind {
    case .paragraph: if let text { paragraph(text, isTight: isTight(leaf)) }
    case .heading(let level): if let text { heading(text, level) }
    case .fencedCode, .indentedCode: code(leaf, index)
    case .html:
      line()
      let first = document.lines[leaf.firstLine].content
      if !Self.isComment(bytes[first]) { put("<!-- raw HTML omitted -->\n") }
    case .rule:
      line()
      put("<hr>\n")
    }
  }

  private func isTight(_ leaf: MarkdownLeaf) -> Bool {
    guard leaf.container >= 0, let list = blocks.containers[leaf.container].list else { return false }
    return blocks.lists[list].isTight
  }

  private mutating func paragraph(_ block: MarkdownDocument.InlineBlock, isTight: Bool) {
    let first = titleLine == block.firstLine ? block.firstLine + 1 : block.firstLine
    titleLine = nil
    let last = block.tableLine.map { $0 - 1 } ?? block.lastLine
    if first <= last, block.tableLine == nil, let blocks = embeddedBlocks(block, first...last) {
      line()
      out += blocks
      return
    }
    if first <= last {
      if !isTight {
        line()
        put("<p>")
      }
      text(of: block, lines: first...last, isParagraph: true)
      if !isTight { put("</p>\n") }
    }
    if let tableLine = block.tableLine { table(tableLine...block.lastLine) }
  }

  /// What stands for a paragraph that is an embed and nothing else.
  private func embeddedBlocks(_ block: MarkdownDocument.InlineBlock, _ lines: ClosedRange<Int>) -> [UInt8]? {
    guard let embed = context.embed, lines.count == 1 else { return nil }
    return document.withText(of: block, lines: lines, in: bytes, hidingComments: true) { text, _ in
      let tree = InlineTree(text, HeadingText.trimmed(0..<text.count, text), definitions: definitions)
      guard tree.nodes.count == 1, case .wikilink(let target, isEmbed: true) = tree.nodes[0].kind,
        case .blocks(let blocks)? = embed(text.text(target))
      else { return nil }
      return blocks
    }
  }

  private mutating func text(of block: MarkdownDocument.InlineBlock, lines: ClosedRange<Int>, isParagraph: Bool) {
    document.withText(of: block, lines: lines, in: bytes, hidingComments: true) { text, _ in
      write(text, HeadingText.trimmed(0..<text.count, text), isParagraph: isParagraph)
    }
  }

  private mutating func heading(_ block: MarkdownDocument.InlineBlock, _ level: Int) {
    line()
    // The last line of a setext heading is its underline.
    let last = block.lastLine > block.firstLine ? block.lastLine - 1 : block.lastLine
    let plain = document.withText(of: block, lines: block.firstLine...last, in: bytes) { text, _ in
      InlineTree(text, HeadingText.trimmed(0..<text.count, text), definitions: definitions).plainText(text)
    }
    put("<h\(level)")
    put(attribute: "id", anchors.next(for: HTMLAddress.anchor(plain)).utf8)
    put(">")
    text(of: block, lines: block.firstLine...last, isParagraph: false)
    put("</h\(level)>\n")
  }

  private mutating func code(_ leaf: MarkdownLeaf, _ index: Int) {
    line()
    put("<pre><code")
    if let language = document.codeLanguages[Int32(clamping: index)] {
      put(attribute: "class", Array("language-".utf8) + InlineTree.unescaped(language.utf8))
    }
    put(">")
    var lines = leaf.firstLine..<leaf.lastLine + 1
    if leaf.kind == .fencedCode {
      lines = lines.dropFirst()
      if let last = lines.last, isFence(last) { lines = lines.dropLast() }
    }
    for each in lines where document.lines[each].kind == .code {
      put(escaped: repeatElement(0x20, count: Int(document.lines[each].pending)))
      put(escaped: bytes[document.lines[each].content])
      out.append(0x0A)
    }
    put("</code></pre>\n")
  }

  /// Returns true when the last line of a fenced block closes it: then no content is left of it.
  private func isFence(_ line: Int) -> Bool {
    guard document.lines[line].content.isEmpty else { return false }
    let text = HeadingText.trimmed(
      document.lineTable.starts[line]..<document.lineTable.contentEnd(line, in: bytes), bytes)
    return bytes[text].last == 0x60 || bytes[text].last == 0x7E
  }

  // MARK: Tables

  /// `rows`: the header's line, the delimiters', and the others.
  private mutating func table(_ rows: ClosedRange<Int>) {
    let alignments = PipeTable.alignments(bytes, document.lines[rows.lowerBound + 1].content) ?? []
    line()
    put("<table>\n<thead>\n")
    row(rows.lowerBound, "th", alignments)
    put("</thead>\n")
    let others = rows.dropFirst(2)
    if !others.isEmpty { put("<tbody>\n") }
    for line in others where document.lines[line].kind != .comment { row(line, "td", alignments) }
    if !others.isEmpty { put("</tbody>\n") }
    put("</table>\n")
  }

  private mutating func row(_ line: Int, _ name: String, _ alignments: [PipeTable.Alignment]) {
    put("<tr>")
    for (cell, alignment) in zip(PipeTable.cells(bytes, document.lines[line].content), alignments) {
      let attribute = alignment == .none ? "" : " align=\"\(alignment.rawValue)\""
      put("<\(name)\(attribute)>")
      write(bytes, cell, isCell: true)
      put("</\(name)>")
    }
    put("</tr>\n")
  }
}
