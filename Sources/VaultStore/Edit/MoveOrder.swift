import VaultCore

/// An order of moves in which no target is taken.
enum MoveOrder {
  typealias Move = (from: NotePath, to: NotePath)

  /// Where they go in a circle, one of them goes by way of another name: `aside` makes it from the old one and a number.
  /// No two moves have the same source, nor the same target.
  static func ordered(_ moves: [Move], aside: (NotePath, Int) -> NotePath) -> [Move] {
    let places = Dictionary(zip(moves.map(\.from), moves.indices)) { first, _ in first }
    var ordered: [Move] = []
    var isDone = [Bool](repeating: false, count: moves.count)
    for first in moves.indices where !isDone[first] {
      // Each after the one that frees its target.
      var chain = [first]
      var isCircle = false
      isDone[first] = true
      while let last = chain.last, let next = places[moves[last].to], next != last {
        isCircle = next == first
        if isDone[next] { break }
        isDone[next] = true
        chain.append(next)
      }
      var start = moves[first].from
      if isCircle {
        start = aside(start, ordered.count)
        ordered.append((moves[first].from, start))
      }
      ordered += chain.dropFirst().reversed().map { moves[$0] }
      ordered.append((start, moves[first].to))
    }
    return ordered
  }
}
