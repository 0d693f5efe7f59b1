import Synchronization

/// Opens a file as `call` does, which waits for nobody, and waits a little all the same where another process holds a lease
/// on it, as this program does while it writes to a file in its place: asking makes that process let it go.
///
/// -1 with `errno` EAGAIN where it does not in time.
package func openingHeld(_ call: () -> CInt) -> CInt {
  while true {
    let file = retrying(call)
    guard file < 0, errno == EAGAIN, HeldFilePatience.takes(HeldFilePatience.pause) else { return file }
    usleep(HeldFilePatience.pause)
    errno = EAGAIN
  }
}

/// How long this process may still wait for files that others hold, all of them together: a folder that somebody else
/// made may hold many.
private enum HeldFilePatience {
  /// In microseconds.
  static let pause: UInt32 = 2_000
  private static let most: Duration = .seconds(2)
  /// A tenth of the time that passes is waited at most, but for the first seconds.
  private static let share = 10

  private static let state = Mutex((left: most, at: ContinuousClock.now))

  static func takes(_ pause: UInt32) -> Bool {
    state.withLock { state in
      let now = ContinuousClock.now
      state.left = min(most, state.left + (now - state.at) / share)
      state.at = now
      guard state.left > .zero else { return false }
      state.left -= .microseconds(pause)
      return true
    }
  }
}
