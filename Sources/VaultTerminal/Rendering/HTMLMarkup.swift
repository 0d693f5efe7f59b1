import VaultCore
import VaultInterface

/// What the tags of HTML that stand in a note do to the text between them: they are drawn where a terminal can, and dropped
/// elsewhere.
struct HTMLMarkup {
  enum Effect: Equatable {
    case none, lineBreak
    /// What stands in the tag's place.
    case text(String)
  }

  private struct Element {
    var name: String
    var style: Style
    var link: String?
  }

  /// More that are open at once are passed over.
  private static let deepest = 16

  let theme: Theme
  private var open: [Element] = []
  /// How the text behind the tags so far looks.
  private(set) var style = Style.plain
  /// The address that a click on it opens.
  private(set) var link: String?

  init(theme: Theme) {
    self.theme = theme
  }

  /// Takes a tag, a comment, or whatever else begins with `<` and ends with `>`.
  mutating func read(_ tag: some Collection<UInt8>) -> Effect {
    let isEnd = tag.dropFirst().first == 0x2F
    let rest = tag.dropFirst(isEnd ? 2 : 1)
    let name = String(decoding: rest.prefix { $0.isASCIILetterOrDigit }.map(\.asciiLowered), as: UTF8.self)
    guard !name.isEmpty else { return .none }
    if isEnd {
      if let index = open.lastIndex(where: { $0.name == name }) { open.remove(at: index) }
    } else {
      switch name {
      case "br": return .lineBreak
      case "img": return .text(Self.attribute("alt", of: rest) ?? "")
      default: break
      }
      let link = name == "a" ? Self.attribute("href", of: rest).flatMap { InlineStyler.isExternal($0) ? $0 : nil } : nil
      guard open.count < Self.deepest, let style = style(of: name, hasLink: link != nil) else { return .none }
      open.append(Element(name: name, style: style, link: link))
    }
    style = open.reduce(.plain) { $0.with($1.style) }
    link = open.last { $0.link != nil }?.link
    return .none
  }

  /// Returns nil for elements that do not show.
  private func style(of name: String, hasLink: Bool) -> Style? {
    switch name {
    case "b", "strong", "summary", "th": Style(bold: true)
    case "h1", "h2", "h3", "h4", "h5", "h6": theme[.heading]
    case "i", "em", "cite", "dfn", "var": Style(italic: true)
    case "u", "ins": Style(underline: true)
    case "s", "del", "strike": Style(strikethrough: true)
    case "mark": theme[.match]
    case "code", "kbd", "samp", "tt": theme[.code]
    case "small": theme[.muted]
    case "a": hasLink ? theme[.link] : nil
    default: nil
    }
  }

  /// The value of an attribute, with its entities read.
  private static func attribute(_ name: String, of tag: some Collection<UInt8>) -> String? {
    let text = String(decoding: tag, as: UTF8.self)
    let matches = text.matches(of: /\s([A-Za-z]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"']+))/)
    guard let match = matches.first(where: { $0.output.1.lowercased() == name }),
      let value = match.output.2 ?? match.output.3 ?? match.output.4
    else { return nil }
    return String(decoding: InlineTree.unescaped(value.utf8), as: UTF8.self)
  }

  // MARK: Blocks

  /// The lines of a block of HTML: without tags and comments, and without the lines that these leave empty.
  static func lines(of block: [String], theme: Theme) -> [StyledText] {
    var markup = HTMLMarkup(theme: theme)
    var text = block.joined(separator: "\n")
    let shown = text.withUTF8 { markup.shown($0) }
    return shown.lines.map(\.trimmed).filter { !$0.isEmpty }
  }

  private mutating func shown(_ bytes: UnsafeBufferPointer<UInt8>) -> StyledText {
    var out = StyledText()
    var i = 0
    // No search for an end that is not there is made twice.
    let last = bytes.lastIndex(of: 0x3E) ?? -1
    while i < bytes.count {
      if bytes[i] == 0x3C, bytes[i...].starts(with: "<!--".utf8) {
        i = Self.end(of: "-->", bytes, from: i + 4)
      } else if bytes[i] == 0x3C, i < last, Self.beginsTag(bytes[i + 1]) {
        let end = (bytes[i...].firstIndex(of: 0x3E) ?? last) + 1
        let tag = bytes[i..<end]
        switch read(tag) {
        case .none: break
        case .lineBreak: out.append("\n")
        case .text(let text): out.append(text, style, link: link)
        }
        i = Self.hidden(by: tag).map { Self.end(of: $0, bytes, from: end) } ?? end
      } else if bytes[i] == 0x26, let (text, end) = HTMLEntity.read(bytes, from: i, limit: bytes.count) {
        let isControl = text.unicodeScalars.contains { $0.properties.generalCategory == .control }
        out.append(isControl ? String(decoding: bytes[i..<end], as: UTF8.self) : text, style, link: link)
        i = end
      } else {
        let end = bytes[(i + 1)...].firstIndex { $0 == 0x3C || $0 == 0x26 } ?? bytes.count
        out.append(String(decoding: bytes[i..<end], as: UTF8.self), style, link: link)
        i = end
      }
    }
    return out
  }

  /// A letter, `/`, `!` or `?`.
  private static func beginsTag(_ c: UInt8) -> Bool { c.isASCIILetter || c == 0x2F || c == 0x21 || c == 0x3F }

  /// What ends an element whose content is none to show.
  private static func hidden(by tag: Slice<UnsafeBufferPointer<UInt8>>) -> String? {
    let name = tag.dropFirst().prefix { $0.isASCIILetter }.map(\.asciiLowered)
    return ["script", "style"].first { $0.utf8.elementsEqual(name) }.map { "</\($0)>" }
  }

  /// The place behind the next `mark`, in any case; the end where there is none.
  private static func end(of mark: String, _ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    let mark = Array(mark.utf8)
    var i = start
    while i + mark.count <= bytes.count {
      if zip(bytes[i..<(i + mark.count)], mark).allSatisfy({ $0.asciiLowered == $1 }) { return i + mark.count }
      i += 1
    }
    return bytes.count
  }
}
