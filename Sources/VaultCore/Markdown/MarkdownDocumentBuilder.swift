/// Turns cmark's blocks into lines, headings, task sites and blocks of text.
struct MarkdownDocumentBuilder {
  let bytes: UnsafeBufferPointer<UInt8>
  var document: MarkdownDocument
  var blocks: MarkdownBlocks
  let content: LineContent
  /// The task site that an item began, by container.
  private var taskOfContainer: [Int: Int] = [:]

  init(bytes: UnsafeBufferPointer<UInt8>, document: MarkdownDocument) {
    self.bytes = bytes
    self.document = document
    blocks = MarkdownBlocks(bytes, lines: document.lineTable)
    content = LineContent(bytes: bytes, lines: document.lineTable)
  }

  mutating func build() {
    guard document.lineTable.count > 0 else { return }
    markQuoteLines()
    markItemLines()
    for index in blocks.leaves.indices { place(index) }
    fillUnclaimedLines()
    // Of those with one label the first counts, in whichever way it was found.
    document.definitions.sort { $0.destinationRange.lowerBound < $1.destinationRange.lowerBound }
    let comments = CommentLines(bytes: bytes, document: document)
    document.unclosedComment = comments.unclosed
    hide(comments.lines)
    assignHeadings()
  }

  // MARK: Containers

  /// A quote's lines that hold nothing else are still its lines.
  private mutating func markQuoteLines() {
    guard blocks.containers.contains(where: \.isQuote) else { return }
    for (line, container) in innermostContainers(where: \.isQuote).enumerated() where container >= 0 {
      let text = content(of: line, in: container, skippingBlanks: true)
      guard bytes[document.lineTable.starts[line]..<text.lowerBound].contains(0x3E) else { continue }
      setLine(line, .quote, in: container, text)
    }
  }

  private mutating func markItemLines() {
    for index in blocks.containers.indices {
      guard let list = blocks.containers[index].list else { continue }
      let line = blocks.containers[index].startLine
      let text = content(of: line, in: index)
      let isOrdered = blocks.lists[list].isOrdered
      let detail = isOrdered ? number(before: text.lowerBound, line: line) : 0
      setLine(line, isOrdered ? .ordered : .bullet, in: index, text, detail: Int32(clamping: detail))
    }
  }

  private func number(before offset: Int, line: Int) -> Int {
    let marker = bytes[document.lineTable.starts[line]..<offset]
    guard let last = marker.lastIndex(where: \.isDigit) else { return 0 }
    let first = marker[..<last].lastIndex { !$0.isDigit }.map { $0 + 1 } ?? marker.startIndex
    return bytes[first...last].reduce(0) { min($0 * 10 + Int($1 - 0x30), 999_999_999) }
  }

  /// By line, the innermost container of those that count; -1 outside of all.
  func innermostContainers(where counts: (MarkdownContainer) -> Bool) -> [Int] {
    var innermost = [Int](repeating: -1, count: document.lines.count)
    for (index, container) in blocks.containers.enumerated() where counts(container) {
      for line in container.startLine...container.endLine { innermost[line] = index }
    }
    return innermost
  }

  // MARK: Lines

  func end(of line: Int) -> Int { document.lineTable.contentEnd(line, in: bytes) }

  func depth(of container: Int) -> Int32 { Int32(container < 0 ? 0 : blocks.containers[container].depth) }

  /// What stands on a line behind the markers of `container` and of all around it.
  mutating func content(of line: Int, in container: Int, skippingBlanks: Bool = false) -> SourceRange {
    var p = content.position(line: line, container: container, in: &blocks.containers)
    let end = end(of: line)
    if skippingBlanks { content.skipWhitespace(&p, end: end, limit: .max) }
    return min(p.offset, end)..<end
  }

  /// `detail`: nil keeps what is known.
  mutating func setLine(
    _ line: Int, _ kind: MarkdownDocument.Line.Kind, in container: Int, _ content: SourceRange, detail: Int32? = nil
  ) {
    document.lines[line].kind = kind
    document.lines[line].depth = depth(of: container)
    document.lines[line].content = content
    if let detail { document.lines[line].detail = detail }
  }

  // MARK: Leaves

  private mutating func place(_ index: Int) {
    let leaf = blocks.leaves[index]
    switch leaf.kind {
    case .rule, .html:
      for line in leaf.firstLine...leaf.lastLine {
        setLine(line, leaf.kind == .rule ? .rule : .html, in: leaf.container, content(of: line, in: leaf.container))
      }
    case .fencedCode, .indentedCode: placeCode(leaf, index: index)
    case .paragraph, .heading: placeText(leaf)
    }
  }

