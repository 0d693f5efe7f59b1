import VaultCore

/// What became of one file, as changing commands print it.
package struct ChangeRecord: Sendable, Hashable {
  package enum State: String, Sendable, CaseIterable {
    case created, updated, deleted, restored
  }

  package var state: State
  /// Where it is now; of a deleted one, where it was.
  package var path: NotePath
  /// Where it was, of one that moved.
  package var from: NotePath?

  package init(_ state: State, _ path: NotePath, from: NotePath? = nil) {
    self.state = state
    self.path = path
    self.from = from
  }
}
