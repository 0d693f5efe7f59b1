import VaultCore

/// What became of the notes between two states of the index.
package enum NoteChanges: Sendable, Equatable {
  /// Up to 1,000 paths in all.
  case some(Paths)
  /// Too many to be listed, or not known: ask anew.
  case many

  package struct Paths: Sendable, Equatable {
    package var added: [NotePath]
    package var changed: [NotePath]
    package var removed: [NotePath]
    /// Notes of the same content at another path.
    package var moved: [Move]

    package init(
      added: [NotePath] = [], changed: [NotePath] = [], removed: [NotePath] = [], moved: [Move] = []
    ) {
      self.added = added
      self.changed = changed
      self.removed = removed
      self.moved = moved
    }
  }

  package struct Move: Sendable, Equatable {
    package var from: NotePath
    package var to: NotePath

    package init(from: NotePath, to: NotePath) {
      self.from = from
      self.to = to
    }
  }
}
