import CClockChange

/// Wakes at a moment of the clock that people see, and when that clock is set or the machine wakes from sleep.
package final class WallClockAlarm: Sendable {
  /// Readable once the alarm has gone off; -1 where the system has no such alarm.
  package let descriptor: CInt
  /// For `poll`, in milliseconds: how often to look at the clock where there is no alarm.
  package var patience: CInt { descriptor < 0 ? 20_000 : -1 }

  package init() {
    #if os(Linux)
      descriptor = clock_change_timer()
    #else
      descriptor = -1
    #endif
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Sets the alarm, in seconds since 1970, in the place of the one before.
  package func set(to time: Double) {
    #if os(Linux)
      let seconds = time.rounded(.down)
      _ = clock_change_wait_until(descriptor, Int(seconds), Int((time - seconds) * 1_000_000_000))
    #endif
  }

  /// Makes ready for the next alarm.
  package func clear() {
    if descriptor < 0 { return }
    var count: UInt64 = 0
    // It fails where the clock was set, which makes the timer ready again, too.
    _ = retrying { read(descriptor, &count, 8) }
  }
}
