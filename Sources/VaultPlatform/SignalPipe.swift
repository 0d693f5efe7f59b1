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

  /// Lets the process have a signal as if it were not caught, and catches it again should the process go on.
  package func passOn(_ signal: CInt) {
    former.first { $0.signal == signal }?.action.install(signal)
    raise(signal)
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
