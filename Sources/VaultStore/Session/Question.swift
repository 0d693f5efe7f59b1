import VaultCore

/// What a front end asks of a vault that it holds open.
package struct Question<Answer: Sendable>: Sendable {
  /// Called on a thread of the session, perhaps more than once: its last answer counts (`Vault.read`).
  package var body: @Sendable (VaultReader) throws -> Answer
  package var priority: QuestionPriority
  /// A newer question of the same key drops this one, whether it waits or runs.
  package var key: String?

  package init(
    _ priority: QuestionPriority = .interactive, key: String? = nil,
    _ body: @escaping @Sendable (VaultReader) throws -> Answer
  ) {
    (self.priority, self.key, self.body) = (priority, key, body)
  }
}

package enum QuestionPriority: Sendable {
  /// Somebody waits at a screen.
  case interactive
  /// Nobody waits: what prepares later answers.
  case background
}

/// What came of a question, and which state of the vault it is about.
package struct SessionAnswer<Value: Sendable>: Sendable {
  package var value: Value
  package var stamp: SnapshotStamp
}

/// Says which state of the vault an answer is about. Greater is newer, within one session: a front end drops answers that
/// are older than what it shows.
package struct SnapshotStamp: Sendable, Hashable, Comparable {
  /// How often the session has read another configuration.
  package var configuration: Int
  /// How often the texts of editors have changed.
  package var overlays: Int
  package var day: CivilDate
  /// How many indexes the session has seen; an answer from the files counts as one of its own.
  package var index: Int
  /// How often that index has been brought up to date.
  package var generation: Int64

  package static func < (a: SnapshotStamp, b: SnapshotStamp) -> Bool {
    (a.configuration, a.overlays, a.day, a.index, a.generation)
      < (b.configuration, b.overlays, b.day, b.index, b.generation)
  }
}
