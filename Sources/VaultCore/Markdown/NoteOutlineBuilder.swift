/// Makes the parts of an outline of cmark's blocks and of what stands in the lines.
///
/// All parts are runs of lines, so that which one is in which follows from their first and last lines and, where they
/// begin on the same line, from how deep they are nested.
struct NoteOutlineBuilder {
  private struct Draft {
    var kind: NoteOutline.Kind
    /// Indices into the body's lines.
    var first: Int
    var last: Int
    /// How deep it is nested among those that begin on the same line.
    var rank: Int
    var title: SourceRange?
    /// True where lines of nothing but `>` are blank to it.
    var inQuote = false
  }

  private let bytes: UnsafeBufferPointer<UInt8>
  private let frontMatter: FrontMatterFence
  private let document: MarkdownDocument
  private let blocks: MarkdownBlocks
  /// Those of block comments, in order.
  private var comments: [ClosedRange<Int>] = []
  /// Headings that begin sections, in order.
  private let headings: [MarkdownDocument.HeadingSite]
  /// By line, the nearest one at or above it that is not blank; -1 without one. Once for lines as they are, once for
  /// lines without marks of quotes.
  private var text: [Int] = []
  private var quotedText: [Int] = []
  private var drafts: [Draft] = []

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
    frontMatter = FrontMatterFence.find(in: bytes)
    (document, blocks) = MarkdownDocument.read(bytes, bodyStart: frontMatter.range.upperBound)
    let lines = document.lines
    headings = document.headings.filter { !$0.inQuote && lines[$0.line].depth == 0 }
  }

  mutating func parts() -> [NoteOutline.Part] {
    findText()
    comments = CommentLines(bytes: bytes, document: document).lines
    addSections()
    for comment in comments { add(.comment, comment.lowerBound, comment.upperBound, rank: 1) }
    addContainers()
    addLeaves()
    addDefinitions()
    return arranged()
  }

  private mutating func findText() {
    var (last, lastQuoted) = (-1, -1)
    for line in document.lines.indices {
      let start = document.lineTable.starts[line]
      let content = bytes[start..<document.lineTable.contentEnd(line, in: bytes)]
      if let mark = content.firstIndex(where: { !$0.isSpaceOrTab }) {
        last = line
        if content[mark...].contains(where: { !$0.isSpaceOrTab && $0 != 0x3E }) { lastQuoted = line }
      }
      text.append(last)
      quotedText.append(lastQuoted)
    }
  }

  // MARK: What there is

  private mutating func add(
    _ kind: NoteOutline.Kind, _ first: Int, _ last: Int, rank: Int, title: SourceRange? = nil, inQuote: Bool = false
  ) {
    drafts.append(Draft(kind: kind, first: first, last: last, rank: rank, title: title, inQuote: inQuote))
  }

  private mutating func addSections() {
    var ends = [Int](repeating: document.lines.count - 1, count: headings.count)
    var open: [Int] = []
    for (index, heading) in headings.enumerated() {
      while let top = open.last, headings[top].level >= heading.level {
        ends[top] = heading.line - 1
        open.removeLast()
      }
      open.append(index)
    }
    for (heading, end) in zip(headings, ends) {
      let lastOfText = max(heading.lastLine - 1, heading.line)
      let start = document.lines[heading.line].content.lowerBound
      let title = start..<max(start, document.lines[lastOfText].content.upperBound)
      add(.section(level: heading.level), heading.line, end, rank: 0, title: title)
    }
  }

  private mutating func addContainers() {
    var lists: [Int: Draft] = [:]
    for (index, container) in blocks.containers.enumerated() {
      guard let lines = visible(container.startLine, container.endLine) else { continue }
      let rank = 2 * container.depth
      guard let list = container.list else {
        let title = calloutTitle(index)
        add(title == nil ? .quote : .callout, lines.lowerBound, lines.upperBound, rank: rank, title: title)
        continue
      }
      add(
        .item(isTask: isTask(index)), lines.lowerBound, lines.upperBound, rank: rank, inQuote: container.inQuote)
      var draft =
        lists[list]
        ?? Draft(
          kind: .list, first: lines.lowerBound, last: lines.upperBound, rank: rank - 1, inQuote: container.inQuote)
      draft.last = max(draft.last, lines.upperBound)
      lists[list] = draft
    }
    drafts += lists.values
  }

  private mutating func addLeaves() {
    var nextText = 0
    for leaf in blocks.leaves {
      let depth = leaf.container < 0 ? 0 : blocks.containers[leaf.container].depth
      let inQuote = leaf.container >= 0 && blocks.containers[leaf.container].inQuote
      func add(_ kind: NoteOutline.Kind, _ first: Int, _ last: Int, _ builder: inout Self) {
        for lines in builder.outsideOfComments(first, last) {
          builder.add(kind, lines.lowerBound, lines.upperBound, rank: 2 * depth + 1, inQuote: inQuote)
        }
      }
      switch leaf.kind {
      case .fencedCode, .indentedCode: add(.code, leaf.firstLine, leaf.lastLine, &self)
      case .html: add(.html, leaf.firstLine, leaf.lastLine, &self)
      case .rule: continue
      case .paragraph, .heading:
        let block = textBlock(of: leaf, &nextText)
        if leaf.kind != .paragraph {
          if depth > 0 { add(.paragraph, leaf.firstLine, block?.lastLine ?? leaf.firstLine, &self) }
        } else if let table = block?.tableLine {
          if leaf.firstLine < table { add(.paragraph, leaf.firstLine, table - 1, &self) }
          add(.table, table, leaf.lastLine, &self)
        } else {
          add(.paragraph, leaf.firstLine, leaf.lastLine, &self)
        }
      }
    }
  }

  /// As the leaves come; nil for a paragraph of nothing but link definitions.
  private func textBlock(of leaf: MarkdownLeaf, _ next: inout Int) -> MarkdownDocument.InlineBlock? {
    guard next < document.inlineBlocks.count else { return nil }
    let block = document.inlineBlocks[next]
    guard block.firstLine >= leaf.firstLine, block.lastLine <= leaf.lastLine else { return nil }
    next += 1
    return block
  }

  /// Runs of link definitions that cmark leaves no trace of.
  private mutating func addDefinitions() {
    guard document.lines.contains(where: { $0.kind == .linkDefinition }) else { return }
    var innermost = [Int](repeating: -1, count: document.lines.count)
    for (index, container) in blocks.containers.enumerated() {
      for line in container.startLine...container.endLine { innermost[line] = index }
    }
    var isLeaf = [Bool](repeating: false, count: document.lines.count)
    for leaf in blocks.leaves {
      for line in leaf.firstLine...leaf.lastLine { isLeaf[line] = true }
    }
    func isDefinition(_ line: Int) -> Bool { document.lines[line].kind == .linkDefinition && !isLeaf[line] }
    var line = 0
    while line < document.lines.count {
      let first = line
      line += 1
      guard isDefinition(first) else { continue }
      while line < document.lines.count, isDefinition(line), innermost[line] == innermost[first] { line += 1 }
      let container = innermost[first] < 0 ? nil : blocks.containers[innermost[first]]
      add(
        .paragraph, first, line - 1, rank: 2 * (container?.depth ?? 0) + 1, inQuote: container?.inQuote == true)
    }
  }

  /// The leaf that a container begins with on its first line; nil when something else does.
  private func firstLeaf(_ container: Int) -> MarkdownLeaf? {
    let index = blocks.containers[container].firstLeaf
    guard index < blocks.leaves.count, blocks.leaves[index].container == container else { return nil }
    return blocks.leaves[index]
  }

  private func isTask(_ item: Int) -> Bool {
    let line = blocks.containers[item].startLine
    return document.lines[line].kind == .task && firstLeaf(item)?.firstLine == line
  }

  private func calloutTitle(_ quote: Int) -> SourceRange? {
    guard let leaf = firstLeaf(quote), leaf.kind == .paragraph, document.lines[leaf.firstLine].kind == .quote else {
      return nil
    }
    let line = document.lines[leaf.firstLine].content
    return Callout(bytes, line: line) == nil ? nil : line
  }

  // MARK: Comments

  /// What is left of a list or quote: a comment that goes beyond its end ends it, and one that it begins in puts off
  /// its beginning.
  private func visible(_ first: Int, _ last: Int) -> ClosedRange<Int>? {
    var (start, end) = (first, last)
    if let comment = comment(at: first) { start = comment.upperBound + 1 }
    if let comment = comment(at: last), comment.lowerBound < first || comment.upperBound > last {
      end = comment.lowerBound - 1
    }
    return start <= end ? start...end : nil
  }

  private func comment(at line: Int) -> ClosedRange<Int>? {
    let next = comments.partitioningIndex { $0.upperBound >= line }
    return next < comments.count && comments[next].lowerBound <= line ? comments[next] : nil
  }

  private func outsideOfComments(_ first: Int, _ last: Int) -> [ClosedRange<Int>] {
    var pieces: [ClosedRange<Int>] = []
    var start = first
    var next = comments.partitioningIndex { $0.upperBound >= first }
    while next < comments.count, comments[next].lowerBound <= last {
      if start < comments[next].lowerBound { pieces.append(start...comments[next].lowerBound - 1) }
      start = comments[next].upperBound + 1
      next += 1
    }
    if start <= last { pieces.append(start...last) }
    return pieces
  }

  // MARK: Order

  private mutating func arranged() -> [NoteOutline.Part] {
    var nested: [Draft] = []
    var ends: [Int] = []
    var open: [Int] = []
    for var draft in drafts.sorted(by: { ($0.first, $0.rank) < ($1.first, $1.rank) }) {
      let last = min(draft.last, lastLine(below: draft))
      draft.last = draft.inQuote && quotedText[last] >= draft.first ? quotedText[last] : text[last]
      // Blank lines that a comment leaves of code.
      guard draft.last >= draft.first else { continue }
      while let top = open.last, nested[top].last < draft.first {
        ends[top] = nested.count
        open.removeLast()
      }
      // What holds it does not end before it, whatever cmark says.
      for index in open.reversed() {
        if nested[index].last >= draft.last { break }
        nested[index].last = draft.last
      }
      open.append(nested.count)
      nested.append(draft)
      ends.append(0)
    }
    for index in open { ends[index] = nested.count }
    return frontMatterPart() + zip(nested, ends).map { part($0, end: $1) }
  }

  /// The line above the next section, which nothing but sections reaches beyond.
  private func lastLine(below draft: Draft) -> Int {
    if case .section = draft.kind { return draft.last }
    let next = headings.partitioningIndex { $0.line > draft.first }
    return next < headings.count ? headings[next].line - 1 : document.lines.count - 1
  }

  private func part(_ draft: Draft, end: Int) -> NoteOutline.Part {
    let range = document.lineTable.starts[draft.first]..<document.lineTable.contentEnd(draft.last, in: bytes)
    let shift = 1 + document.lineOffset
    return NoteOutline.Part(
      kind: draft.kind, range: range, title: draft.title, lines: draft.first + shift...draft.last + shift,
      end: end + (document.lineOffset > 0 ? 1 : 0))
  }

  private func frontMatterPart() -> [NoteOutline.Part] {
    guard document.lineOffset > 0 else { return [] }
    var end = frontMatter.range.upperBound
    if end > 0, bytes[end - 1] == 0x0A { end -= 1 }
    if end > 0, bytes[end - 1] == 0x0D { end -= 1 }
    return [
      NoteOutline.Part(
        kind: .frontMatter, range: frontMatter.range.lowerBound..<end, title: nil, lines: 1...document.lineOffset,
        end: 1)
    ]
  }
}
