import VaultCore

extension VaultReader {
  /// Calls `body` with the operations of the history that were about the notes of these paths, wherever they were then, the
  /// latest first, and with the paths that they had behind each; false ends it.
  func forEachOperation(
    on paths: [NotePath], _ heads: [JournalEntry.Head],
    _ body: (JournalEntry.Head, _ names: [NotePath: NotePath]) throws -> Bool
  ) throws {
    // Where each was at the time of the operation.
    var names = Dictionary(paths.map { ($0, $0) }) { first, _ in first }
    for head in heads {
      if !head.isForeign, head.steps.contains(where: { names[$0.path] != nil }) {
        guard try body(head, names) else { return }
      }
      for step in head.steps.reversed() where step.kind == .move {
        guard let target = step.target else { continue }
        names = Dictionary(names.map { ($0.key.moved(from: target, to: step.path), $0.value) }) { first, _ in first }
      }
    }
  }
}
