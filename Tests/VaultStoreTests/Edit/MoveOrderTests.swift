import Testing
import VaultCore
import VaultTestSupport

@testable import VaultStore

/// No move meets something in its way, whatever frees what.
@Suite struct MoveOrderTests {
  @Test func everyFileArrives() {
    var random = SeededGenerator(seed: 9)
    for round in 0..<2_000 {
      let count = Int.random(in: 1...9, using: &random)
      // Some places are free at first, so that there are chains and circles.
      let places = (0..<count + round % 3).map { NotePath("\($0).md") }
      let (sources, targets) = (places.shuffled(using: &random), places.shuffled(using: &random))
      let moves = (0..<count).map { (from: sources[$0], to: targets[$0]) }.filter { $0.from != $0.to }
      var files = Dictionary(uniqueKeysWithValues: moves.map { ($0.from, $0.from) })
      let ordered = MoveOrder.ordered(moves) { from, number in from.parent.appending("aside-\(number)".utf8) }
      for move in ordered {
        guard let file = files.removeValue(forKey: move.from) else {
          Issue.record("\(move.from) is not there: \(moves)")
          return
        }
        #expect(files.updateValue(file, forKey: move.to) == nil, "\(move.to) is taken: \(moves)")
      }
      #expect(files == Dictionary(uniqueKeysWithValues: moves.map { ($0.to, $0.from) }), "\(moves)")
      // No file goes by way of another name without need.
      #expect(ordered.count - moves.count == circles(moves))
    }
  }

  private func circles(_ moves: [MoveOrder.Move]) -> Int {
    let targets = Dictionary(uniqueKeysWithValues: moves.map { ($0.from, $0.to) })
    var seen: Set<NotePath> = []
    var count = 0
    for start in targets.keys where !seen.contains(start) {
      var path = start
      var own: Set<NotePath> = []
      while let next = targets[path], !seen.contains(path), own.insert(path).inserted { path = next }
      if own.contains(path) { count += 1 }
      seen.formUnion(own)
    }
    return count
  }

  /// Nobody asks for that; but nothing may go on for ever.
  @Test func twoMovesToOnePlaceEnd() {
    let (a, b, c) = (NotePath("a"), NotePath("b"), NotePath("c"))
    #expect(MoveOrder.ordered([(a, b), (b, c), (c, b)]) { _, _ in NotePath("aside") }.count == 3)
  }

  /// Case alone: the place is the file's own.
  @Test func itsOwnPlaceIsFree() {
    let move = (from: NotePath("a"), to: NotePath("a"))
    #expect(MoveOrder.ordered([move]) { from, _ in from }.count == 1)
  }
}
