internal import CCMark

/// Walks cmark's tree and writes HTML. Every byte of the note passes `HTMLText.escape` or `HTMLAddress`.
struct HTMLWriter {
  var out: [UInt8] = []
  let tokens: [(token: HTMLToken, source: [UInt8])]
  let tables: [HTMLTable]
  let address: ((String) -> String?)?

  var marks = HTMLMarks()
  /// Bytes at the beginning of a text that have been dealt with: a box, a callout's head.
  var skipped: [OpaquePointer: Int] = [:]
  var cells: [Int: [UInt8]] = [:]
  /// The output while a cell is written, and the cell's number.
  var suspended: (out: [UInt8], cell: Int)?
  var anchors: [String: Int] = [:]
  var linkDepth = 0
  var openLinks: [Bool] = []
  /// For each open quote: whether it is a callout.
  var callouts: [Bool] = []
  /// The paragraph that a callout's title is the beginning of.
  var titled: OpaquePointer?
  var paragraphIsOpen = false
  var isHiding = false

  init(tokens: [(token: HTMLToken, source: [UInt8])], tables: [HTMLTable], address: ((String) -> String?)?) {
    self.tokens = tokens
    self.tables = tables
    self.address = address
  }

  static func literal(_ node: OpaquePointer) -> UnsafeBufferPointer<UInt8> {
    bytes(cmark_node_get_literal(node))
  }

  static func bytes(_ text: UnsafePointer<CChar>?) -> UnsafeBufferPointer<UInt8> {
    guard let text else { return UnsafeBufferPointer(start: nil, count: 0) }
    var count = 0
    while text[count] != 0 { count += 1 }
    return UnsafeRawBufferPointer(start: text, count: count).bindMemory(to: UInt8.self)
  }

  mutating func put(_ html: StaticString) {
    html.withUTF8Buffer { out.append(contentsOf: $0) }
  }

  mutating func put(escaped text: some Sequence<UInt8>) {
    HTMLText.escape(text, into: &out)
  }

  mutating func line() {
    if let last = out.last, last != 0x0A { out.append(0x0A) }
  }

  // MARK: The walk

  mutating func write(_ text: [UInt8]) {
    let parsed = text.withUnsafeBufferPointer { bytes in
      bytes.withMemoryRebound(to: CChar.self) { cmark_parse_document($0.baseAddress, $0.count, CMARK_OPT_DEFAULT) }
    }
    guard let document = parsed else { return }
    defer { cmark_node_free(document) }
    cmark_consolidate_text_nodes(document)
    guard let walk = cmark_iter_new(document) else { return }
    defer { cmark_iter_free(walk) }
    while true {
      let event = cmark_iter_next(walk)
      guard event != CMARK_EVENT_DONE, let node = cmark_iter_get_node(walk) else { return }
      if event == CMARK_EVENT_ENTER {
        let wantsChildren = enter(node)
        if !wantsChildren, !Self.isLeaf(node) { cmark_iter_reset(walk, node, CMARK_EVENT_EXIT) }
      } else {
        exit(node)
      }
    }
  }

  static func isLeaf(_ node: OpaquePointer) -> Bool {
    switch cmark_node_get_type(node) {
    case CMARK_NODE_HTML_BLOCK, CMARK_NODE_THEMATIC_BREAK, CMARK_NODE_CODE_BLOCK, CMARK_NODE_TEXT,
      CMARK_NODE_SOFTBREAK, CMARK_NODE_LINEBREAK, CMARK_NODE_CODE, CMARK_NODE_HTML_INLINE:
      true
    default: false
    }
  }

