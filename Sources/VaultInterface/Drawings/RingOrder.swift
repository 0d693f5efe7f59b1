import Foundation

/// An order of nodes on rings around one point in which edges are short, and so few of them cross.
///
/// Each node moves to where its neighbours are on average, ring by ring, some rounds long (the barycentre method of Sugiyama,
/// Tagawa and Toda, 1981, on circles); of all rounds the best counts. Then nodes beside each other change places where
/// that makes their edges shorter. The same graph always has the same order.
struct RingOrder {
  private(set) var rings: [[Int]]
  private let neighbours: [[Int]]
  private var angles: [Double]

  private static let rounds = 30
  private static let exchanges = 30

  /// `rings`: nodes, the innermost first; `neighbours`: by node, in either direction.
  init(rings: [[Int]], neighbours: [[Int]]) {
    self.rings = rings
    self.neighbours = neighbours
    angles = [Double](repeating: 0, count: neighbours.count)
    beginInDepth()
    var best = (length: length, rings: self.rings)
    for _ in 0..<Self.rounds {
      relax()
      if length < best.length - 1e-9 { best = (length, self.rings) }
    }
    self.rings = best.rings
    for ring in self.rings.indices { spread(ring) }
    exchangeBesides()
  }

  /// Brings what hangs together side by side, to begin with: each ring in the order in which a walk meets its nodes.
  private mutating func beginInDepth() {
    var rank = [Int](repeating: .max, count: neighbours.count)
    var next = 0
    for start in rings.joined() where rank[start] == .max {
      var stack = [start]
      while let node = stack.popLast() {
        guard rank[node] == .max else { continue }
        rank[node] = next
        next += 1
        stack += neighbours[node].reversed().filter { rank[$0] == .max }
      }
    }
    for ring in rings.indices {
      rings[ring].sort { rank[$0] < rank[$1] }
      spread(ring)
    }
  }

  /// Gives the nodes of a ring equal distances, turned so that they are as near as can be to where they want to be.
  private mutating func spread(_ ring: Int, wanted: [Double]? = nil) {
    let nodes = rings[ring]
    let wedge = 2 * Double.pi / Double(max(nodes.count, 1))
    var turn = 0.0
    if let wanted {
      let offsets = nodes.enumerated().map { wanted[$1] - wedge * Double($0) }
      turn = atan2(offsets.reduce(0) { $0 + sin($1) }, offsets.reduce(0) { $0 + cos($1) })
    }
    for (index, node) in nodes.enumerated() { angles[node] = turn + wedge * Double(index) }
  }

  private mutating func relax() {
    for ring in rings.indices {
      var wanted = angles
      for node in rings[ring] where !neighbours[node].isEmpty {
        wanted[node] = Self.mean(neighbours[node].map { angles[$0] }) ?? angles[node]
      }
      let old = Dictionary(uniqueKeysWithValues: rings[ring].enumerated().map { ($1, $0) })
      rings[ring].sort { a, b in
        let (x, y) = (Self.turned(wanted[a]), Self.turned(wanted[b]))
        return x == y ? old[a, default: 0] < old[b, default: 0] : x < y
      }
      spread(ring, wanted: wanted)
    }
  }

  private mutating func exchangeBesides() {
    for _ in 0..<Self.exchanges {
      var isBetter = false
      for ring in rings.indices where rings[ring].count > 2 {
        for place in rings[ring].indices {
          let next = (place + 1) % rings[ring].count
          let (a, b) = (rings[ring][place], rings[ring][next])
          let before = length(of: a) + length(of: b)
          angles.swapAt(a, b)
          if length(of: a) + length(of: b) < before - 1e-9 {
            rings[ring].swapAt(place, next)
            isBetter = true
          } else {
            angles.swapAt(a, b)
          }
        }
      }
      if !isBetter { return }
    }
  }

  /// The sum of all angles between neighbours.
  private var length: Double { rings.joined().reduce(0) { $0 + length(of: $1) } }

  private func length(of node: Int) -> Double {
    neighbours[node].reduce(0) { $0 + Self.distance(angles[node], angles[$1]) }
  }

  /// The mean direction; nil where directions cancel each other out.
  static func mean(_ angles: [Double]) -> Double? {
    let (x, y) = (angles.reduce(0) { $0 + cos($1) }, angles.reduce(0) { $0 + sin($1) })
    return hypot(x, y) < 1e-6 ? nil : atan2(y, x)
  }

  /// From 0 to π.
  static func distance(_ a: Double, _ b: Double) -> Double {
    let distance = abs(a - b).truncatingRemainder(dividingBy: 2 * .pi)
    return min(distance, 2 * .pi - distance)
  }

  /// The same direction as an angle from 0 to 2π.
  static func turned(_ angle: Double) -> Double {
    let rest = angle.truncatingRemainder(dividingBy: 2 * .pi)
    return rest < 0 ? rest + 2 * .pi : rest
  }
}
