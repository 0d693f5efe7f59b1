import VaultCore

/// Moves of files and folders in the order of their happening, and what becomes of a path by them, found without looking
/// at each: an operation may move thousands.
package struct PathMoves {
  package typealias Move = (from: NotePath, to: NotePath)

  package private(set) var all: [Move] = []
  private var bySource: [NotePath: [Int]] = [:]
  private var byTarget: [NotePath: [Int]] = [:]

  package init(_ moves: some Sequence<Move> = []) {
    for move in moves { append(move) }
  }

  package mutating func append(_ move: Move) {
    bySource[move.from, default: []].append(all.count)
    byTarget[move.to, default: []].append(all.count)
    all.append(move)
  }

  /// Where what is at this path will be after the moves from the one of that number on.
  package func after(_ path: NotePath, from start: Int = 0) -> NotePath {
    var (path, next) = (path, start)
    while let index = Self.places(path).compactMap({ bySource[$0]?.first { $0 >= next } }).min() {
      path = path.moved(from: all[index].from, to: all[index].to)
      next = index + 1
    }
    return path
  }

  /// Where the first move takes what is at this path, itself or a folder above it; later ones do not count.
  package func afterFirst(_ path: NotePath) -> NotePath {
    let first = Self.places(path).compactMap { bySource[$0]?.first }.min()
    return first.map { path.moved(from: all[$0].from, to: all[$0].to) } ?? path
  }

  /// Where what will be at this path is, before the moves up to the one of that number, which is left out.
  package func before(_ path: NotePath, upTo end: Int? = nil) -> NotePath {
    var (path, last) = (path, end ?? all.count)
    while let index = Self.places(path).compactMap({ byTarget[$0]?.last { $0 < last } }).max() {
      path = path.moved(from: all[index].to, to: all[index].from)
      last = index
    }
    return path
  }

  /// The path and the folders above it.
  private static func places(_ path: NotePath) -> [NotePath] {
    [path] + path.ancestors
  }
}

extension NotePath {
  /// The path after one move of it, or of a folder above it.
  func moved(from source: NotePath, to target: NotePath) -> NotePath {
    if self == source { return target }
    return isBelow(source) ? NotePath(bytes: target.bytes + bytes.dropFirst(source.bytes.count)) : self
  }
}

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
