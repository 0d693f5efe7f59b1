import Synchronization

/// Puts off what SIGHUP and SIGTERM do to this process, as long as it waits for a program that has the terminal and then
/// writes down what that has done. One at a time in a process.
///
/// Signals that the process ignores stay ignored. A program that is started meanwhile heeds them.
package final class DeferredEnd {
  private static let received = Atomic<CInt>(0)

  private var former: [(signal: CInt, action: SignalAction)] = []

  package init() {
    Self.received.store(0, ordering: .relaxed)
    for signal in [SIGHUP, SIGTERM] {
      guard let action = SignalAction.current(signal), !action.isIgnored else { continue }
      former.append((signal, action))
      SignalAction.calling { signal in
        let isFirst = DeferredEnd.received.exchange(signal, ordering: .relaxed) == 0
        // When a terminal closes, the first process of its session alone is told; the others would be when that ends.
        guard isFirst, signal == SIGHUP, getsid(0) == getpid() else { return }
        let error = errno
        kill(0, SIGHUP)
        errno = error
      }.install(signal)
    }
  }

  deinit { restore() }

  /// Lets the signals do what they did before, and the process have one that has come meanwhile.
  package func end() {
    restore()
    let signal = Self.received.exchange(0, ordering: .relaxed)
    if signal != 0 { raise(signal) }
  }

  private func restore() {
    for (signal, action) in former { action.install(signal) }
    former = []
  }
}
