/// Turns cmark's blocks into lines, headings, task sites and blocks of text.
struct MarkdownDocumentBuilder {
  let bytes: UnsafeBufferPointer<UInt8>
  var document: MarkdownDocument
  var blocks: MarkdownBlocks
  let content: LineContent
  /// The task site that an item began, by container.
  private var taskOfContainer: [Int: Int] = [:]
  private var currentHeading = -1

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
    guard !blocks.quotes.isEmpty else { return }
    var innermost = [Int](repeating: -1, count: document.lines.count)
    for (range, container) in blocks.quotes {
      for line in range { innermost[line] = container }
    }
    for (line, container) in innermost.enumerated() where container >= 0 {
      var p = content.position(line: line, container: container, in: &blocks.containers)
      let end = document.lineTable.contentEnd(line, in: bytes)
      guard hasQuoteMark(line: line, before: p.offset) else { continue }
      content.skipWhitespace(&p, end: end, limit: .max)
      document.lines[line].kind = .quote
      document.lines[line].depth = Int32(blocks.containers[container].depth)
      document.lines[line].content = p.offset..<max(p.offset, end)
    }
  }

  private func hasQuoteMark(line: Int, before offset: Int) -> Bool {
    var i = document.lineTable.starts[line]
    while i < offset {
      if bytes[i] == 0x3E { return true }
      i += 1
    }
    return false
  }

  private mutating func markItemLines() {
    for index in blocks.containers.indices {
      guard case .item(let ordered) = blocks.containers[index].kind else { continue }
      let line = blocks.containers[index].startLine
      let p = content.position(line: line, container: index, in: &blocks.containers)
      let end = document.lineTable.contentEnd(line, in: bytes)
      document.lines[line].kind = ordered ? .ordered : .bullet
      document.lines[line].detail = ordered ? Int32(clamping: number(before: p.offset, line: line)) : 0
      document.lines[line].depth = Int32(blocks.containers[index].depth)
      document.lines[line].content = min(p.offset, end)..<end
    }
  }

  private func number(before offset: Int, line: Int) -> Int {
    var i = offset - 1
    let start = document.lineTable.starts[line]
    while i >= start, !(bytes[i] >= 0x30 && bytes[i] <= 0x39) { i -= 1 }
    var digits = i
    while digits > start, bytes[digits - 1] >= 0x30, bytes[digits - 1] <= 0x39 { digits -= 1 }
    guard i >= start else { return 0 }
    return bytes[digits...i].reduce(0) { min($0 * 10 + Int($1 - 0x30), 999_999_999) }
  }

  // MARK: Leaves

  private mutating func place(_ index: Int) {
    let leaf = blocks.leaves[index]
    let depth = Int32(leaf.container < 0 ? 0 : blocks.containers[leaf.container].depth)
    switch leaf.kind {
    case .rule:
      setLine(leaf.firstLine, .rule, depth, leaf.container)
    case .html:
      for line in leaf.firstLine...leaf.lastLine { setLine(line, .html, depth, leaf.container) }
    case .fencedCode, .indentedCode:
      placeCode(leaf, index: index, depth: depth)
    case .paragraph, .heading:
      placeText(leaf, depth: depth)
    }
  }

  mutating func setLine(_ line: Int, _ kind: MarkdownDocument.Line.Kind, _ depth: Int32, _ container: Int) {
    let p = content.position(line: line, container: container, in: &blocks.containers)
    let end = document.lineTable.contentEnd(line, in: bytes)
    document.lines[line].kind = kind
    document.lines[line].depth = depth
    document.lines[line].content = min(p.offset, end)..<end
  }

  private mutating func placeCode(_ leaf: MarkdownLeaf, index: Int, depth: Int32) {
    var fenceIndent = 0
    var fence = 0
    let lastLine = leaf.kind == .indentedCode ? lastLineWithText(leaf) : leaf.lastLine
    for line in leaf.firstLine...lastLine {
      var p = content.position(line: line, container: leaf.container, in: &blocks.containers)
      let end = document.lineTable.contentEnd(line, in: bytes)
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
      document.lines[line].kind = .code
      document.lines[line].detail = Int32(clamping: index)
      document.lines[line].depth = depth
      document.lines[line].content = min(p.offset, end)..<end
      document.lines[line].pending = UInt8(clamping: p.pending)
    }
  }

  /// Blank lines at the end are no indented code, though cmark counts them in.
  private mutating func lastLineWithText(_ leaf: MarkdownLeaf) -> Int {
    var line = leaf.lastLine
    while line > leaf.firstLine {
      let p = content.position(line: line, container: leaf.container, in: &blocks.containers)
      let end = document.lineTable.contentEnd(line, in: bytes)
      guard HeadingText.trimmed(min(p.offset, end)..<end, bytes).isEmpty else { break }
      line -= 1
    }
    return line
  }

  /// Returns true when the line closes the fence whose marks begin at `opening`: as many of the same mark, and nothing
  /// else.
  private func closesFence(_ start: LineContent.Position, end: Int, _ opening: Int) -> Bool {
    var p = start
    content.skipWhitespace(&p, end: end, limit: 3)
    var wanted = 0
    guard opening < bytes.count else { return false }
    let mark = bytes[opening]
    while opening + wanted < bytes.count, bytes[opening + wanted] == mark { wanted += 1 }
    var i = p.offset
    while i < end, bytes[i] == mark { i += 1 }
    guard p.pending == 0, i - p.offset >= wanted else { return false }
    return bytes[i..<end].allSatisfy { $0 == 0x20 || $0 == 0x09 }
  }

  private mutating func noteLanguage(_ start: Int, end: Int, leaf: Int) {
    var i = start
    while i < end, bytes[i] == 0x60 || bytes[i] == 0x7E { i += 1 }
    while i < end, bytes[i] == 0x20 || bytes[i] == 0x09 { i += 1 }
    let word = i
    while i < end, bytes[i] != 0x20, bytes[i] != 0x09 { i += 1 }
    if i > word { document.codeLanguages[Int32(clamping: leaf)] = bytes.text(word..<i) }
  }

  private mutating func placeText(_ leaf: MarkdownLeaf, depth: Int32) {
    var leaf = leaf
    if case .heading = leaf.kind { leaf.lastLine = lastHeadingLine(leaf) }
    var first = leaf.firstLine
    let inQuote = leaf.container >= 0 && blocks.containers[leaf.container].inQuote
    let itemLine = leaf.container >= 0 ? blocks.containers[leaf.container].startLine : -1
    let isItem: Bool
    if leaf.container >= 0, case .item = blocks.containers[leaf.container].kind {
      isItem = true
    } else {
      isItem = false
    }

    if leaf.kind == .paragraph {
      first = consumeDefinitions(leaf, depth: depth, inQuote: inQuote)
      guard first <= leaf.lastLine else { return }
    }
    for line in first...leaf.lastLine {
      if isItem, line == itemLine, claimItemLine(line, leaf: leaf) { continue }
      var p = content.position(line: line, container: leaf.container, in: &blocks.containers)
      let end = document.lineTable.contentEnd(line, in: bytes)
      content.skipWhitespace(&p, end: end, limit: .max)
      document.lines[line].content = min(p.offset, end)..<end
      document.lines[line].depth = depth
      let isQuote: Bool
      if leaf.container >= 0, case .quote = blocks.containers[leaf.container].kind {
        isQuote = true
      } else {
        isQuote = false
      }
      document.lines[line].kind = isQuote ? .quote : .paragraph
    }
    var tableLine: Int?
    if case .heading(let level, _) = leaf.kind {
      placeHeading(leaf, level: level, inQuote: inQuote)
    } else {
      tableLine = PipeTable.mark(&document, bytes, first: first, last: leaf.lastLine)
    }
    let start = document.lineTable.starts[first]
    document.inlineBlocks.append(
      MarkdownDocument.InlineBlock(
        range: start..<document.lineTable.contentEnd(leaf.lastLine, in: bytes), firstLine: first,
        lastLine: leaf.lastLine, inQuote: inQuote, tableLine: tableLine))
  }

  /// An item's first line keeps the item's kind; one with a box becomes a task. False for a heading in an item.
  private mutating func claimItemLine(_ line: Int, leaf: MarkdownLeaf) -> Bool {
    let end = document.lineTable.contentEnd(line, in: bytes)
    var i = document.lines[line].content.lowerBound
    while i < end, bytes[i] == 0x20 || bytes[i] == 0x09 { i += 1 }
    document.lines[line].content = i..<end
    guard i < end, bytes[i] == 0x5B, i + 1 < end else {
      if case .heading = leaf.kind { return false }
      return true
    }
    let (value, length) = decodeScalar(bytes, at: i + 1)
    let close = i + 1 + length
    guard close < end, bytes[close] == 0x5D, value != 0x5D, let status = Unicode.Scalar(value),
      close + 1 == end || bytes[close + 1] == 0x20 || bytes[close + 1] == 0x09
    else {
      if case .heading = leaf.kind { return false }
      return true
    }
    var text = close + 1
    while text < end, bytes[text] == 0x20 || bytes[text] == 0x09 { text += 1 }
    var parent = -1
    var container = blocks.containers[leaf.container].parent
    while container >= 0 {
      if let task = taskOfContainer[container] {
        parent = task
        break
      }
      container = blocks.containers[container].parent
    }
    document.lines[line].kind = .task
    document.lines[line].detail = Int32(bitPattern: value)
    document.lines[line].content = text..<end
    document.tasks.append(
      MarkdownDocument.TaskSite(
        line: line, lastLine: blocks.containers[leaf.container].endLine, status: status, text: text..<end,
        parent: parent, heading: -1))
    taskOfContainer[leaf.container] = document.tasks.count - 1
    return true
  }

  /// The line with a setext heading's underline: cmark's own end may lie beyond it.
  private mutating func lastHeadingLine(_ leaf: MarkdownLeaf) -> Int {
    for line in leaf.firstLine...leaf.lastLine where line > leaf.firstLine {
      let p = content.position(line: line, container: leaf.container, in: &blocks.containers)
      let text = HeadingText.trimmed(
        p.offset..<max(p.offset, document.lineTable.contentEnd(line, in: bytes)), bytes)
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
    for task in document.tasks {
      if hidden(task.line) {
        renumbered.append(task.parent >= 0 ? renumbered[task.parent] : -1)
      } else {
        var task = task
        task.parent = task.parent >= 0 ? renumbered[task.parent] : -1
        renumbered.append(kept.count)
        kept.append(task)
      }
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
