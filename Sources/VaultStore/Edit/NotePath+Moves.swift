import VaultCore

extension NotePath {
  /// Where what will be at this path is, before the moves, which are in the order of their happening.
  func before(_ moves: [(from: NotePath, to: NotePath)]) -> NotePath {
    var path = self
    for move in moves.reversed() {
      if path == move.to {
        path = move.from
      } else if path.isBelow(move.to) {
        path = NotePath(bytes: move.from.bytes + path.bytes.dropFirst(move.to.bytes.count))
      }
    }
    return path
  }

  /// Where what is at this path will be after the moves.
  package func after(_ moves: [(from: NotePath, to: NotePath)]) -> NotePath {
    var path = self
    for move in moves {
      if path == move.from {
        path = move.to
      } else if path.isBelow(move.from) {
        path = NotePath(bytes: move.to.bytes + path.bytes.dropFirst(move.from.bytes.count))
      }
    }
    return path
  }
}
