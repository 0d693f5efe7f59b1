import VaultCore
import VaultPlatform

/// Syncs again and again, when notes have been left alone for a while and now and then besides, until a signal ends it.
package struct SyncLoop {
  package enum End {
    case signal(CInt)
    /// The vault is not there any more, and why.
    case gone(Message)
  }

  private let session: VaultSession
  private let (quiet, longest): (Duration, Duration)

  package init(_ session: VaultSession, quiet: Duration, longest: Duration) {
    (self.session, self.quiet, self.longest) = (session, quiet, longest)
  }

  /// `sync`: one round; returns how long to wait where it has to be tried again. What it throws ends the loop.
  package func run(_ sync: () throws -> Duration?) throws -> End {
    guard let signals = SignalPipe([SIGINT, SIGTERM, SIGHUP]) else {
      throw ShortageError("signals cannot be waited for", .system(EMFILE))
    }
    let events = try session.events()
    var schedule = SyncSchedule(quiet: quiet, longest: longest)
    var again: ContinuousClock.Instant?
    while true {
      let now = ContinuousClock.now
      let next = again ?? schedule.next(after: now)
      if next <= now {
        // What changes while it runs is for the next one.
        for event in events.take() { if case .gone(let reason) = event { return .gone(reason) } }
        let wait = try sync()
        schedule.noteSync(at: .now)
        again = wait.map { .now + $0 }
        continue
      }
      var waiting = [
        pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: events.descriptor, events: Int16(POLLIN), revents: 0),
      ]
      let milliseconds = min((next - now) / .milliseconds(1), 3_600_000)
      guard poll(&waiting, nfds_t(waiting.count), CInt(milliseconds) + 1) >= 0 || errno == EINTR else {
        throw SystemFailure(code: errno)
      }
      if let signal = signals.received().first { return .signal(signal) }
      for event in events.take() {
        switch event {
        case .notes: schedule.noteChange(at: .now)
        case .gone(let reason): return .gone(reason)
        case .freshness, .building, .configuration, .day, .notice: break
        }
      }
    }
  }
}