  /// False when the children are not to be visited; `exit` is not called then.
  mutating func enter(_ node: OpaquePointer) -> Bool {
    if marks.hidden.contains(node) { return false }
    switch cmark_node_get_type(node) {
    case CMARK_NODE_BLOCK_QUOTE: enterQuote(node)
    case CMARK_NODE_LIST:
      line()
      if cmark_node_get_list_type(node) == CMARK_ORDERED_LIST {
        let start = cmark_node_get_list_start(node)
        out.append(contentsOf: (start == 1 ? "<ol>\n" : "<ol start=\"\(start)\">\n").utf8)
      } else {
        put("<ul>\n")
      }
    case CMARK_NODE_ITEM: enterItem(node)
    case CMARK_NODE_PARAGRAPH: enterParagraph(node)
    case CMARK_NODE_HEADING: enterHeading(node)
    case CMARK_NODE_CODE_BLOCK: codeBlock(node)
    case CMARK_NODE_HTML_BLOCK:
      line()
      if !Self.isComment(Self.literal(node)) { put("<!-- raw HTML omitted -->\n") }
    case CMARK_NODE_THEMATIC_BREAK:
      line()
      put("<hr>\n")
    case CMARK_NODE_TEXT: text(node)
    case CMARK_NODE_SOFTBREAK, CMARK_NODE_LINEBREAK: lineBreak(node)
    case CMARK_NODE_CODE where !isHiding:
      put("<code>")
      put(escaped: source(of: Self.literal(node)))
      put("</code>")
    case CMARK_NODE_HTML_INLINE where !isHiding:
      if !Self.isComment(Self.literal(node)) { put("<!-- raw HTML omitted -->") }
    case CMARK_NODE_EMPH:
      put("<em>")
      marks.add(childrenOf: node, boundary: nil)
    case CMARK_NODE_STRONG:
      put("<strong>")
      marks.add(childrenOf: node, boundary: nil)
    case CMARK_NODE_LINK: enterLink(node)
    case CMARK_NODE_IMAGE:
      image(node)
      return false
    default: break
    }
    return true
  }

  mutating func exit(_ node: OpaquePointer) {
    switch cmark_node_get_type(node) {
    case CMARK_NODE_BLOCK_QUOTE:
      line()
      put(callouts.popLast() == true ? "</div>\n" : "</blockquote>\n")
    case CMARK_NODE_LIST:
      put(cmark_node_get_list_type(node) == CMARK_ORDERED_LIST ? "</ol>\n" : "</ul>\n")
    case CMARK_NODE_ITEM: put("</li>\n")
    case CMARK_NODE_PARAGRAPH: exitParagraph(node)
    case CMARK_NODE_HEADING:
      out.append(contentsOf: "</h\(cmark_node_get_heading_level(node))>\n".utf8)
      isHiding = false
    case CMARK_NODE_EMPH: put("</em>")
    case CMARK_NODE_STRONG: put("</strong>")
    case CMARK_NODE_LINK:
      if openLinks.popLast() == true { put("</a>") }
      linkDepth -= 1
    default: break
    }
  }

  // MARK: Blocks

  mutating func enterQuote(_ node: OpaquePointer) {
    line()
    guard let paragraph = cmark_node_first_child(node), cmark_node_get_type(paragraph) == CMARK_NODE_PARAGRAPH,
      let first = cmark_node_first_child(paragraph), cmark_node_get_type(first) == CMARK_NODE_TEXT
    else {
      callouts.append(false)
      put("<blockquote>\n")
      return
    }
    let text = Self.literal(first)
    var i = 2
    while i < text.count, text[i] != 0x5D, Self.isCalloutName(text[i]) { i += 1 }
    guard text.count > 3, text[0] == 0x5B, text[1] == 0x21, i > 2, i < text.count, text[i] == 0x5D else {
      callouts.append(false)
      put("<blockquote>\n")
      return
    }
    let name = String(decoding: text[2..<i], as: UTF8.self).lowercased()
    i += 1
    if i < text.count, text[i] == 0x2B || text[i] == 0x2D { i += 1 }
    while i < text.count, text[i] == 0x20 || text[i] == 0x09 { i += 1 }
    skipped[first] = i
    callouts.append(true)
    put("<div class=\"callout\" data-callout=\"")
    put(escaped: name.utf8)
    put("\">\n<p class=\"callout-title\">")
    let next = cmark_node_next(first)
    let isBreak = next.map {
      cmark_node_get_type($0) == CMARK_NODE_SOFTBREAK || cmark_node_get_type($0) == CMARK_NODE_LINEBREAK
    }
    if i == text.count, isBreak ?? true { put(escaped: (name.prefix(1).uppercased() + name.dropFirst()).utf8) }
    titled = paragraph
  }

  static func isCalloutName(_ c: UInt8) -> Bool {
    (c | 0x20 >= 0x61 && c | 0x20 <= 0x7A) || (c >= 0x30 && c <= 0x39) || c == 0x2D || c == 0x5F || c >= 0x80
  }

