import Testing
import VaultCore
import VaultStore
import VaultTestSupport

@testable import VaultInterface

@Suite struct GraphLayoutTests {
  /// A graph around a note, or of a whole vault, with titles of every length.
  static func graph(_ count: Int, steps: Int?, seed: UInt64) -> NoteGraph {
    var random = SeededGenerator(seed: seed)
    var nodes: [NoteGraph.Node] = []
    var edges: Set<NoteGraph.Edge> = []
    for index in 0..<count {
      let title = String(
        repeating: ["a", "W", "豆", "👩‍👩‍👧", "é "].randomElement(using: &random) ?? "a",
        count: .random(in: 1...60, using: &random))
      let step = steps.map { index == 0 ? 0 : min(1 + index * $0 / count, $0) }
      nodes.append(
        .init(path: NotePath("n\(index).md"), title: title, step: step, links: .random(in: 0...2_000, using: &random)))
      if let step, step > 0 {
        let near = nodes.indices.filter { nodes[$0].step == step - 1 }
        if let other = near.randomElement(using: &random) { edges.insert(.init(from: other, to: index)) }
      }
    }
    for _ in 0..<(2 * count) where count > 1 {
      let (a, b) = (Int.random(in: 0..<count, using: &random), Int.random(in: 0..<count, using: &random))
      if a != b { edges.insert(.init(from: a, to: b)) }
    }
    return NoteGraph(nodes: nodes, edges: edges.sorted { ($0.from, $0.to) < ($1.from, $1.to) })
  }

  @Test(arguments: [0, 1, 2, 3, 5, 12, 30, 60, 150, 500], [nil, 1, 2, 4])
  func nothingMeetsAndAllIsWithin(_ count: Int, _ steps: Int?) {
    for seed in 0..<(count > 100 ? 2 : 6) {
      let graph = Self.graph(count, steps: steps, seed: UInt64(seed))
      let layout = GraphLayout(graph)
      #expect(layout.places.count == count)
      #expect(layout.width > 0 && layout.height > 0 && layout.width < 8_000 && layout.height < 8_000)
      #expect(Self.problems(layout) == [], "\(count) notes, seed \(seed)")
    }
  }

  private static func problems(_ layout: GraphLayout) -> [String] {
    var problems: [String] = []
    for (index, place) in layout.places.enumerated() {
      let bounds = place.bounds
      if bounds.minX < 0 || bounds.minY < 0 || bounds.maxX > layout.width || bounds.maxY > layout.height {
        problems.append("\(index) is outside")
      }
      for (other, each) in layout.places.enumerated().dropFirst(index + 1) {
        let (x, y) = (place.x - each.x, place.y - each.y)
        let reach = place.radius + each.radius
        if x * x + y * y <= reach * reach { problems.append("circles of \(index) and \(other)") }
        if meet(place.labelBounds, each.labelBounds) { problems.append("names of \(index) and \(other)") }
      }
    }
    return problems
  }

  private static func meet(
    _ a: (minX: Double, minY: Double, maxX: Double, maxY: Double),
    _ b: (minX: Double, minY: Double, maxX: Double, maxY: Double)
  ) -> Bool {
    a.minX < b.maxX && b.minX < a.maxX && a.minY < b.maxY && b.minY < a.maxY
  }

  @Test func isTheSameEveryTime() {
    for steps in [nil, 3] {
      let graph = Self.graph(80, steps: steps, seed: 4)
      #expect(GraphDrawing(graph).svg(.page) == GraphDrawing(graph).svg(.page))
    }
  }

  /// Two halves of notes that link among themselves only stand apart.
  @Test func whatHangsTogetherStandsTogether() {
    let nodes = (0..<20).map {
      NoteGraph.Node(path: NotePath("n\($0).md"), title: "n\($0)", step: nil, links: 9)
    }
    let edges = (0..<20).flatMap { a in
      (0..<20).filter { $0 != a && $0 % 2 == a % 2 }.map { NoteGraph.Edge(from: a, to: $0) }
    }
    let neighbours = (0..<20).map { a in (0..<20).filter { $0 != a && $0 % 2 == a % 2 } }
    let ring = RingOrder(rings: [Array(0..<20)], neighbours: neighbours).rings[0]
    let borders = ring.indices.count { ring[$0] % 2 != ring[($0 + 1) % 20] % 2 }
    #expect(borders == 2 && ring.sorted() == Array(0..<20))
    #expect(GraphLayout(NoteGraph(nodes: nodes, edges: edges)).radii.count == 1)
  }

  @Test(arguments: [
    ([0.5, 0.5, 0.5], [0.4, 0.5, 0.6]), ([0.1, 0.15, 1.9], [0.075, 0.175, 1.9]), ([0, 1], [0, 1]), ([0.3], [0.3]),
  ])
  func crowdsShareAMiddle(_ values: [Double], _ expected: [Double]) {
    let spread = GraphLayout.spread(values, gap: 0.1, length: 2)
    for (value, expected) in zip(spread, expected) {
      let distance = abs(value - expected).truncatingRemainder(dividingBy: 2)
      #expect(min(distance, 2 - distance) < 1e-9, "\(spread)")
    }
  }
}
