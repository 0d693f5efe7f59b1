import VaultCore
import VaultPlatform
import VaultStore

/// Syncs again and again until a signal ends it, or another machine does not let this user in.
struct SyncWatch {
  private let context: CommandContext
  /// One sync, and what went wrong in it, once all is told.
  private let sync: () throws -> (ExitStatus, (any Error)?)

  private static let quiet = Duration.seconds(60)
  private static let longest = Duration.seconds(600)

  init(_ context: CommandContext, sync: @escaping () throws -> (ExitStatus, (any Error)?)) {
    (self.context, self.sync) = (context, sync)
  }

  func run() throws -> ExitStatus {
    guard let signals = SignalPipe([SIGINT, SIGTERM, SIGHUP]) else {
      throw CommandFailure(
        kind: .noPlace, message: "no more files can be opened; close some programs, or raise `ulimit -n`")
    }
    let session = try VaultSession(
      context.vault().location, options: VaultSession.Options(version: VaultCommand.version))
    defer { session.end() }
    let events = try session.events()
    var schedule = SyncSchedule(quiet: Self.quiet, longest: Self.longest)
    var told: String?
    while true {
      let now = ContinuousClock.now
      let next = schedule.next(after: now)
      if next <= now {
        // What changes while it runs is for the next one.
        try Self.heed(events.take(), &schedule)
        let (_, failure) = try sync()
        schedule.noteSync(at: .now)
        if let failure {
          if let error = failure as? GitError, error.isDenied { throw error }
          let (_, message) = ExitStatus.of(failure)
          // The same again and again is told once: being offline is nothing new.
          if let message, message != told { context.warn(message) }
          told = message
        } else {
          told = nil
        }
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
      for signal in signals.received() {
        if signal == SIGINT { return .interrupted }
        signals.passOn(signal)
        return .success
      }
      try Self.heed(events.take(), &schedule)
    }
  }

  /// Throws where the vault is gone.
  static func heed(_ events: [SessionEvent], _ schedule: inout SyncSchedule) throws {
    for event in events {
      switch event {
      case .notes: schedule.noteChange(at: .now)
      case .gone(let reason): throw CommandFailure(kind: .noPlace, message: reason)
      case .freshness, .building, .configuration, .day, .notice: break
      }
    }
  }
}
