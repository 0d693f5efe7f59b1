import VaultCore
import VaultPlatform

/// Syncs again and again: once notes have been left alone for a while, and now and then besides.
package struct SyncLoop {
  package enum End {
    case signal(CInt)
    /// Whoever holds the other end of the pipe has asked for it.
    case asked
    /// The vault is not there any more, and why.
    case gone(Message)
  }

  private let session: VaultSession
  private let (quiet, longest): (Duration, Duration)

  package init(_ session: VaultSession, quiet: Duration, longest: Duration) {
    (self.session, self.quiet, self.longest) = (session, quiet, longest)
  }

  /// Goes on until a signal comes. `sync`: one round; returns how long to wait where it has to be tried again. What it throws ends
  /// the loop.
  package func run(_ sync: () throws -> Duration?) throws -> End {
    guard let signals = SignalPipe([SIGINT, SIGTERM, SIGHUP]) else {
      throw ShortageError("signals cannot be waited for", .system(EMFILE))
    }
    return try run(until: signals.descriptor, sync) { signals.received().first.map { .signal($0) } }
  }

  /// Goes on until there is something to read on `descriptor`.
  package func run(until descriptor: CInt, _ sync: () throws -> Duration?) throws -> End {
    try run(until: descriptor, sync) { .asked }
  }

  private func run(until descriptor: CInt, _ sync: () throws -> Duration?, end: () -> End?) throws -> End {
    let events = try session.events()
    var schedule = SyncSchedule(quiet: quiet, longest: longest)
    var again: ContinuousClock.Instant?
    while true {
      let now = ContinuousClock.now
      let next = again ?? schedule.next(after: now)
      if next <= now {
        // What changes while it runs is for the next one.
        if let reason = Self.heed(events.take(), &schedule) { return .gone(reason) }
        let wait = try sync()
        schedule.noteSync(at: .now)
        again = wait.map { .now + $0 }
        continue
      }
      var waiting = [
        pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: events.descriptor, events: Int16(POLLIN), revents: 0),
      ]
      let milliseconds = min((next - now) / .milliseconds(1), 3_600_000)
      guard poll(&waiting, nfds_t(waiting.count), CInt(milliseconds) + 1) >= 0 || errno == EINTR else {
        throw SystemFailure(code: errno)
      }
      if waiting[0].revents != 0, let end = end() { return end }
      if let reason = Self.heed(events.take(), &schedule) { return .gone(reason) }
    }
  }

  /// Returns why the vault is gone, where it is.
  static func heed(_ events: [SessionEvent], _ schedule: inout SyncSchedule) -> Message? {
    for event in events {
      switch event {
      case .notes: schedule.noteChange(at: .now)
      case .gone(let reason): return reason
      case .freshness, .building, .configuration, .day, .notice: break
      }
    }
    return nil
  }
}
