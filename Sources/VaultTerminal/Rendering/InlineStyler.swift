import VaultCore
import VaultInterface

/// Styles what Markdown marks in text: emphasis, code, links, wikilinks, tags, highlights. Marks vanish, comments too.
struct InlineStyler {
  let theme: Theme
  /// Reference links' definitions by label.
  let definitions: [String: LinkDefinition]

  func styled(_ text: String, base: Style = .plain) -> StyledText {
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
    /// The address of the link that the walk is in, and where that ends.
    var link: (end: Int, address: String?) = (0, nil)
    var line = 0
    var place = 0
    func enter(_ style: Style, to end: Int) {
      open.append((end, open.last?.style.with(style) ?? style))
    }
    func emit(_ text: some Collection<UInt8>, _ style: Style = .plain, link: String?) {
      let text = String(decoding: text.lazy.map { $0 == 0x0A ? 0x20 : $0 }, as: UTF8.self)
      out[line].append(text, bases[line].with(open.last?.style ?? .plain).with(style), link: link)
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
      while let last = open.last, last.end <= i { open.removeLast() }
      let address = i < link.end ? link.address : nil
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
        if !bytes[node.range].starts(with: "<!--".utf8) { emit(bytes[node.range], theme[.muted], link: address) }
      case .address:
        let text = String(decoding: bytes[node.inner], as: UTF8.self)
        emit(text.utf8, theme[.link], link: Self.isExternal(text) ? text : nil)
      case .wikilink: emit(bytes[node.inner], theme[.link], link: nil)
      case .link(let destination, _):
        let text = String(decoding: destination.address, as: UTF8.self)
        enter(theme[.link], to: node.end)
        link = (node.end, Self.isExternal(text) ? text : nil)
        // An empty link text hides nothing: the address is shown.
        if node.inner.isEmpty { emit(text.utf8, link: link.address) }
      case .emphasis: enter(Style(italic: true), to: node.end)
      case .strong: enter(Style(bold: true), to: node.end)
      case .deletion: enter(Style(strikethrough: true), to: node.end)
      case .highlight: enter(theme[.match], to: node.end)
      case .comment: i = node.end
      }
    }
    return out
  }

  /// An address that leads out of the vault and may be opened by a click.
  private static func isExternal(_ address: String) -> Bool {
    guard let colon = address.utf8.firstIndex(of: 0x3A) else { return false }
    return ["http", "https", "mailto"].contains(address[..<colon].lowercased())
  }
}