  private mutating func placeCode(_ leaf: MarkdownLeaf, index: Int) {
    var fenceIndent = 0
    var fence = 0
    let lastLine = leaf.kind == .indentedCode ? lastLineWithText(leaf) : leaf.lastLine
    for line in leaf.firstLine...lastLine {
      var p = content.position(line: line, container: leaf.container, in: &blocks.containers)
      let end = end(of: line)
      if leaf.kind == .indentedCode {
        content.skipWhitespace(&p, end: end, limit: 4)
      } else if line == leaf.firstLine {
        fenceIndent = content.skipWhitespace(&p, end: end, limit: 3)
        fence = p.offset
        noteLanguage(p.offset, end: end, leaf: index)
        p.offset = end
      } else {
        let whole = p
        content.skipWhitespace(&p, end: end, limit: fenceIndent)
        if line == leaf.lastLine, closesFence(whole, end: end, fence) { p.offset = end }
      }
      setLine(line, .code, in: leaf.container, min(p.offset, end)..<end, detail: Int32(clamping: index))
      document.lines[line].pending = UInt8(clamping: p.pending)
    }
  }

  /// Blank lines at the end are no indented code, though cmark counts them in.
  private mutating func lastLineWithText(_ leaf: MarkdownLeaf) -> Int {
    var line = leaf.lastLine
    while line > leaf.firstLine, bytes[content(of: line, in: leaf.container)].allSatisfy(\.isSpaceOrTab) { line -= 1 }
    return line
  }

  /// Returns true when the line closes the fence whose marks begin at `opening`: as many of the same mark, and nothing
  /// else.
  private func closesFence(_ start: LineContent.Position, end: Int, _ opening: Int) -> Bool {
    var p = start
    content.skipWhitespace(&p, end: end, limit: 3)
    guard opening < bytes.count, p.pending == 0 else { return false }
    let mark = bytes[opening]
    let marks = bytes[p.offset..<end].prefix { $0 == mark }
    return marks.count >= bytes[opening...].prefix { $0 == mark }.count
      && bytes[marks.endIndex..<end].allSatisfy(\.isSpaceOrTab)
  }

  private mutating func noteLanguage(_ start: Int, end: Int, leaf: Int) {
    var i = start
    while i < end, bytes[i] == 0x60 || bytes[i] == 0x7E { i += 1 }
    while i < end, bytes[i].isSpaceOrTab { i += 1 }
    let word = i
    while i < end, !bytes[i].isSpaceOrTab { i += 1 }
    if i > word { document.codeLanguages[Int32(clamping: leaf)] = bytes.text(word..<i) }
  }

  private mutating func placeText(_ leaf: MarkdownLeaf) {
    var leaf = leaf
    if case .heading = leaf.kind { leaf.lastLine = lastHeadingLine(leaf) }
    var first = leaf.firstLine
    let container = leaf.container >= 0 ? blocks.containers[leaf.container] : nil
    let (isQuote, inQuote) = (container?.isQuote == true, container?.inQuote == true)
    if leaf.kind == .paragraph {
      first = consumeDefinitions(leaf, inQuote: inQuote)
      guard first <= leaf.lastLine else { return }
    }
    for line in first...leaf.lastLine {
      if !isQuote, line == container?.startLine, claimItemLine(line, leaf: leaf) { continue }
      let text = content(of: line, in: leaf.container, skippingBlanks: true)
      setLine(line, isQuote ? .quote : .paragraph, in: leaf.container, text)
    }
    var tableLine: Int?
    if case .heading(let level) = leaf.kind {
      placeHeading(leaf, level: level, inQuote: inQuote)
    } else {
      tableLine = PipeTable.mark(&document, bytes, first: first, last: leaf.lastLine)
    }
    let start = document.lineTable.starts[first]
    document.inlineBlocks.append(
      MarkdownDocument.InlineBlock(
        range: start..<end(of: leaf.lastLine), firstLine: first, lastLine: leaf.lastLine, inQuote: inQuote,
        tableLine: tableLine))
  }

