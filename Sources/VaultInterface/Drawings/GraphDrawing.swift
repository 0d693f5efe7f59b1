import Foundation
import VaultCore
import VaultStore

/// A graph of notes as a drawing: see `GraphLayout`.
package struct GraphDrawing: Drawing {
  private let graph: NoteGraph
  private let layout: GraphLayout
  private let line: Double
  private static let captionHeight = 30.0
  private static let leastWidth = 320.0
  /// The length of an arrow's head.
  private static let arrow = 6.5

  /// `line`: between two lines of names; on a page each is a target for fingers.
  package init(_ graph: NoteGraph, line: Double = GraphLayout.line) {
    self.graph = graph
    self.line = line
    layout = GraphLayout(graph, line: line)
  }

  /// What a target has to be high and wide, by WCAG 2.2 (2.5.8).
  package static let targetLine = 24.0

  package var name: String {
    guard let title = graph.nodes.first(where: { $0.step == 0 })?.title else { return "All notes: \(graph.remark)" }
    return "The notes around \(ControlCharacters.visible(title, .singleLine)): \(graph.remark)"
  }

  package var width: Double { max(layout.width, Self.leastWidth) }
  package var height: Double { layout.height + Self.captionHeight }
  package var hasLinks: Bool { true }

  package func draw(on svg: inout SVGWriter) {
    let hasCenter = graph.nodes.contains { $0.step == 0 }
    if hasCenter {
      for radius in layout.radii {
        svg.element("circle", .ring, circle(layout.center.x, layout.center.y, radius))
      }
    }
    drawEdges(on: &svg)
    for (node, place) in zip(graph.nodes, layout.places) {
      svg.lineFeed()
      if case .page = svg.form, let address = VaultURL(file: node.path)?.path {
        svg.element("a", nil, ["href": address]) { svg in
          drawTarget(place, on: &svg)
          draw(node, place, on: &svg)
        }
      } else {
        svg.element("g") { draw(node, place, on: &$0) }
      }
    }
    // A page says it beside the drawing.
    if case .file = svg.form { svg.text(graph.remark, .remark, x: 16, y: height - 14) }
  }

  private func draw(_ node: NoteGraph.Node, _ place: GraphLayout.Place, on svg: inout SVGWriter) {
    let isCenter = node.step == 0
    let path = ControlCharacters.visible(node.path.text, .singleLine)
    let title = ControlCharacters.visible(node.title, .singleLine)
    svg.element("title", text: "\(title)\n\(path), linked with \(NoteGraph.count(node.links, "note"))")
    let part: DrawingPart = isCenter ? .currentNode : (node.step ?? 1) > 1 ? .farNode : .node
    svg.element("circle", part, circle(place.x, place.y, place.radius))
    svg.text(
      place.label, (node.step ?? 1) > 1 ? .remark : .label, x: place.labelX, y: place.labelY, anchor: place.anchor,
      size: isCenter ? 13 : 12, bold: isCenter)
  }

  /// What is pressed, and framed when it has the focus: the note with its name, a line high at least.
  private func drawTarget(_ place: GraphLayout.Place, on svg: inout SVGWriter) {
    let box = place.bounds
    let (width, height) = (max(box.maxX - box.minX, line), max(box.maxY - box.minY, line))
    svg.element(
      "rect", nil,
      [
        "class": "target", "x": SVGWriter.number((box.minX + box.maxX - width) / 2),
        "y": SVGWriter.number((box.minY + box.maxY - height) / 2), "width": SVGWriter.number(width),
        "height": SVGWriter.number(height), "rx": "4", "fill": "none", "pointer-events": "all",
      ])
  }

  private func circle(_ x: Double, _ y: Double, _ radius: Double) -> SVGWriter.Attributes {
    ["cx": SVGWriter.number(x), "cy": SVGWriter.number(y), "r": SVGWriter.number(radius)]
  }

  // MARK: Edges

  /// Those of the note in the middle above the others.
  private func drawEdges(on svg: inout SVGWriter) {
    var lines = (own: "", others: "")
    var arrows = (own: "", others: "")
    // A pair that links both ways has one line and two arrows.
    let all = Set(graph.edges)
    for edge in graph.edges where edge.from != edge.to {
      let isOwn = graph.nodes[edge.from].step == 0 || graph.nodes[edge.to].step == 0
      let isMutual = all.contains(NoteGraph.Edge(from: edge.to, to: edge.from))
      let isDrawn = isMutual && edge.from > edge.to
      let curve = curve(edge, isMutual: isMutual)
      if isOwn {
        if !isDrawn { lines.own += curve.line }
        arrows.own += curve.arrow
      } else {
        if !isDrawn { lines.others += curve.line }
        arrows.others += curve.arrow
      }
    }
    for (part, path) in [
      (DrawingPart.edge, lines.others), (.arrow, arrows.others), (.ownEdge, lines.own), (.ownArrow, arrows.own),
    ] where !path.isEmpty {
      svg.lineFeed()
      svg.element("path", part, ["d": path])
    }
  }

  /// A line that bends towards the middle of the rings the more, the more of the circle is between its ends; and the
  /// arrow at its end.
  private func curve(_ edge: NoteGraph.Edge, isMutual: Bool) -> (line: String, arrow: String) {
    let (from, to) = (layout.places[edge.from], layout.places[edge.to])
    let middle = layout.center
    let angle = RingOrder.distance(
      atan2(from.y - middle.y, from.x - middle.x), atan2(to.y - middle.y, to.x - middle.x))
    let isOwn = graph.nodes[edge.from].step == 0 || graph.nodes[edge.to].step == 0
    let isOnOneRing = graph.nodes[edge.from].step == graph.nodes[edge.to].step
    let kept = isOwn ? 1 : 1 - 0.75 * min((isOnOneRing ? 0.2 : 0) + 1.3 * angle / .pi, 1)
    let controlX = middle.x + ((from.x + to.x) / 2 - middle.x) * kept
    let controlY = middle.y + ((from.y + to.y) / 2 - middle.y) * kept
    let n = SVGWriter.number
    let line =
      "M\(n(from.x)) \(n(from.y))" + (isOwn ? "L" : "Q\(n(controlX)) \(n(controlY)) ") + "\(n(to.x)) \(n(to.y))"

    // At the note in the middle many arrows would be one blot: there an arrow is at the other end, and points the same way.
    let isInward = graph.nodes[edge.to].step == 0
    let end = isInward ? from : to
    let (dx, dy) = (end.x - controlX, end.y - controlY)
    let length = max(hypot(dx, dy), 0.1)
    let (ux, uy) = (dx / length, dy / length)
    func point(_ before: Double, _ beside: Double = 0) -> String {
      let distance = end.radius + 1.5 + before
      return "\(n(end.x - ux * distance - uy * beside)) \(n(end.y - uy * distance + ux * beside))"
    }
    // Behind the one that points outward, if there is one.
    let start = isMutual ? Self.arrow : 1
    let (tip, base) = isInward ? (start + Self.arrow, start) : (0, Self.arrow)
    let arrow = "M\(point(tip))L\(point(base, 2.8))L\(point(base, -2.8))Z"
    return (line, arrow)
  }
}
