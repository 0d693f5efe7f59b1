/// When a vault that is kept in step is synced the next time: once its notes have been left alone for a while, and now and then
/// for what others have sent.
package struct SyncSchedule: Sendable {
  private let quiet: Duration
  private let longest: Duration
  private var synced: ContinuousClock.Instant?
  private var changed: ContinuousClock.Instant?

  package init(quiet: Duration, longest: Duration) {
    (self.quiet, self.longest) = (quiet, longest)
  }

  package mutating func noteChange(at time: ContinuousClock.Instant) { changed = time }

  /// What changes from now on waits for the next sync.
  package mutating func noteSync(at time: ContinuousClock.Instant) {
    synced = time
    changed = nil
  }

  /// At once at the beginning.
  package func next(after now: ContinuousClock.Instant) -> ContinuousClock.Instant {
    guard let synced else { return now }
    let regular = synced + longest
    return changed.map { min($0 + quiet, max(regular, now)) } ?? regular
  }
}
