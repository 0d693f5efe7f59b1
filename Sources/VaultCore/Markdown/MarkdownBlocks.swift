internal import CCMark

/// A list or quote that encloses lines, as the block structure nests them.
struct MarkdownContainer {
  enum Kind {
    case quote
    case item(ordered: Bool)
  }

  var kind: Kind
  var parent: Int
  /// Index of the line it begins on.
  var startLine: Int
  /// For an item: columns of indentation that its continuation lines have.
  var indent = 0
  /// How many lists and quotes enclose its content, itself included.
  var depth: Int
  var inQuote: Bool
}

/// A block that holds text, code or HTML. Lines are indices into the line table.
struct MarkdownLeaf {
  enum Kind: Equatable {
    case paragraph, heading(level: Int, setext: Bool), fencedCode, indentedCode, html, rule
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
  /// Lines of quotes: ranges of line indices with the container's index, outermost first.
  var quotes: [(lines: ClosedRange<Int>, container: Int)] = []

  /// More brackets and stars than this in one body, and cmark gets a copy in which those inside lines are masked:
  /// its inline parser takes time quadratic in their number (`![[](` in 0.30), and only its blocks are used.
  private static let inlineMarkCap = 4_000
  /// More markers than this at a line's beginning are masked too: cmark looks at every open block on every line.
  private static let nestingCap = 100

  init(_ bytes: UnsafeBufferPointer<UInt8>, lines: LineTable) {
    guard let start = lines.starts.first, lines.end > start else { return }
    let body = UnsafeBufferPointer(rebasing: bytes[start..<lines.end])
    if let masked = Self.masked(body) {
      masked.withUnsafeBufferPointer { read($0, lines: lines) }
    } else {
      read(body, lines: lines)
    }
  }

  private mutating func read(_ body: UnsafeBufferPointer<UInt8>, lines: LineTable) {
    let parsed = body.withMemoryRebound(to: CChar.self) {
      cmark_parse_document($0.baseAddress, $0.count, CMARK_OPT_DEFAULT)
    }
    guard let document = parsed else { return }
    defer { cmark_node_free(document) }
    guard let walk = cmark_iter_new(document) else { return }
    defer { cmark_iter_free(walk) }

    var current = -1
    let lastLine = lines.count - 1
    var event = cmark_iter_next(walk)
    while event != CMARK_EVENT_DONE {
      guard let node = cmark_iter_get_node(walk) else { break }
      let type = cmark_node_get_type(node)
      if event == CMARK_EVENT_EXIT {
        if type == CMARK_NODE_BLOCK_QUOTE || type == CMARK_NODE_ITEM { current = containers[current].parent }
        event = cmark_iter_next(walk)
        continue
      }
      let first = min(max(Int(cmark_node_get_start_line(node)) - 1, 0), lastLine)
      let last = min(max(Int(cmark_node_get_end_line(node)) - 1, first), lastLine)
      var isLeaf = true
      switch type {
      case CMARK_NODE_BLOCK_QUOTE:
        isLeaf = false
        containers.append(
          MarkdownContainer(kind: .quote, parent: current, startLine: first, depth: depth(current) + 1, inQuote: true))
        current = containers.count - 1
        quotes.append((first...last, current))
      case CMARK_NODE_ITEM:
        isLeaf = false
        let ordered = cmark_node_get_list_type(cmark_node_parent(node)) == CMARK_ORDERED_LIST
        containers.append(
          MarkdownContainer(
            kind: .item(ordered: ordered), parent: current, startLine: first, depth: depth(current) + 1,
            inQuote: current >= 0 && containers[current].inQuote))
        current = containers.count - 1
      case CMARK_NODE_PARAGRAPH:
        leaves.append(MarkdownLeaf(kind: .paragraph, firstLine: first, lastLine: last, container: current))
      case CMARK_NODE_HEADING:
        let level = Int(cmark_node_get_heading_level(node))
        leaves.append(
          MarkdownLeaf(
            kind: .heading(level: level, setext: false), firstLine: first, lastLine: last, container: current))
      case CMARK_NODE_CODE_BLOCK:
        let fenced = cmark_node_get_fence_info(node) != nil && isFence(body, node, lines: lines, line: first)
        leaves.append(
          MarkdownLeaf(
            kind: fenced ? .fencedCode : .indentedCode, firstLine: first, lastLine: last, container: current))
      case CMARK_NODE_HTML_BLOCK:
        leaves.append(MarkdownLeaf(kind: .html, firstLine: first, lastLine: last, container: current))
      case CMARK_NODE_THEMATIC_BREAK:
        leaves.append(MarkdownLeaf(kind: .rule, firstLine: first, lastLine: first, container: current))
      default:
        isLeaf = false
      }
      if isLeaf, type == CMARK_NODE_PARAGRAPH || type == CMARK_NODE_HEADING {
        // Inlines are our own scanner's business.
        cmark_iter_reset(walk, node, CMARK_EVENT_EXIT)
      }
      event = cmark_iter_next(walk)
    }
  }

