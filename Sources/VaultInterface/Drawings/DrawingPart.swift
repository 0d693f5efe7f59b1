import VaultCore

/// What a part of a drawing is; the raw value is its class in SVG.
package enum DrawingPart: String, CaseIterable, Sendable {
  case paper
  /// Text, and text that matters less.
  case label, remark
  /// Lines that help to read a figure, and what lies empty.
  case grid, empty
  // Parts of a graph.
  case ring, edge, arrow
  case ownEdge = "edge own"
  case ownArrow = "arrow own"
  case node
  case currentNode = "node current"
  case farNode = "node far"
  // Parts of figures.
  case line, area, bar
  case level1 = "level-1"
  case level2 = "level-2"
  case level3 = "level-3"
  case level4 = "level-4"

  /// The colours of a part; nil where it has none.
  struct Paint {
    var fill: Color?
    var stroke: Color?
  }

  func paint(_ palette: Palette) -> Paint {
    let (paper, ink) = (palette.paper, palette.ink)
    let accent = palette[.accent] ?? ink
    let quiet = palette[.path] ?? ink
    let muted = palette[.muted] ?? ink
    return switch self {
    case .paper: Paint(fill: paper)
    // The paper around letters keeps what lies below from being read with them.
    case .label: Paint(fill: ink, stroke: paper)
    case .remark: Paint(fill: muted, stroke: paper)
    case .grid, .ring: Paint(stroke: paper.mixed(with: ink, 0.13))
    case .empty: Paint(fill: paper.mixed(with: ink, 0.08))
    case .edge: Paint(stroke: paper.mixed(with: ink, 0.28))
    case .arrow: Paint(fill: paper.mixed(with: ink, 0.38))
    case .ownEdge: Paint(stroke: paper.mixed(with: accent, 0.6))
    case .ownArrow: Paint(fill: paper.mixed(with: accent, 0.8))
    case .node: Paint(fill: quiet, stroke: paper)
    case .currentNode: Paint(fill: accent, stroke: paper)
    case .farNode: Paint(fill: paper.mixed(with: quiet, 0.55), stroke: paper)
    case .line: Paint(stroke: accent)
    case .area: Paint(fill: paper.mixed(with: accent, 0.12))
    case .bar: Paint(fill: paper.mixed(with: accent, 0.55))
    case .level1: Paint(fill: paper.mixed(with: accent, 0.3))
    case .level2: Paint(fill: paper.mixed(with: accent, 0.5))
    case .level3: Paint(fill: paper.mixed(with: accent, 0.72))
    case .level4: Paint(fill: accent)
    }
  }

  /// The colours of all parts as rules of CSS; `scope`: a selector that they stand behind, with a blank.
  package static func rules(_ palette: Palette, scope: String = "") -> String {
    allCases.map { part in
      let paint = part.paint(palette)
      let selector = scope + part.rawValue.split(separator: " ").map { "." + $0 }.joined()
      let colors = [paint.fill.map { "fill:" + $0.hexadecimal }, paint.stroke.map { "stroke:" + $0.hexadecimal }]
      return selector + "{" + colors.compactMap(\.self).joined(separator: ";") + "}"
    }.joined(separator: "\n")
  }
}
