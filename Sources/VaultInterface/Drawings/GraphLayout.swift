import Foundation
import VaultCore
import VaultStore

/// Where the notes of a graph stand: on rings around the note in the middle, one for each step, or all on one ring.
///
/// Names stand outside of their note, those of the right half of a ring to the right, those of the left half to the left. As
/// each note of a half has a line of its own, no two names ever meet, and rings are as far from each other as the names
/// between them are long. The same graph always has the same layout.
package struct GraphLayout: Sendable {
  package struct Place: Sendable {
    package var x: Double
    package var y: Double
    package var radius: Double
    package var label: String
    var anchor: SVGWriter.Anchor
    /// Where the label's text stands from.
    package var labelX: Double
    package var labelY: Double
  }

  private let line: Double
  /// By node.
  package private(set) var places: [Place]
  /// The middle of all rings, and their radii.
  package private(set) var center: (x: Double, y: Double) = (0, 0)
  package private(set) var radii: [Double] = []
  package private(set) var width = 0.0
  package private(set) var height = 0.0

  /// Between two lines of names, where nobody has to hit them.
  package static let line = 18.0
  /// A column of a name, in a font that is rather wide.
  static let column = 7.0
  /// The names of rings inside of others, and those outside, in columns.
  private static let innerLabel = 24
  private static let outerLabel = 36
  /// How much of a ring's height is used: at its poles the two halves would meet.
  private static let usedHeight = 0.985
  private static let margin = 16.0

  /// `line`: between two lines of names.
  package init(_ graph: NoteGraph, line: Double = Self.line) {
    self.line = line
    let center = graph.nodes.firstIndex { $0.step == 0 }
    var rings: [[Int]] = []
    for (node, step) in graph.nodes.map({ $0.step ?? 1 }).enumerated() where node != center {
      while rings.count < step { rings.append([]) }
      rings[max(step, 1) - 1].append(node)
    }
    rings.removeAll(where: \.isEmpty)
    let isWithin = Set(rings.dropLast().joined() + (center.map { [$0] } ?? []))
    let most = log2(Double(graph.nodes.map(\.links).max() ?? 0) + 2)
    places = graph.nodes.enumerated().map { node, note in
      let title = ControlCharacters.visible(note.title, .singleLine)
      let label = DisplayWidth.cutInMiddle(title, to: isWithin.contains(node) ? Self.innerLabel : Self.outerLabel)
      return Place(
        x: 0, y: 0, radius: node == center ? 11 : 3.5 + 4.5 * log2(Double(max(note.links, 0)) + 1) / most,
        label: label, anchor: .middle, labelX: 0, labelY: 0)
    }
    var neighbours = [[Int]](repeating: [], count: graph.nodes.count)
    for edge in graph.edges where edge.from != center && edge.to != center && edge.from != edge.to {
      neighbours[edge.from].append(edge.to)
      neighbours[edge.to].append(edge.from)
    }
    // Two that link to each other are one another's neighbour once.
    neighbours = neighbours.map { Array(Set($0)).sorted() }
    place(RingOrder(rings: rings, neighbours: neighbours).rings, neighbours)
    if let center {
      places[center].labelY = places[center].radius + 15
    }
    frame()
  }

  private mutating func place(_ rings: [[Int]], _ neighbours: [[Int]]) {
    var angles = [Double](repeating: 0, count: places.count)
    var inner: Set<Int> = []
    var room = 110.0
    for (index, ring) in rings.enumerated() {
      // A ring that is alone has all its links within it, which need more room than names that are close to each other.
      let isAlone = rings.count == 1 && ring.count == places.count
      let filled = isAlone ? min(0.75 * line / Self.line, 0.92) : 0.92
      let needed = Double(ring.count) * line / (4 * Self.usedHeight * filled)
      let radius = max((radii.last ?? 0) + room, needed)
      radii.append(radius)
      let wanted =
        index == 0
        ? Self.wedges(ring, outer: rings.count > 1 ? Set(rings[1]) : [], neighbours)
        : ring.map { node in
          let near = neighbours[node].filter(inner.contains).map { angles[$0] }
          return RingOrder.mean(near) ?? near.first ?? 0
        }
      // Equal ones keep their order.
      let order = ring.indices.sorted { a, b in
        let (x, y) = (Self.along(wanted[a]), Self.along(wanted[b]))
        return x == y ? a < b : x < y
      }
      let gap = line / (2 * radius * Self.usedHeight)
      let spread = Self.spread(order.map { Self.along(wanted[$0]) }, gap: gap, length: 2)
      for (place, index) in zip(spread, order) { angles[ring[index]] = put(ring[index], at: place, radius) }
      inner = Set(ring)
      let longest = ring.map { DisplayWidth.of(places[$0].label) }.max() ?? 0
      room = max(Double(longest) * Self.column + 44, 90)
    }
  }

  /// The angles of the first ring: half of the circle is shared out alike, half by how much hangs on each node.
  private static func wedges(_ ring: [Int], outer: Set<Int>, _ neighbours: [[Int]]) -> [Double] {
    let weights = ring.map { Double(neighbours[$0].count { outer.contains($0) }) }
    let total = weights.reduce(0, +)
    let equal = (total == 0 ? 1 : 0.5) / Double(max(ring.count, 1))
    var angle = -Double.pi / 2
    return weights.map { weight in
      let wedge = 2 * Double.pi * (equal + (total == 0 ? 0 : 0.5 * weight / total))
      angle += wedge
      return angle - wedge / 2
    }
  }

  /// How far down the right half and then up the left half an angle is, each half being 1 long: equal distances are equal
  /// distances of lines.
  private static func along(_ angle: Double) -> Double {
    cos(angle) >= 0 ? (sin(angle) + 1) / 2 : 1 + (1 - sin(angle)) / 2
  }

  /// Moves values, which ascend from 0 to `length` on a circle of that length, as little as possible (by least squares)
  /// so that each is `gap` from the next: where they crowd, they share a middle. The result may be beyond both ends.
  static func spread(_ values: [Double], gap: Double, length: Double) -> [Double] {
    guard values.count > 1 else { return values }
    // The circle is cut where most room is.
    let count = values.count
    let gaps = values.indices.map { values[($0 + 1) % count] + ($0 + 1 == count ? length : 0) - values[$0] }
    let cut = gaps.indices.max { gaps[$0] < gaps[$1] } ?? 0
    let first = (cut + 1) % count
    let line = (0..<count).map { values[(first + $0) % count] + (first + $0 >= count ? length : 0) }
    // Pools of values that ascend too slowly, each with its mean.
    var pools: [(sum: Double, count: Int)] = []
    for (index, value) in line.enumerated() {
      var pool = (sum: value - gap * Double(index), count: 1)
      while let last = pools.last, last.sum / Double(last.count) > pool.sum / Double(pool.count) {
        pools.removeLast()
        pool = (pool.sum + last.sum, pool.count + last.count)
      }
      pools.append(pool)
    }
    var spread = pools.flatMap { [Double](repeating: $0.sum / Double($0.count), count: $0.count) }
    for index in spread.indices { spread[index] += gap * Double(index) }
    if let low = spread.first, let high = spread.last, high - low > length - gap {
      // The ends would meet: all have the same distance.
      let step = length / Double(count)
      let start = line.enumerated().reduce(0) { $0 + $1.element - step * Double($1.offset) } / Double(count)
      spread = (0..<count).map { start + step * Double($0) }
    }
    return (0..<count).map { spread[($0 + count - first) % count] }
  }

  /// Returns the angle.
  private mutating func put(_ node: Int, at along: Double, _ radius: Double) -> Double {
    let rest = along.truncatingRemainder(dividingBy: 2)
    let place = rest < 0 ? rest + 2 : rest
    let isRight = place < 1
    let y = (isRight ? 2 * place - 1 : 3 - 2 * place) * radius * Self.usedHeight
    let x = (isRight ? 1 : -1) * (radius * radius - y * y).squareRoot()
    places[node].x = x
    places[node].y = y
    places[node].anchor = isRight ? .start : .end
    places[node].labelX = x + (isRight ? 1 : -1) * (places[node].radius + 5)
    places[node].labelY = y + 4
    return atan2(y, x)
  }

  /// Moves all so that it begins at the margin.
  private mutating func frame() {
    let boxes = places.map(\.bounds)
    let left = boxes.map(\.minX).min() ?? 0
    let top = boxes.map(\.minY).min() ?? 0
    center = (Self.margin - left, Self.margin - top)
    for node in places.indices {
      places[node].x += center.x
      places[node].y += center.y
      places[node].labelX += center.x
      places[node].labelY += center.y
    }
    width = (boxes.map(\.maxX).max() ?? 0) - left + 2 * Self.margin
    height = (boxes.map(\.maxY).max() ?? 0) - top + 2 * Self.margin
  }
}

extension GraphLayout.Place {
  /// What the name takes, about.
  package var labelBounds: (minX: Double, minY: Double, maxX: Double, maxY: Double) {
    let width = Double(DisplayWidth.of(label)) * GraphLayout.column
    let left =
      switch anchor {
      case .start: labelX
      case .middle: labelX - width / 2
      case .end: labelX - width
      }
    return (left, labelY - 11, left + width, labelY + 4)
  }

  var bounds: (minX: Double, minY: Double, maxX: Double, maxY: Double) {
    let label = labelBounds
    return (
      min(x - radius, label.minX), min(y - radius, label.minY), max(x + radius, label.maxX), max(y + radius, label.maxY)
    )
  }
}
