import VaultInterface

/// How a piece of text looks. A value: what it becomes is the `Painter`'s business.
package struct Style: Hashable, Sendable {
  package var foreground: Color?
  package var bold = false
  package var dim = false
  package var italic = false
  package var underline = false
  package var strikethrough = false
  /// The colours of text and ground exchanged.
  package var reverse = false

  package init(
    _ foreground: Color? = nil, bold: Bool = false, dim: Bool = false, italic: Bool = false, underline: Bool = false,
    strikethrough: Bool = false, reverse: Bool = false
  ) {
    self.foreground = foreground
    self.bold = bold
    self.dim = dim
    self.italic = italic
    self.underline = underline
    self.strikethrough = strikethrough
    self.reverse = reverse
  }

  package static let plain = Style()

  /// This style in the colour of the text around it.
  package var withoutColor: Style {
    var plain = self
    plain.foreground = nil
    return plain
  }

  /// This style, with `inner`'s colour where it has one and its attributes added.
  package func with(_ inner: Style) -> Style {
    Style(
      inner.foreground ?? foreground, bold: bold || inner.bold, dim: dim || inner.dim, italic: italic || inner.italic,
      underline: underline || inner.underline, strikethrough: strikethrough || inner.strikethrough,
      reverse: reverse || inner.reverse)
  }

  /// Appends the escape sequence that begins this style; nothing for a plain one. `ESC [ 0 m` ends it. Without colours
  /// the other attributes remain.
  package func appendStart(_ depth: ColorDepth, to out: inout [UInt8]) {
    var isFirst = true
    func add(_ code: UInt32) {
      if isFirst {
        out.append(0x1B)
        out.append(0x5B)
      } else {
        out.append(0x3B)
      }
      isFirst = false
      if code >= 100 { out.append(UInt8(0x30 + code / 100 % 10)) }
      if code >= 10 { out.append(UInt8(0x30 + code / 10 % 10)) }
      out.append(UInt8(0x30 + code % 10))
    }
    if bold { add(1) }
    if dim { add(2) }
    if italic { add(3) }
    if underline { add(4) }
    if reverse { add(7) }
    if strikethrough { add(9) }
    if let foreground, depth != .none {
      add(38)
      if depth == .trueColor {
        add(2)
        add(foreground.rgb >> 16 & 0xFF)
        add(foreground.rgb >> 8 & 0xFF)
        add(foreground.rgb & 0xFF)
      } else {
        add(5)
        add(UInt32(foreground.palette))
      }
    }
    if !isFirst { out.append(0x6D) }
  }

  package static let end: StaticString = "\u{1B}[0m"
}