  mutating func enterItem(_ node: OpaquePointer) {
    guard let paragraph = cmark_node_first_child(node), cmark_node_get_type(paragraph) == CMARK_NODE_PARAGRAPH,
      let first = cmark_node_first_child(paragraph), cmark_node_get_type(first) == CMARK_NODE_TEXT,
      let found = token(in: Self.literal(first), at: 0), case .box(let status) = tokens[found.number].token
    else {
      put("<li>")
      return
    }
    var end = found.end
    let text = Self.literal(first)
    while end < text.count, text[end] == 0x20 || text[end] == 0x09 { end += 1 }
    skipped[first] = end
    put("<li class=\"task\" data-task=\"")
    put(escaped: status)
    put("\"><input type=\"checkbox\" disabled")
    if status == [0x78] || status == [0x58] { put(" checked") }
    put("> ")
  }

  mutating func enterParagraph(_ node: OpaquePointer) {
    isHiding = false
    if let first = cmark_node_first_child(node), cmark_node_get_type(first) == CMARK_NODE_TEXT,
      let found = token(in: Self.literal(first), at: 0)
    {
      if case .cell(let number) = tokens[found.number].token, number == found.number, suspended == nil {
        suspended = (out, number)
        out = []
        skipped[first] = found.end
        marks.add(childrenOf: node, boundary: nil)
        return
      }
      if case .table = tokens[found.number].token {
        paragraphIsOpen = false
        return
      }
    }
    var boundary: OpaquePointer?
    if titled == node {
      paragraphIsOpen = true
      boundary = cmark_node_first_child(node)
      while let each = boundary, cmark_node_get_type(each) != CMARK_NODE_SOFTBREAK,
        cmark_node_get_type(each) != CMARK_NODE_LINEBREAK
      {
        boundary = cmark_node_next(each)
      }
    } else if isTight(node) {
      paragraphIsOpen = false
    } else {
      line()
      put("<p>")
      paragraphIsOpen = true
    }
    marks.add(childrenOf: node, boundary: boundary)
  }

  mutating func exitParagraph(_ node: OpaquePointer) {
    isHiding = false
    if let (outer, cell) = suspended {
      cells[cell] = out
      out = outer
      suspended = nil
      return
    }
    if paragraphIsOpen { put("</p>\n") }
    paragraphIsOpen = false
    if titled == node { titled = nil }
  }

  func isTight(_ paragraph: OpaquePointer) -> Bool {
    guard let list = cmark_node_parent(cmark_node_parent(paragraph)), cmark_node_get_type(list) == CMARK_NODE_LIST
    else { return false }
    return cmark_node_get_list_tight(list) != 0
  }

  mutating func enterHeading(_ node: OpaquePointer) {
    line()
    let slug = HTMLAddress.slug(plainText(node))
    let count = anchors[slug, default: 0]
    anchors[slug] = count + 1
    out.append(contentsOf: "<h\(cmark_node_get_heading_level(node)) id=\"".utf8)
    put(escaped: slug.utf8)
    if count > 0 { out.append(contentsOf: "-\(count)".utf8) }
    put("\">")
    isHiding = false
    marks.add(childrenOf: node, boundary: nil)
  }

  mutating func codeBlock(_ node: OpaquePointer) {
    line()
    let info = source(of: Self.bytes(cmark_node_get_fence_info(node)))
    let language = info.prefix { $0 != 0x20 && $0 != 0x09 }
    if language.isEmpty {
      put("<pre><code>")
    } else {
      put("<pre><code class=\"language-")
      put(escaped: language)
      put("\">")
    }
    put(escaped: source(of: Self.literal(node)))
    put("</code></pre>\n")
  }

  mutating func table(_ table: HTMLTable) {
    func alignment(_ column: Int) -> String {
      let alignment = table.alignments[column]
      return alignment == .none ? "" : " align=\"\(alignment.rawValue)\""
    }
    line()
    put("<table>\n")
    for (index, row) in table.rows.enumerated() {
      let name = index == 0 ? "th" : "td"
      if index == 0 { put("<thead>\n") } else if index == 1 { put("<tbody>\n") }
      put("<tr>")
      for (column, cell) in row.enumerated() {
        out.append(contentsOf: "<\(name)\(alignment(column))>".utf8)
        out.append(contentsOf: cells[cell] ?? [])
        out.append(contentsOf: "</\(name)>".utf8)
      }
      put("</tr>\n")
      if index == 0 { put("</thead>\n") } else if index == table.rows.count - 1 { put("</tbody>\n") }
    }
    put("</table>\n")
  }
}
