import VaultCore

/// The notes that were saved and wait to be filled in, until they have been left alone for a while.
struct EnrichQueue {
  typealias Instant = ContinuousClock.Instant

  /// A note is looked at once it has been left alone for so long.
  static let quiet = Duration.seconds(30)
  /// An engine is asked so often in an hour at most.
  static let mostAnHour = 60
  /// How often a note is tried on which the engine fails.
  static let tries = 3
  /// How long after a failure it is tried again, the first time.
  static let pause = Duration.seconds(60)
  /// More notes than these do not wait. What changes more at once is no person who saves.
  static let most = mostAnHour

  private struct Waiting {
    var due: Instant
    var failures = 0
  }

  private var waiting: [NotePath: Waiting] = [:]
  /// When it was asked in the last hour, the first time first.
  private var asked: [Instant] = []

  /// False where there are too many to wait, so that those of them that did not wait before are passed over.
  mutating func heard(_ changes: NoteChanges, at now: Instant) -> Bool {
    guard case .some(let paths) = changes else { return false }
    for move in paths.moved {
      // The text is the same, so what it waits for is, too.
      if let note = waiting.removeValue(forKey: move.from) { waiting[move.to] = note }
    }
    for path in paths.removed { waiting[path] = nil }
    let saved = paths.added + paths.changed
    let fits = waiting.count + saved.count(where: { waiting[$0] == nil }) <= Self.most
    for path in saved where fits || waiting[path] != nil { waiting[path] = Waiting(due: now + Self.quiet) }
    return fits
  }

  /// When there is something to do; nil where nothing waits.
  func next(after now: Instant) -> Instant? {
    guard let first = waiting.values.map(\.due).min() else { return nil }
    let last = asked.filter { $0 + .seconds(3_600) > now }
    return last.count < Self.mostAnHour ? first : max(first, last[last.count - Self.mostAnHour] + .seconds(3_600))
  }

  /// The note that was saved last of those that have been left alone, and how often the engine has failed on it; nil where it is
  /// none's turn. What a person works on goes before what came from elsewhere in numbers.
  mutating func take(at now: Instant) -> (path: NotePath, failures: Int)? {
    guard let next = next(after: now), next <= now,
      let (path, note) = waiting.filter({ $0.value.due <= now }).max(by: {
        ($0.value.due, $1.key) < ($1.value.due, $0.key)
      })
    else { return nil }
    waiting[path] = nil
    return (path, note.failures)
  }

  /// An engine is asked now.
  mutating func noteAsked(at now: Instant) {
    asked.removeAll { $0 + .seconds(3_600) <= now }
    asked.append(now)
  }

  /// The engine has failed on a note, so often before. False where that was the last time; one that was saved meanwhile waits anyway.
  mutating func failed(_ path: NotePath, before failures: Int, at now: Instant) -> Bool {
    if waiting[path] != nil { return true }
    guard failures + 1 < Self.tries else { return false }
    waiting[path] = Waiting(due: now + Self.pause * (failures + 1), failures: failures + 1)
    return true
  }

  /// A note has its turn later, without that being a failure.
  mutating func postpone(_ path: NotePath, _ failures: Int, at now: Instant) {
    if waiting[path] == nil { waiting[path] = Waiting(due: now + Self.quiet, failures: failures) }
  }

  mutating func clear() { waiting = [:] }
}
