import Testing
import VaultCore
import VaultTestSupport

@testable import VaultStore

/// What is looked up is what trying one move after the other gives.
@Suite struct PathMovesTests {
  private static let names = ["a", "b", "a/b", "a/c", "b/a", "c", "a/b/c", "é", "e\u{301}"]

  @Test func oneAfterTheOther() {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<2_000 {
      let moves = (0..<Int.random(in: 0...8, using: &random)).map { _ in
        (from: NotePath(random.pick(Self.names)), to: NotePath(random.pick(Self.names)))
      }
      let known = PathMoves(moves)
      for name in Self.names + ["a/b/c/d", "x"] {
        let path = NotePath(name)
        let first = moves.lazy.map { path.moved(from: $0.from, to: $0.to) }.first { $0 != path } ?? path
        // A move to where it is already is none.
        if moves.allSatisfy({ $0.from != $0.to }) { #expect(known.afterFirst(path) == first, "\(path) of \(moves)") }
        for split in 0...moves.count {
          let after = moves[split...].reduce(path) { $0.moved(from: $1.from, to: $1.to) }
          #expect(known.after(path, from: split) == after, "\(path) after \(moves) from \(split)")
          let before = moves[..<split].reversed().reduce(path) { $0.moved(from: $1.to, to: $1.from) }
          #expect(known.before(path, upTo: split) == before, "\(path) before \(moves) up to \(split)")
        }
      }
    }
  }

  @Test func whatIsMovedAndWhatIsBelow() {
    func moved(_ path: String) -> String { NotePath(path).moved(from: NotePath("a/b"), to: NotePath("c")).text }
    #expect(["a/b", "a/b/x", "a/bc", "a", "b"].map(moved) == ["c", "c/x", "a/bc", "a", "b"])
  }
}
