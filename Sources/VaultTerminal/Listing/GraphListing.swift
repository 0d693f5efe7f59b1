import VaultCore
import VaultInterface
import VaultStore

/// A graph of notes, for people: around a note, each note stands below one that it is linked with and that is a step
/// nearer; of a whole vault they stand in a list, those with the most links first.
package enum GraphListing {
  /// In fewer columns nothing of a note's title is shown behind its path.
  private static let leastTitle = 12

  package static func write(_ graph: NoteGraph, to printer: Printer) throws {
    if graph.nodes.first?.step == 0 {
      try Tree(graph, printer).write()
    } else {
      let width = graph.nodes.map { String($0.links).utf8.count }.max() ?? 0
      for node in graph.nodes {
        let count = StyledText(String(node.links), printer.theme[.muted]).padded(to: width, leading: true)
        try row(count + StyledText("  "), node, printer)
      }
    }
    try printer.line(printer.fitted(StyledText(graph.remark, printer.theme[.muted])))
  }

  fileprivate static func row(_ start: StyledText, _ node: NoteGraph.Node, _ printer: Printer) throws {
    let room = printer.context.width.map { max($0 - start.width, 8) } ?? .max
    let line = start + printer.shortened(printer.path(node.path), to: room)
    let left = printer.context.width.map { $0 - line.width } ?? .max
    let isTold = node.title != node.path.stem && left >= leastTitle
    try printer.line(printer.fitted(isTold ? line + StyledText("  " + node.title, printer.theme[.muted]) : line))
  }

  private struct Tree {
    private let graph: NoteGraph
    private let printer: Printer
    private let edges: Set<NoteGraph.Edge>
    /// By node, those that stand below it.
    private var children: [[Int]]

    init(_ graph: NoteGraph, _ printer: Printer) {
      self.graph = graph
      self.printer = printer
      edges = Set(graph.edges)
      children = [[Int]](repeating: [], count: graph.nodes.count)
      var nearest = [Int](repeating: .max, count: graph.nodes.count)
      func step(_ node: Int) -> Int { graph.nodes[node].step ?? 0 }
      for edge in graph.edges {
        for (near, far) in [(edge.from, edge.to), (edge.to, edge.from)] where step(near) + 1 == step(far) {
          nearest[far] = min(nearest[far], near)
        }
      }
      for (node, near) in nearest.enumerated() where near != .max { children[near].append(node) }
    }

    func write() throws {
      // No deeper than a graph has steps.
      func write(_ node: Int, below: Int?, depth: Int) throws {
        var start = StyledText(String(repeating: "  ", count: max(depth - 1, 0)))
        if let below { start = start + StyledText("  " + sign(below, node) + " ", printer.theme[.muted]) }
        try row(start, graph.nodes[node], printer)
        for child in children[node] { try write(child, below: node, depth: depth + 1) }
      }
      try write(0, below: nil, depth: 0)
    }

    /// The direction of the links between the two.
    private func sign(_ near: Int, _ far: Int) -> String {
      let glyphs = printer.glyphs
      guard edges.contains(NoteGraph.Edge(from: near, to: far)) else { return glyphs.arrowBack }
      return edges.contains(NoteGraph.Edge(from: far, to: near)) ? glyphs.arrowBoth : glyphs.arrow
    }
  }
}
