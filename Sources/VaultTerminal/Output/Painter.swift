import VaultCore

/// Turns styled text into bytes for one stream.
///
/// The one place where the policy on control characters is kept: what goes to a terminal, or is coloured and so meant
/// for one, passes `ControlCharacters`; what goes into a pipe stays as it is.
package struct Painter: Sendable {
  package let colors: ColorDepth
  package let hyperlinks: Bool
  /// True when control characters are made visible.
  package let sanitizes: Bool
  package let unicode: Bool

  package init(colors: ColorDepth, hyperlinks: Bool = false, sanitizes: Bool, unicode: Bool = true) {
    self.colors = colors
    self.hyperlinks = hyperlinks
    self.sanitizes = sanitizes || colors != .none || hyperlinks
    self.unicode = unicode
  }

  /// For standard output.
  package init(_ context: TerminalContext) {
    self.init(
      colors: context.outputColors, hyperlinks: context.hyperlinks, sanitizes: context.outputIsTerminal,
      unicode: context.unicode)
  }

  /// For standard error. It may be a terminal's even when standard output is a pipe.
  package static func standardError(_ context: TerminalContext) -> Painter {
    Painter(colors: context.errorColors, sanitizes: context.errorIsTerminal, unicode: context.unicode)
  }

  /// No colour, nothing changed: for a pipe.
  package static let raw = Painter(colors: .none, sanitizes: false)

  package func append(
    _ text: String, _ style: Style = .plain, link: String? = nil, _ layout: ControlCharacters.Layout = .singleLine,
    to out: inout [UInt8]
  ) {
    guard !text.isEmpty else { return }
    let link = address(link)
    if let link { Self.appendLink(link, to: &out) }
    appendText(text, style, layout, to: &out)
    if link != nil { Self.appendLink("", to: &out) }
  }

  /// Pieces of one link are one link to the terminal as well.
  package func append(
    _ text: StyledText, _ layout: ControlCharacters.Layout = .singleLine, to out: inout [UInt8]
  ) {
    var open: String?
    for span in text.spans where !span.text.isEmpty {
      let link = address(span.link)
      if link != open {
        Self.appendLink(link ?? "", to: &out)
        open = link
      }
      appendText(span.text, span.style, layout, to: &out)
    }
    if open != nil { Self.appendLink("", to: &out) }
  }

  /// Nil where nothing is to open.
  private func address(_ link: String?) -> String? {
    hyperlinks ? link.flatMap { $0.utf8.count <= 2_000 ? $0 : nil } : nil
  }

  private func appendText(
    _ text: String, _ style: Style, _ layout: ControlCharacters.Layout, to out: inout [UInt8]
  ) {
    let styled = colors != .none && style != .plain
    if styled { style.appendStart(colors, to: &out) }
    if sanitizes {
      ControlCharacters.append(text, layout, ascii: !unicode, to: &out)
    } else {
      out.append(contentsOf: text.utf8)
    }
    if styled { Style.end.withUTF8Buffer { out.append(contentsOf: $0) } }
  }

  package func string(_ text: StyledText, _ layout: ControlCharacters.Layout = .singleLine) -> String {
    var out: [UInt8] = []
    append(text, layout, to: &out)
    return String(decoding: out, as: UTF8.self)
  }

  /// A path as a line of output names it: into a pipe exact, but quoted as in C where a control character or a byte
  /// that is no UTF-8 would break the line or be lost; visible on a terminal.
  package func path(_ path: NotePath) -> String {
    sanitizes ? path.text : Self.quoted(path)
  }

  package static func quoted(_ path: NotePath) -> String {
    let bytes = path.bytes
    guard path.undecodable != nil || bytes.contains(where: { $0 < 0x20 || $0 == 0x7F }) else { return path.text }
    var out = "\""
    for c in bytes {
      switch c {
      case 0x0A: out += "\\n"
      case 0x09: out += "\\t"
      case 0x0D: out += "\\r"
      case 0x22: out += "\\\""
      case 0x5C: out += "\\\\"
      case 0x20..<0x7F: out.unicodeScalars.append(Unicode.Scalar(c))
      default: out += "\\" + String(UInt32(c) + 512, radix: 8).dropFirst()
      }
    }
    return out + "\""
  }

  /// `ESC ] 8 ; ; address ESC \`, the address reduced to the printable ASCII that the protocol allows; an empty one
  /// ends the link.
  package static func appendLink(_ address: String, to out: inout [UInt8]) {
    out.append(contentsOf: [0x1B, 0x5D, 0x38, 0x3B, 0x3B])
    for c in address.utf8 {
      if c > 0x20, c < 0x7F {
        out.append(c)
      } else {
        let digits: StaticString = "0123456789ABCDEF"
        out.append(0x25)
        out.append(digits.utf8Start[Int(c >> 4)])
        out.append(digits.utf8Start[Int(c & 15)])
      }
    }
    out.append(contentsOf: [0x1B, 0x5C])
  }
}
