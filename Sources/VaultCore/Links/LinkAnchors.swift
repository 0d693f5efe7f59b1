/// What the anchors of links lead to within one note.
///
/// That an anchor leads nowhere is told as something to mend, so it leads somewhere wherever Obsidian, or a program that
/// makes web pages of notes, may find something.
package struct LinkAnchors {
  private let written: HeadingLinkTarget
  /// With the headings' texts as they are shown: `Title` of `[Title](address)`.
  private let shown: HeadingLinkTarget
  /// As `LinkResolver.key` makes them.
  private let blocks: Set<String>
  private let elements: HTMLAnchors

  /// `note` is what `bytes` hold, a file as it is.
  package init(_ note: Note, _ bytes: [UInt8]) {
    written = HeadingLinkTarget(note.headings)
    shown = HeadingLinkTarget(
      note.headings.map { heading in
        var heading = heading
        heading.text = Self.shown(HeadingLinkTarget.withoutBlockID(heading.text))
        return heading
      })
    let body = bytes[note.bodyRange]
    blocks = Self.blocks(in: body)
    elements = HTMLAnchors(body)
  }

  /// Returns true where the anchor leads to a heading or block of the note, and where that cannot be told.
  package func leads(_ anchor: LinkTarget.Anchor, from kind: Link.Kind) -> Bool {
    switch anchor {
    case .none: return true
    // Drawings of a plugin have anchors of their own: `^group=…`.
    case .block(let id): return id.utf8.contains(0x3D) || blocks.contains(LinkResolver.key(id))
    case .heading(let path):
      // A heading may hold a `#` itself.
      let whole = path.joined(separator: "#")
      if holds(path) || path.count > 1 && holds([whole]) { return true }
      return (kind == .markdown || kind == .reference) && leadsOnPage(whole)
    }
  }

  private func holds(_ path: [String]) -> Bool { written.holds(inOrder: path) || shown.holds(inOrder: path) }

  /// What only a web page has: elements with a name, the page's top, a text that is looked for (`:~:text=`), numbers behind
  /// headings that are alike.
  private func leadsOnPage(_ anchor: String) -> Bool {
    if elements.hasHeadings || anchor == "top" || anchor.hasPrefix(":~:") { return true }
    if elements.names.contains(LinkResolver.key(anchor)) { return true }
    guard let dash = anchor.utf8.lastIndex(of: 0x2D), case let number = anchor.utf8[dash...].dropFirst(),
      !number.isEmpty, number.allSatisfy(\.isDigit)
    else { return false }
    return holds([String(anchor[..<dash])])
  }

  private static func shown(_ heading: String) -> String {
    var heading = heading
    return heading.withUTF8 { InlineTree($0, 0..<$0.count).plainText($0) }
  }

  /// Whatever ends a line as a block id does, also where it names no block.
  private static func blocks(in body: ArraySlice<UInt8>) -> Set<String> {
    var found: Set<String> = []
    for line in body.split(separator: 0x0A) {
      var end = line.endIndex
      while end > line.startIndex, line[end - 1].isASCIIWhitespace { end -= 1 }
      guard let caret = BlockID.caret(endingAt: end, notBefore: line.startIndex, in: line),
        caret == line.startIndex || line[caret - 1].isASCIIWhitespace
      else { continue }
      found.insert(LinkResolver.key(String(decoding: line[(caret + 1)..<end], as: UTF8.self)))
    }
    return found
  }
}

/// Places of a text that web pages give names: `id="…"`, `name=…`, `{#…}`.
private struct HTMLAnchors {
  /// As `LinkResolver.key` makes them.
  private(set) var names: Set<String> = []
  /// True where there are headings in HTML, whose names are made of their texts.
  private(set) var hasHeadings = false

  /// In bytes.
  private static let longestName = 200
  private static let ends = Set("\"'>}".utf8)

  init(_ text: ArraySlice<UInt8>) {
    for i in text.indices {
      switch text[i] {
      case 0x3D where Self.isNamed(text[..<i]):
        let start = i + 1
        let isQuoted = start < text.endIndex && (text[start] == 0x22 || text[start] == 0x27)
        add(text[(isQuoted ? start + 1 : start)...])
      case 0x23 where i > text.startIndex && text[i - 1] == 0x7B: add(text[(i + 1)...])
      case 0x3C where i + 2 < text.endIndex && text[i + 1] | 0x20 == 0x68 && 0x31...0x36 ~= text[i + 2]:
        hasHeadings = true
      default: break
      }
    }
  }

  /// Returns true where `id` or `name` ends the text.
  private static func isNamed(_ text: ArraySlice<UInt8>) -> Bool {
    ["id", "name"].contains { word in
      text.count > word.utf8.count && text.suffix(word.utf8.count).map { $0 | 0x20 }.elementsEqual(word.utf8)
        && !text[text.endIndex - word.utf8.count - 1].isASCIILetterOrDigit
    }
  }

  private mutating func add(_ rest: ArraySlice<UInt8>) {
    let name = rest.prefix(Self.longestName).prefix { $0 > 0x20 && !Self.ends.contains($0) }
    if !name.isEmpty { names.insert(LinkResolver.key(String(decoding: name, as: UTF8.self))) }
  }
}
