/// What stands in a block's text.
extension HTMLWriter {
  /// Writes `range` of `text`. ` ^id` at the very end of a paragraph is an anchor.
  mutating func write(
    _ text: UnsafeBufferPointer<UInt8>, _ range: SourceRange, isParagraph: Bool = false, isCell: Bool = false
  ) {
    let end = isParagraph || isCell ? beforeBlockID(text, range) : nil
    let tree = InlineTree(
      text, range.lowerBound..<(end ?? range.upperBound), definitions: definitions, isCell: isCell)
    write(tree, text)
    guard let end else { return }
    put("<span")
    put(attribute: "id", text[end + 1..<range.upperBound])
    put("></span>")
  }

  /// The place of the blank before the `^id` that ends the text.
  private func beforeBlockID(_ text: UnsafeBufferPointer<UInt8>, _ range: SourceRange) -> Int? {
    guard let caret = BlockID.caret(endingAt: range.upperBound, notBefore: range.lowerBound, in: text),
      caret > range.lowerBound, text[caret - 1] == 0x20
    else { return nil }
    return caret - 1
  }

  private mutating func write(_ tree: InlineTree, _ text: UnsafeBufferPointer<UInt8>) {
    /// What closes the nodes that are open, and after which node.
    var closing: [(end: Int, tag: String)] = []
    /// The end of the link that the walk is in: a link holds no other, so one that stands in it is its text.
    var linkEnd = context.isInLink ? tree.nodes.count : 0
    var i = 0
    while i < tree.nodes.count || !closing.isEmpty {
      if let last = closing.last, last.end <= i {
        put(last.tag)
        closing.removeLast()
        continue
      }
      let node = tree.nodes[i]
      let isInLink = i < linkEnd
      i += 1
      func enclose(_ element: String) {
        put("<\(element)>")
        closing.append((node.end, "</\(element)>"))
      }
      switch node.kind {
      case .text, .escape, .tag: put(escaped: text[node.inner])
      case .entity(let shown): put(escaped: shown.utf8)
      case .code:
        put("<code>")
        put(escaped: tree.shown(node, text))
        put("</code>")
      case .html: if !Self.isComment(text[node.range]) { put("<!-- raw HTML omitted -->") }
      case .lineBreak(let isHard): put(isHard || context.keepsLineBreaks ? "<br>\n" : "\n")
      case .address: address(text[node.inner], isInLink: isInLink)
      case .wikilink(let target, let isEmbed):
        if isInLink {
          put(escaped: text[node.inner])
        } else {
          wikilink(text.text(target), text[node.inner], isEmbed: isEmbed)
        }
      case .link(let destination, isEmbed: true):
        image(destination.address, tree.plainText(i..<node.end, text), isInLink: isInLink)
        i = node.end
      case .link(let destination, isEmbed: false):
        let url = destination.address
        guard !isInLink, let href = ownAddress(url) ?? HTMLAddress.safe(url) else { continue }
        openAnchor(href, className: HTMLAddress.isExternal(url) ? "external" : nil, title: destination.title)
        closing.append((node.end, "</a>"))
        linkEnd = node.end
      case .emphasis: enclose("em")
      case .strong: enclose("strong")
      case .deletion: enclose("del")
      case .highlight: enclose("mark")
      case .comment: i = node.end
      }
    }
  }

  private mutating func openAnchor(_ href: String, className: String?, title: [UInt8] = []) {
    put("<a")
    if let className { put(attribute: "class", className.utf8) }
    put(attribute: "href", href.utf8)
    if !title.isEmpty { put(attribute: "title", title) }
    put(">")
  }

  /// An address that is its own text.
  private mutating func address(_ address: some Collection<UInt8>, isInLink: Bool) {
    let isMail = !InlineScanner.hasScheme(address)
    let safe = isInLink ? nil : HTMLAddress.safe(isMail ? "mailto:".utf8 + Array(address) : Array(address))
    if let safe { openAnchor(safe, className: "external") }
    put(escaped: address)
    if safe != nil { put("</a>") }
  }

  /// Where a Markdown link to a file of the vault leads, with its anchor; nil for one that leads elsewhere.
  private func ownAddress(_ url: [UInt8]) -> String? {
    guard let destination = context.destination, !HTMLAddress.isExternal(url), url.first != 0x23 else { return nil }
    let written = String(decoding: url, as: UTF8.self)
    guard let file = destination(written, .markdown).flatMap({ HTMLAddress.safe($0.address.utf8) }) else { return nil }
    let anchor = url.firstIndex(of: 0x23).flatMap { HTMLAddress.safe(url[$0...]) } ?? ""
    return file + anchor
  }

  private mutating func wikilink(_ target: String, _ shown: some Collection<UInt8>, isEmbed: Bool) {
    if isEmbed, case .picture(let address)? = context.embed?(target), let source = HTMLAddress.safe(address.utf8) {
      put("<img")
      put(attribute: "src", source.utf8)
      put(attribute: "alt", shown)
      put(" loading=\"lazy\">")
      return
    }
    // A heading of this very note is on this page.
    let destination = target.utf8.first == 0x23 ? nil : context.destination?(target, .wiki)
    let file = destination.flatMap { HTMLAddress.safe($0.address.utf8) }
    let name = (isEmbed ? "wikilink embed" : "wikilink") + (destination?.isMissing == true ? " missing" : "")
    openAnchor(HTMLAddress.wikilink(target, file: file), className: name)
    put(escaped: shown)
    put("</a>")
  }

  /// Pictures of the vault are shown; one from elsewhere is a link, as to show it would tell its server who reads.
  private mutating func image(_ url: [UInt8], _ alt: String, isInLink: Bool) {
    guard var href = HTMLAddress.safe(url), !href.isEmpty else {
      put(escaped: alt.utf8)
      return
    }
    if !HTMLAddress.isExternal(url), let embed = context.embed {
      // Where files are found, no other address is asked for: a GET to the server that shows the note could have an effect.
      guard case .picture(let address)? = embed(String(decoding: url, as: UTF8.self)),
        let source = HTMLAddress.safe(address.utf8)
      else {
        let shown = alt.isEmpty ? href : alt
        if !isInLink, let address = ownAddress(url) {
          openAnchor(address, className: "wikilink")
          put(escaped: shown.utf8)
          put("</a>")
        } else {
          put("<span class=\"missing image\">")
          put(escaped: shown.utf8)
          put("</span>")
        }
        return
      }
      href = source
    }
    guard HTMLAddress.isExternal(url) else {
      put("<img")
      put(attribute: "src", href.utf8)
      put(attribute: "alt", alt.utf8)
      put(">")
      return
    }
    if !isInLink { openAnchor(href, className: "external image") }
    put(escaped: (alt.isEmpty ? href : alt).utf8)
    if !isInLink { put("</a>") }
  }

  static func isComment(_ html: some Sequence<UInt8>) -> Bool {
    html.drop { $0 == 0x20 }.starts(with: "<!--".utf8)
  }
}
