/// Something that is drawn: a graph, or figures.
package protocol Drawing: Sendable {
  /// What it shows, in a sentence that stands in for it where it is not seen.
  var name: String { get }
  var width: Double { get }
  var height: Double { get }
  /// Draws from the origin to `width` and `height`.
  func draw(on svg: inout SVGWriter)
  /// True when notes in it are links where it is part of a page.
  var hasLinks: Bool { get }
}

extension Drawing {
  package var hasLinks: Bool { false }

  /// The whole drawing as an `<svg>` element, with a line feed behind it.
  package func svg(_ form: SVGForm) -> [UInt8] {
    var svg = SVGWriter(form)
    let box = "0 0 \(SVGWriter.number(width)) \(SVGWriter.number(height))"
    switch form {
    case .page:
      // Whoever hears an image is not told of links in it: a drawing with links is a group.
      let attributes: SVGWriter.Attributes = [
        "class": "drawing", "width": SVGWriter.number(width), "height": SVGWriter.number(height), "viewBox": box,
        "role": hasLinks ? "group" : "img", "aria-label": name,
      ]
      svg.element("svg", nil, attributes) { content(on: &$0) }
    case .file(let scheme):
      let attributes: SVGWriter.Attributes = [
        "xmlns": "http://www.w3.org/2000/svg", "width": SVGWriter.number(width), "height": SVGWriter.number(height),
        "viewBox": box, "role": "img",
        "font-family": "system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans','DejaVu Sans',sans-serif",
      ]
      svg.element("svg", nil, attributes) { svg in
        svg.lineFeed()
        svg.element("title", text: name)
        svg.lineFeed()
        let dark = DrawingPart.rules(Palette(scheme, on: .dark))
        svg.element("style", text: "@media(prefers-color-scheme:dark){\n\(dark)\n}")
        svg.lineFeed()
        svg.element("rect", .paper, ["width": "100%", "height": "100%"])
        content(on: &svg)
      }
    }
    svg.lineFeed()
    return svg.bytes
  }

  private func content(on svg: inout SVGWriter) {
    svg.lineFeed()
    svg.element("g", nil, ["fill": "none", "stroke-linejoin": "round", "stroke-linecap": "round"]) { draw(on: &$0) }
    svg.lineFeed()
  }
}

extension SVGWriter {
  /// Where a text stands from: its beginning, middle or end.
  package enum Anchor: String, Sendable {
    case start, middle, end
  }

  /// Writes a text whose letters have `paper` around them.
  mutating func text(
    _ text: String, _ part: DrawingPart = .label, x: Double, y: Double, anchor: Anchor = .start, size: Double = 12,
    bold: Bool = false
  ) {
    element(
      "text", part,
      [
        "x": Self.number(x), "y": Self.number(y), "text-anchor": anchor.rawValue, "font-size": Self.number(size),
        "font-weight": bold ? "600" : "400", "paint-order": "stroke", "stroke-width": "3",
      ], text: text)
  }
}
