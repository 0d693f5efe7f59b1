import Synchronization

/// Lets so many changes through in a minute: a model that has gone astray is noticed before it has changed everything.
final class ChangeQuota: Sendable {
  static let most = 60
  private static let span = Duration.seconds(60)

  private let times = Mutex<[ContinuousClock.Instant]>([])

  /// Counts one more. Throws where there have been too many.
  func take(at now: ContinuousClock.Instant = .now) throws(ToolFailure) {
    let wait = times.withLock { times -> Duration? in
      times.removeAll { now - $0 >= Self.span }
      guard times.count >= Self.most, let first = times.first else {
        times.append(now)
        return nil
      }
      return Self.span - (now - first)
    }
    guard let wait else { return }
    throw ToolFailure(
      .notAllowed,
      "\(Self.most) changes were asked for within a minute, which is as many as are made; go on in "
        + "\(wait.components.seconds + 1) seconds")
  }
}
