import VaultCore

/// Something to be asked of a vault that is held open, or a change to be made of it.
package struct Question<Value: Sendable>: Sendable {
  package enum Priority: Sendable {
    /// Somebody waits for the answer.
    case interactive
    case background
  }

  package enum Freshness: Sendable {
    /// The answer is about a moment after the question was asked.
    case proven
    /// Where it would take a scan to prove that, what was proven less than a second ago will do.
    case recent
  }

  enum Body: Sendable {
    case read(@Sendable (VaultReader) throws -> Value)
    case change(@Sendable (VaultEditor) throws -> Value)
  }

  let body: Body
  let priority: Priority
  package var freshness: Freshness
  let key: String?
  /// The place among all questions of the key: one with a greater number is newer; of equal ones, the one that comes later.
  package var order = 0
  let showsHandles: Bool
  /// Texts of editors that are seen in place of the files, and of the session's; nil for the session's.
  package var overlays: [Overlay]?
  /// Asked first where there is no index yet; nil where it can say nothing.
  package var answerBeforeIndex: (@Sendable (Vault, VaultListener) throws -> Value?)?

  /// `key`: a newer question of the same key drops this one, waiting or running. `showsHandles`: whether somebody sees the
  /// handles of tasks, which have to be short then. `body` may be called several times, and only what it returns last
  /// counts.
  package init(
    priority: Priority = .interactive, freshness: Freshness = .proven, key: String? = nil, showsHandles: Bool = true,
    body: @escaping @Sendable (VaultReader) throws -> Value
  ) {
    self.body = .read(body)
    (self.priority, self.freshness, self.key, self.showsHandles) = (priority, freshness, key, showsHandles)
  }

  /// A change. Those of one session are made one after the other, and one that is being carried out is not cancelled.
  package static func change(
    key: String? = nil, body: @escaping @Sendable (VaultEditor) throws -> Value
  ) -> Self {
    Question(change: body, key: key)
  }

  private init(change body: @escaping @Sendable (VaultEditor) throws -> Value, key: String?) {
    self.body = .change(body)
    (priority, freshness, self.key, showsHandles) = (.interactive, .proven, key, true)
  }
}

extension Question where Value == SearchResult {
  /// A search, which is answered from the files as long as there is no index, where that is sooner than making one.
  package static func search(
    _ query: Query, options: SearchOptions = SearchOptions(), freshness: Freshness = .proven, key: String? = nil
  ) -> Self {
    var question = Question(freshness: freshness, key: key) { try $0.search(query, options: options) }
    question.answerBeforeIndex = { vault, listener in
      try vault.searchBeforeIndex(query, options, listener)
    }
    return question
  }
}

package struct Answer<Value: Sendable>: Sendable {
  package var value: Value
  /// A front end drops an answer whose stamp is less than that of what it shows.
  package var stamp: SnapshotStamp
  /// False where it may be about a moment up to a second before the question.
  package var isProven: Bool
}

/// Which state of a vault an answer is about. The later of two answers of one session has the greater stamp, unless they
/// are about the same state.
package struct SnapshotStamp: Sendable, Hashable, Comparable {
  /// Counted by the session: each configuration is another one.
  var configuration = 0
  /// Counted by the session: each time that texts of editors were handed over.
  var overlays = 0
  /// Counted by the session: an index that was made anew is another one.
  var index = 0
  /// Which state of that index.
  var generation: Int64 = 0
  /// The number of the last question that was answered from the files alone.
  var files = 0
  var day = CivilDate(dayNumber: 0)

  package static func < (a: Self, b: Self) -> Bool {
    (a.configuration, a.overlays, a.index, a.generation, a.files, a.day)
      < (b.configuration, b.overlays, b.index, b.generation, b.files, b.day)
  }
}

extension SnapshotStamp: CustomStringConvertible {
  /// A text to compare by: equal ones of one session are about one state.
  package var description: String { "\(configuration).\(overlays).\(index).\(generation).\(files).\(day)" }
}
