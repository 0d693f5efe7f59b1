import Synchronization

/// Turns signals into something that can be waited for together with other things. One at a time in a process.
///
/// Signals that the process ignores stay ignored.
package final class SignalPipe {
  private static let writing = Atomic<CInt>(-1)

  private let pipe: WakePipe
  private var former: [(signal: CInt, action: SignalAction)] = []

  /// Has something to read once a signal has come.
  package var descriptor: CInt { pipe.readable }

  /// Returns nil when the process can open no more files.
  package init?(_ signals: [CInt]) {
    do { pipe = try WakePipe() } catch { return nil }
    Self.writing.store(pipe.writable, ordering: .relaxed)
    for signal in signals {
      guard let action = SignalAction.current(signal), !action.isIgnored else { continue }
      former.append((signal, action))
      catchAgain(signal)
    }
  }

  deinit {
    for (signal, action) in former { action.install(signal) }
    Self.writing.store(-1, ordering: .relaxed)
  }

  /// The signals that have come since it was asked last.
  package func received() -> [CInt] { pipe.received().map { CInt($0) } }

  /// The signals that have come since it was asked last. Where there are none yet, it waits for the first for some
  /// milliseconds, which a process that was stopped meanwhile has anew when it goes on: the handler may run on another thread,
  /// and later than this one.
  package func awaited() -> [CInt] {
    for _ in 0..<10 {
      let signals = received()
      if !signals.isEmpty { return signals }
      var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      _ = poll(&polled, 1, 5)
    }
    return received()
  }

  /// Lets the process have a signal as if it were not caught, and catches it again should the process go on. `group`: the other
  /// processes of its group have it, too, and first.
  package func passOn(_ signal: CInt, group: Bool = false) {
    guard let former = former.first(where: { $0.signal == signal }) else { return }
    if group {
      // This process is left out, since only what is sent to a thread is certain to have come when the call returns.
      SignalAction.ignoring.install(signal)
      kill(0, signal)
    }
    former.action.install(signal)
    raise(signal)
    catchAgain(signal)
  }

  /// Does not catch a signal while `body` runs.
  package func uncaught(_ signal: CInt, _ body: () -> Void) {
    guard let former = former.first(where: { $0.signal == signal }) else { return body() }
    former.action.install(signal)
    body()
    catchAgain(signal)
  }

  private func catchAgain(_ signal: CInt) {
    SignalAction.calling { signal in
      let error = errno
      var byte = UInt8(truncatingIfNeeded: signal)
      _ = write(SignalPipe.writing.load(ordering: .relaxed), &byte, 1)
      errno = error
    }.install(signal)
  }
}