  /// An item's first line keeps the item's kind; one with a box becomes a task. False for a heading in an item.
  private mutating func claimItemLine(_ line: Int, leaf: MarkdownLeaf) -> Bool {
    let end = end(of: line)
    var i = document.lines[line].content.lowerBound
    while i < end, bytes[i].isSpaceOrTab { i += 1 }
    document.lines[line].content = i..<end
    guard i < end, bytes[i] == 0x5B, i + 1 < end else { return leaf.kind == .paragraph }
    let (value, length) = decodeScalar(bytes, at: i + 1)
    let close = i + 1 + length
    guard close < end, bytes[close] == 0x5D, value != 0x5D, let status = Unicode.Scalar(value),
      close + 1 == end || bytes[close + 1].isSpaceOrTab
    else { return leaf.kind == .paragraph }
    var text = close + 1
    while text < end, bytes[text].isSpaceOrTab { text += 1 }
    var container = blocks.containers[leaf.container].parent
    while container >= 0, taskOfContainer[container] == nil { container = blocks.containers[container].parent }
    document.lines[line].kind = .task
    document.lines[line].detail = Int32(bitPattern: value)
    document.lines[line].content = text..<end
    document.tasks.append(
      MarkdownDocument.TaskSite(
        line: line, lastLine: blocks.containers[leaf.container].endLine, status: status, text: text..<end,
        parent: taskOfContainer[container] ?? -1, heading: -1))
    taskOfContainer[leaf.container] = document.tasks.count - 1
    return true
  }

  /// The line with a setext heading's underline: cmark's own end may lie beyond it.
  private mutating func lastHeadingLine(_ leaf: MarkdownLeaf) -> Int {
    for line in leaf.firstLine...leaf.lastLine where line > leaf.firstLine {
      let text = HeadingText.trimmed(content(of: line, in: leaf.container), bytes)
      guard let mark = text.isEmpty ? nil : bytes[text.lowerBound], mark == 0x3D || mark == 0x2D else { continue }
      if bytes[text].allSatisfy({ $0 == mark }) { return line }
    }
    return leaf.firstLine
  }

  private mutating func placeHeading(_ leaf: MarkdownLeaf, level: Int, inQuote: Bool) {
    var text: [UInt8] = []
    let isATX = leaf.firstLine == leaf.lastLine
    for line in leaf.firstLine...leaf.lastLine {
      let isUnderline = !isATX && line == leaf.lastLine
      var range = document.lines[line].content
      if isATX { range = HeadingText.withoutMarks(range, bytes) }
      range = HeadingText.trimmed(range, bytes)
      if isUnderline {
        range = range.upperBound..<range.upperBound
      } else {
        if !text.isEmpty { text.append(0x20) }
        text.append(contentsOf: bytes[range])
      }
      if document.lines[line].kind != .task {
        document.lines[line].kind = .heading
        document.lines[line].detail = Int32(level)
      }
      document.lines[line].content = range
    }
    document.headings.append(
      MarkdownDocument.HeadingSite(
        level: level, line: leaf.firstLine, lastLine: leaf.lastLine, text: String(decoding: text, as: UTF8.self),
        inQuote: inQuote, parent: -1))
  }

  // MARK: Comments and headings

  private mutating func hide(_ comment: [ClosedRange<Int>]) {
    guard !comment.isEmpty else { return }
    for range in comment {
      for line in range { document.lines[line].kind = .comment }
    }
    let lines = document.lines
    func hidden(_ line: Int) -> Bool { lines[line].kind == .comment }
    var renumbered: [Int] = []
    var kept: [MarkdownDocument.TaskSite] = []
    for var task in document.tasks {
      task.parent = task.parent >= 0 ? renumbered[task.parent] : -1
      renumbered.append(hidden(task.line) ? task.parent : kept.count)
      if !hidden(task.line) { kept.append(task) }
    }
    document.tasks = kept
    document.headings.removeAll { hidden($0.line) }
  }

  private mutating func assignHeadings() {
    var stack: [Int] = []
    var next = 0
    var nextTask = 0
    document.headings.sort { $0.line < $1.line }
    for line in document.lines.indices {
      // A heading encloses none of its own lines.
      let own = stack.last.flatMap { document.headings[$0].lastLine >= line ? document.headings[$0].parent : nil }
      document.lines[line].heading = Int32(own ?? stack.last ?? -1)
      if next < document.headings.count, document.headings[next].line == line {
        let heading = document.headings[next]
        if !heading.inQuote {
          while let top = stack.last, document.headings[top].level >= heading.level { stack.removeLast() }
          document.headings[next].parent = stack.last ?? -1
          document.lines[line].heading = Int32(stack.last ?? -1)
          stack.append(next)
        }
        next += 1
      }
      while nextTask < document.tasks.count, document.tasks[nextTask].line == line {
        document.tasks[nextTask].heading = stack.last ?? -1
        nextTask += 1
      }
    }
  }
}
