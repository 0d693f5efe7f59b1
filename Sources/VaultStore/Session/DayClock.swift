import Foundation
import VaultCore
import VaultPlatform

/// Tells when another day begins for the user, and when the clock is set.
final class DayClock: Sendable {
  private let environment: @Sendable () -> VaultEnvironment
  private let tell: @Sendable (CivilDate) -> Void
  private let pipe: WakePipe

  init(
    _ environment: @escaping @Sendable () -> VaultEnvironment, tell: @escaping @Sendable (CivilDate) -> Void
  ) throws(SystemFailure) {
    self.environment = environment
    self.tell = tell
    pipe = try WakePipe()
  }

  func end() { pipe.wake() }

  /// Runs until its end.
  func run() {
    let alarm = WallClockAlarm()
    var known = environment()
    var knownOffset = Self.offset(of: known)
    while true {
      let midnight = known.start(of: known.today.adding(days: 1)).timeIntervalSince(known.now)
      alarm.set(to: Date().timeIntervalSince1970 + max(midnight, 0.01))
      var polled = [
        pollfd(fd: pipe.readable, events: Int16(POLLIN), revents: 0),
        pollfd(fd: alarm.descriptor, events: Int16(POLLIN), revents: 0),
      ]
      _ = poll(&polled, 2, alarm.patience)
      if polled[0].revents != 0 { return }
      alarm.clear()
      let now = environment()
      let offset = Self.offset(of: now)
      if now.today != known.today || abs(offset - knownOffset) > Self.leastSetting { tell(now.today) }
      (known, knownOffset) = (now, offset)
    }
  }

  /// How far the user's clock is ahead of one that nobody sets, in seconds.
  private static func offset(of environment: VaultEnvironment) -> Double {
    environment.now.timeIntervalSince1970 - ProcessInfo.processInfo.systemUptime
  }

  /// Smaller corrections, in seconds, are made to every clock all the time.
  private static let leastSetting = 2.0
}