  private func depth(_ container: Int) -> Int {
    container < 0 ? 0 : containers[container].depth
  }

  private func isFence(
    _ body: UnsafeBufferPointer<UInt8>, _ node: OpaquePointer, lines: LineTable, line: Int
  ) -> Bool {
    let base = lines.starts.first ?? 0
    var i = lines.starts[line] - base + Int(cmark_node_get_start_column(node)) - 1
    while i < body.count, body[i] == 0x20 || body[i] == 0x09 { i += 1 }
    return i < body.count && (body[i] == 0x60 || body[i] == 0x7E)
  }

  private static let weights: [UInt64] = {
    var weights = [UInt64](repeating: 0, count: 256)
    for c in "[*_<`&!".utf8 { weights[Int(c)] = 1 }
    for c in ">-+)".utf8 { weights[Int(c)] = 1 << 32 }
    return weights
  }()

  /// A copy of the same length without the marks that cost cmark quadratic time; nil where there are few.
  private static func masked(_ body: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    // The square of what fits into this takes no time.
    guard body.count > 2 * inlineMarkCap else { return nil }
    // Marks are counted in the lower half, list and quote markers in the upper one.
    var sum: UInt64 = 0
    weights.withUnsafeBufferPointer { weights in
      for c in body { sum &+= weights[Int(c)] }
    }
    let marks = Int(sum & 0xFFFF_FFFF)
    let markers = Int(sum >> 32)
    let mostLeading = marks + markers > nestingCap ? mostMarkersOnALine(body) : 0
    guard marks > inlineMarkCap || mostLeading > nestingCap else { return nil }
    return mask(body, marks: marks > inlineMarkCap)
  }

  /// The greatest number of list and quote markers that a line begins with.
  private static func mostMarkersOnALine(_ body: UnsafeBufferPointer<UInt8>) -> Int {
    var most = 0
    var i = 0
    while i < body.count {
      var leading = 0
      scanning: while i < body.count {
        switch body[i] {
        case 0x20, 0x09: break
        case 0x3E, 0x2D, 0x2B, 0x2A, 0x30...0x39, 0x2E, 0x29: leading += 1
        default: break scanning
        }
        i += 1
      }
      most = max(most, leading)
      while i < body.count, body[i] != 0x0A, body[i] != 0x0D { i += 1 }
      i += 1
    }
    return most
  }

  private static func mask(_ body: UnsafeBufferPointer<UInt8>, marks: Bool) -> [UInt8] {
    var copy = Array(body)
    var atStart = true
    var leading = 0
    let filler: UInt8 = 0x78
    for i in copy.indices {
      let c = copy[i]
      switch c {
      case 0x0A, 0x0D:
        atStart = true
        leading = 0
      case 0x20, 0x09:
        break
      case 0x3E, 0x2D, 0x2B, 0x2A, 0x30...0x39, 0x2E, 0x29:
        if atStart {
          leading += 1
          if leading > nestingCap {
            // Rules (`---`) stay rules: their markers are not followed by blanks.
            if i + 1 < copy.count, copy[i + 1] == 0x20 || c == 0x3E { copy[i] = filler }
          }
        } else if marks, c == 0x2A {
          copy[i] = filler
        }
      case 0x5B, 0x5F, 0x26, 0x60, 0x3C, 0x21:
        if !atStart, marks {
          let closesTag = c == 0x3C && i + 1 < copy.count && copy[i + 1] == 0x2F
          if !closesTag { copy[i] = filler }
        }
        // A fence, a definition, an HTML block or a rule may begin with several of these.
        if c != 0x60, c != 0x5F { atStart = false }
      default:
        atStart = false
      }
    }
    return copy
  }
}
