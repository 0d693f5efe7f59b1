internal import CCMark
internal import CMarkArena

/// A list or quote that encloses lines, as the block structure nests them.
struct MarkdownContainer {
  var parent: Int
  /// Indices of the lines it begins and ends on.
  var startLine: Int
  var endLine: Int
  /// For an item: columns of indentation that its continuation lines have.
  var indent = 0
  /// How many lists and quotes enclose its content, itself included.
  var depth: Int
  var inQuote: Bool
  /// An item's list among the blocks' lists; nil for a quote.
  var list: Int?
  /// How many leaves stand before it.
  var firstLeaf: Int

  var isQuote: Bool { list == nil }
}

struct MarkdownList {
  var isOrdered: Bool
  var start: Int
  /// True when its items' paragraphs are no paragraphs of their own.
  var isTight: Bool
}

/// A block that holds text, code or HTML. Lines are indices into the line table.
struct MarkdownLeaf {
  enum Kind: Equatable {
    case paragraph
    case heading(level: Int)
    case fencedCode, indentedCode, html, rule
  }

  var kind: Kind
  var firstLine: Int
  var lastLine: Int
  /// The innermost container; -1 at top level.
  var container: Int
}

/// The block structure of a body as cmark sees it.
struct MarkdownBlocks {
  var containers: [MarkdownContainer] = []
  var leaves: [MarkdownLeaf] = []
  var lists: [MarkdownList] = []

  init(_ bytes: UnsafeBufferPointer<UInt8>, lines: LineTable) {
    guard let start = lines.starts.first, lines.end > start else { return }
    let body = UnsafeBufferPointer(rebasing: bytes[start..<lines.end])
    if let masked = MarkdownMask.masked(body) {
      masked.withUnsafeBufferPointer { readFootnotes($0, lines: lines) }
    } else {
      readFootnotes(body, lines: lines)
    }
  }

  private mutating func readFootnotes(_ body: UnsafeBufferPointer<UInt8>, lines: LineTable) {
    guard let masked = Footnote.masked(body) else { return read(body, lines: lines) }
    masked.withUnsafeBufferPointer { read($0, lines: lines) }
  }

  private mutating func read(_ body: UnsafeBufferPointer<UInt8>, lines: LineTable) {
    let arena = cmark_arena_begin()
    defer { cmark_arena_end(arena) }
    let document = body.withMemoryRebound(to: CChar.self) { cmark_arena_parse($0.baseAddress, $0.count) }
    guard let walk = cmark_iter_new(document) else { return }

    var current = -1
    var openLists: [Int] = []
    let lastLine = lines.count - 1
    var event = cmark_iter_next(walk)
    while event != CMARK_EVENT_DONE {
      guard let node = cmark_iter_get_node(walk) else { break }
      let type = cmark_node_get_type(node)
      if event == CMARK_EVENT_EXIT {
        if type == CMARK_NODE_BLOCK_QUOTE || type == CMARK_NODE_ITEM { current = containers[current].parent }
        if type == CMARK_NODE_LIST { openLists.removeLast() }
        event = cmark_iter_next(walk)
        continue
      }
      let first = min(max(Int(cmark_node_get_start_line(node)) - 1, 0), lastLine)
      let last = min(max(Int(cmark_node_get_end_line(node)) - 1, first), lastLine)
      var leaf: MarkdownLeaf.Kind?
      var leafEnd = last
      switch type {
      case CMARK_NODE_BLOCK_QUOTE: current = enter(first...last, in: current, list: nil)
      case CMARK_NODE_LIST:
        openLists.append(lists.count)
        lists.append(
          MarkdownList(
            isOrdered: cmark_node_get_list_type(node) == CMARK_ORDERED_LIST,
            start: Int(cmark_node_get_list_start(node)), isTight: cmark_node_get_list_tight(node) != 0))
      case CMARK_NODE_ITEM: current = enter(first...last, in: current, list: openLists.last ?? 0)
      case CMARK_NODE_PARAGRAPH: leaf = .paragraph
      case CMARK_NODE_HEADING: leaf = .heading(level: Int(cmark_node_get_heading_level(node)))
      case CMARK_NODE_CODE_BLOCK:
        let fenced = cmark_node_get_fence_info(node) != nil && isFence(body, node, lines: lines, line: first)
        leaf = fenced ? .fencedCode : .indentedCode
      case CMARK_NODE_HTML_BLOCK:
        leaf = .html
        // cmark's own end leaves out a last line that holds the end mark, such as `-->`.
        leafEnd = min(max(last, first + lineCount(node) - 1), lastLine)
      case CMARK_NODE_THEMATIC_BREAK:
        leaf = .rule
        leafEnd = first
      default: break
      }
      if let leaf {
        leaves.append(MarkdownLeaf(kind: leaf, firstLine: first, lastLine: leafEnd, container: current))
      }
      if type == CMARK_NODE_PARAGRAPH || type == CMARK_NODE_HEADING {
        // Inlines are our own scanner's business.
        cmark_iter_reset(walk, node, CMARK_EVENT_EXIT)
      }
      event = cmark_iter_next(walk)
    }
  }

  /// Returns the new container's index.
  private mutating func enter(_ lines: ClosedRange<Int>, in parent: Int, list: Int?) -> Int {
    let around = parent < 0 ? nil : containers[parent]
    containers.append(
      MarkdownContainer(
        parent: parent, startLine: lines.lowerBound, endLine: lines.upperBound, depth: (around?.depth ?? 0) + 1,
        inQuote: list == nil || around?.inQuote == true, list: list, firstLeaf: leaves.count))
    return containers.count - 1
  }

  /// How many lines an HTML block's text has.
  private func lineCount(_ node: OpaquePointer) -> Int {
    guard let literal = cmark_node_get_literal(node) else { return 1 }
    var count = 0
    while literal[count] != 0 { count += 1 }
    return UnsafeBufferPointer(start: literal, count: count).withMemoryRebound(to: UInt8.self) {
      LineTable($0, from: 0).count
    }
  }

  private func isFence(
    _ body: UnsafeBufferPointer<UInt8>, _ node: OpaquePointer, lines: LineTable, line: Int
  ) -> Bool {
    let base = lines.starts.first ?? 0
    var i = lines.starts[line] - base + Int(cmark_node_get_start_column(node)) - 1
    while i < body.count, body[i].isSpaceOrTab { i += 1 }
    return i < body.count && (body[i] == 0x60 || body[i] == 0x7E)
  }
}
