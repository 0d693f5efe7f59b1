internal import CCMark

extension HTMLWriter {
  // MARK: Spans

  mutating func lineBreak(_ node: OpaquePointer) {
    guard !isHiding else { return }
    let parent = cmark_node_parent(node)
    if let titled, titled == parent {
      put("</p>\n<p>")
      self.titled = nil
    } else {
      put(cmark_node_get_type(node) == CMARK_NODE_LINEBREAK ? "<br>\n" : "\n")
    }
  }

  mutating func enterLink(_ node: OpaquePointer) {
    linkDepth += 1
    let url = source(of: Self.bytes(cmark_node_get_url(node)))
    let href = linkDepth == 1 ? HTMLAddress.safe(url) : nil
    openLinks.append(href != nil)
    if let href {
      let title = source(of: Self.bytes(cmark_node_get_title(node)))
      openAnchor(href, className: HTMLAddress.isExternal(url) ? "external" : nil, title: title)
    }
    marks.add(childrenOf: node, boundary: nil)
  }

  mutating func openAnchor(_ href: String, className: String?, title: [UInt8] = []) {
    put("<a")
    if let className {
      put(" class=\"")
      put(escaped: className.utf8)
      put("\"")
    }
    put(" href=\"")
    put(escaped: href.utf8)
    if !title.isEmpty {
      put("\" title=\"")
      put(escaped: title)
    }
    put("\">")
  }

  /// Pictures of the vault are shown; one from elsewhere is a link, as to show it would tell its server who reads.
  mutating func image(_ node: OpaquePointer) {
    guard !isHiding else { return }
    let url = source(of: Self.bytes(cmark_node_get_url(node)))
    let alt = plainText(node)
    guard let href = HTMLAddress.safe(url), !href.isEmpty else {
      put(escaped: alt.utf8)
      return
    }
    guard HTMLAddress.isExternal(url) else {
      put("<img src=\"")
      put(escaped: href.utf8)
      put("\" alt=\"")
      put(escaped: alt.utf8)
      put("\">")
      return
    }
    let shown = alt.isEmpty ? href : alt
    if linkDepth > 0 {
      put(escaped: shown.utf8)
    } else {
      openAnchor(href, className: "external image")
      put(escaped: shown.utf8)
      put("</a>")
    }
  }

  mutating func wikilink(_ target: String, _ shown: String, isEmbed: Bool) {
    guard linkDepth == 0 else {
      put(escaped: shown.utf8)
      return
    }
    let href = address?(target).flatMap { HTMLAddress.safe($0.utf8) } ?? HTMLAddress.wikilink(target)
    openAnchor(href, className: isEmbed ? "wikilink embed" : "wikilink")
    put(escaped: shown.utf8)
    put("</a>")
  }

  // MARK: Text

  mutating func text(_ node: OpaquePointer) {
    let text = Self.literal(node)
    let events = marks.marks[node] ?? []
    var next = 0
    var i = skipped[node] ?? 0
    var plain = i
    func isAt(_ c: UInt8) -> Bool { c == 0xEF || c == 0x68 || c == 0x5E }
    while i < text.count {
      while next < events.count, events[next].offset < i { next += 1 }
      if next < events.count, events[next].offset == i {
        flush(text, plain..<i)
        apply(events[next].mark)
        next += 1
        i += 2
        plain = i
      } else if !isAt(text[i]) {
        i += 1
      } else if let found = token(in: text, at: i) {
        flush(text, plain..<i)
        if !isHiding { put(token: found.number) }
        i = found.end
        plain = i
      } else if linkDepth == 0, !isHiding, let end = addressEnd(text, i) {
        flush(text, plain..<i)
        if let href = HTMLAddress.safe(text[i..<end]) {
          openAnchor(href, className: "external")
          put(escaped: text[i..<end])
          put("</a>")
        }
        i = end
        plain = i
      } else if text[i] == 0x5E, isBlockID(text, i, node) {
        flush(text, min(plain, i - 1)..<(i - 1))
        if !isHiding {
          put("<span id=\"")
          put(escaped: text[i...])
          put("\"></span>")
        }
        return
      } else {
        i += 1
      }
    }
    flush(text, min(plain, text.count)..<text.count)
  }

  mutating func flush(_ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
    if !isHiding, !range.isEmpty { put(escaped: text[range]) }
  }

  mutating func apply(_ mark: HTMLMarks.Mark) {
    switch mark {
    case .hide: isHiding = true
    case .show: isHiding = false
    case .open(let tag), .close(let tag): put(tag)
    }
  }

  mutating func put(token number: Int) {
    switch tokens[number].token {
    case .wikilink(let target, let shown, let isEmbed): wikilink(target, shown, isEmbed: isEmbed)
    case .table(let index):
      if paragraphIsOpen { put("</p>\n") }
      paragraphIsOpen = false
      table(tables[index])
    case .box, .literal: put(escaped: tokens[number].source)
    case .cell: break
    }
  }

  /// ` ^id` at the very end of a block's text.
  func isBlockID(_ text: UnsafeBufferPointer<UInt8>, _ caret: Int, _ node: OpaquePointer) -> Bool {
    guard caret > 0, text[caret - 1] == 0x20, caret + 1 < text.count, cmark_node_next(node) == nil,
      let parent = cmark_node_parent(node), cmark_node_get_type(parent) == CMARK_NODE_PARAGRAPH
    else { return false }
    return text[(caret + 1)...].allSatisfy { c in
      (c | 0x20 >= 0x61 && c | 0x20 <= 0x7A) || (c >= 0x30 && c <= 0x39) || c == 0x2D
    }
  }

  /// The end of an address that stands in the text by itself.
  func addressEnd(_ text: UnsafeBufferPointer<UInt8>, _ start: Int) -> Int? {
    let rest = text[start...]
    let scheme = rest.starts(with: "https://".utf8) ? 8 : rest.starts(with: "http://".utf8) ? 7 : 0
    guard scheme > 0, start == 0 || !((text[start - 1] | 0x20) >= 0x61 && (text[start - 1] | 0x20) <= 0x7A) else {
      return nil
    }
    var depth = 0
    var i = start + scheme
    scanning: while i < text.count {
      switch text[i] {
      case 0...0x20, 0x22, 0x3C, 0x3E, 0x60, 0x7C: break scanning
      case 0xEF where token(in: text, at: i) != nil: break scanning
      case 0x3D where i + 1 < text.count && text[i + 1] == 0x3D: break scanning
      case 0x7E where i + 1 < text.count && text[i + 1] == 0x7E: break scanning
      case 0x25 where i + 1 < text.count && text[i + 1] == 0x25: break scanning
      case 0x28: depth += 1
      case 0x29:
        if depth == 0 { break scanning }
        depth -= 1
      default: break
      }
      i += 1
    }
    while i > start + scheme, "?!.,:;*_~'".utf8.contains(text[i - 1]) { i -= 1 }
    return i > start + scheme ? i : nil
  }
}
