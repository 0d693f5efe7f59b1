import VaultCore
import VaultInterface

/// Styles what Markdown and HTML mark in text: emphasis, code, links, wikilinks, tags, highlights. Marks vanish, comments too.
package struct InlineStyler {
  let theme: Theme
  /// Reference links' definitions by label.
  let definitions: [String: LinkDefinition]
  /// What a click on a link into the vault opens, by the link's target as it is written.
  var addresses: [String: String] = [:]
  /// True where what a link leads to stands behind its text.
  var showsAddresses = false
  /// True where `<br>` ends a line.
  var breaksLines = false

  package init(
    theme: Theme, definitions: [String: LinkDefinition], addresses: [String: String] = [:],
    showsAddresses: Bool = false,
    breaksLines: Bool = false
  ) {
    self.theme = theme
    self.definitions = definitions
    self.addresses = addresses
    self.showsAddresses = showsAddresses
    self.breaksLines = breaksLines
  }

  package func styled(_ text: String, base: Style = .plain) -> StyledText {
    styled([(text, base)])[0]
  }

  /// The lines of one paragraph, styled each: what begins on one may end on another.
  func styled(_ lines: [(text: String, base: Style)]) -> [StyledText] {
    var text = lines[0].text
    for line in lines.dropFirst() { text += "\n" + line.text }
    return text.withUTF8 { bytes in
      let tree = InlineTree(bytes, 0..<bytes.count, definitions: definitions)
      return styled(tree, bytes, bases: lines.map(\.base))
    }
  }

  /// The cells of a table's row.
  func styledCells(_ row: String, base: Style, atMost count: Int) -> [StyledText] {
    var row = row
    return row.withUTF8 { bytes in
      PipeTable.cells(bytes, 0..<bytes.count).prefix(count).map { cell in
        styled(InlineTree(bytes, cell, definitions: definitions, isCell: true), bytes, bases: [base])[0]
      }
    }
  }

  /// One text for each of `bases`, of which the next holds from the next line break on.
  private func styled(
    _ tree: InlineTree, _ bytes: UnsafeBufferPointer<UInt8>, bases: [Style]
  ) -> [StyledText] {
    var out = [StyledText](repeating: StyledText(), count: bases.count)
    /// Where the nodes that are open end, and how they all together look.
    var open: [(end: Int, style: Style)] = []
    /// The links that the walk is in, an image's in another's: where each ends, what a click on it opens, and what is to be
    /// said of it at its end.
    var links: [(end: Int, address: String?, said: String)] = []
    var markup = HTMLMarkup(theme: theme)
    var line = 0
    var place = 0
    func enter(_ style: Style, to end: Int) {
      open.append((end, open.last?.style.with(style) ?? style))
    }
    func emit(_ text: some Collection<UInt8>, _ style: Style = .plain, link: String?) {
      let text = String(decoding: text.lazy.map { $0 == 0x0A ? 0x20 : $0 }, as: UTF8.self)
      let style = bases[line].with(open.last?.style ?? .plain).with(markup.style).with(style)
      out[line].append(text, style, link: link ?? markup.link)
    }
    func say(_ target: String, besides shown: String) {
      guard showsAddresses, !target.isEmpty, target != shown else { return }
      emit(" (\(target))".utf8, theme[.muted], link: nil)
    }
    func close(before i: Int) {
      while let last = open.last, last.end <= i { open.removeLast() }
      while let last = links.last, last.end <= i {
        links.removeLast()
        say(last.said, besides: "")
      }
    }
    func advance(to next: Int) {
      // A link's destination or code may hold line breaks too, so they are counted in the text.
      while place < next, line < bases.count - 1 {
        if bytes[place] == 0x0A { line += 1 }
        place += 1
      }
    }
    var i = 0
    while i < tree.nodes.count {
      let node = tree.nodes[i]
      close(before: i)
      let address = links.last?.address
      advance(to: node.range.lowerBound)
      i += 1
      switch node.kind {
      case .text, .escape: emit(bytes[node.inner], link: address)
      case .entity(let shown):
        // What would be a control character is shown as it is written.
        let isControl = shown.unicodeScalars.contains { $0.properties.generalCategory == .control }
        emit(isControl ? Array(bytes[node.range]) : Array(shown.utf8), link: address)
      case .lineBreak: if bases.count == 1 { emit([0x20], link: address) }
      case .code where bases.count > 1 && bytes[node.inner].contains(0x0A):
        for part in bytes[node.inner].split(separator: 0x0A) {
          advance(to: part.startIndex)
          emit(part, theme[.code], link: address)
        }
      case .code: emit(tree.shown(node, bytes), theme[.code], link: address)
      case .tag: emit(bytes[node.range], theme[.tag], link: address)
      case .html:
        switch markup.read(bytes[node.range]) {
        case .none: break
        case .lineBreak:
          if breaksLines { out[line].append("\n") } else { emit([0x20], link: address) }
        case .text(let text): emit(text.utf8, link: address)
        }
      case .address:
        let text = String(decoding: bytes[node.inner], as: UTF8.self)
        emit(text.utf8, theme[.link], link: Self.isExternal(text) ? text : nil)
      case .wikilink(let target, _):
        let target = String(decoding: bytes[target], as: UTF8.self)
        emit(bytes[node.inner], theme[.link], link: addresses[target])
        say(target, besides: String(decoding: bytes[node.inner], as: UTF8.self))
      case .link(let destination, _):
        let text = String(decoding: destination.address, as: UTF8.self)
        let address = Self.isExternal(text) ? text : addresses[text] ?? addresses[destination.writtenAddress]
        enter(theme[.link], to: node.end)
        // An empty link text hides nothing: the address is shown.
        let isShown = node.inner.isEmpty || bytes[node.inner].elementsEqual(text.utf8)
        links.append((node.end, address, isShown ? "" : text))
        if node.inner.isEmpty { emit(text.utf8, link: address) }
      case .emphasis: enter(Style(italic: true), to: node.end)
      case .strong: enter(Style(bold: true), to: node.end)
      case .deletion: enter(Style(strikethrough: true), to: node.end)
      case .highlight: enter(theme[.match], to: node.end)
      case .comment: i = node.end
      }
    }
    close(before: tree.nodes.count)
    return out
  }

  /// An address that leads out of the vault and may be opened by a click.
  static func isExternal(_ address: String) -> Bool {
    guard let colon = address.utf8.firstIndex(of: 0x3A) else { return false }
    return ["http", "https", "mailto"].contains(address[..<colon].lowercased())
  }
}
