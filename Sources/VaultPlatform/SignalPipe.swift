import Synchronization

/// Turns signals into something that can be waited for together with other things. One at a time in a process.
///
/// Signals that the process ignores stay ignored.
package final class SignalPipe {
  private static let writing = Atomic<CInt>(-1)

  /// Has something to read once a signal has come.
  package let descriptor: CInt
  private let writeEnd: CInt
  private var former: [(signal: CInt, action: SignalAction)] = []

  /// Returns nil when the process can open no more files.
  package init?(_ signals: [CInt]) {
    var ends: [CInt] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    (descriptor, writeEnd) = (ends[0], ends[1])
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    Self.writing.store(writeEnd, ordering: .relaxed)
    for signal in signals {
      guard let action = SignalAction.current(signal), !action.isIgnored else { continue }
      former.append((signal, action))
      catchAgain(signal)
    }
  }

  deinit {
    for (signal, action) in former { action.install(signal) }
    Self.writing.store(-1, ordering: .relaxed)
    close(descriptor)
    close(writeEnd)
  }

  /// The signals that have come since it was asked last.
  package func received() -> [CInt] {
    var bytes = [UInt8](repeating: 0, count: 64)
    let room = bytes.count
    let count = read(descriptor, &bytes, room)
    return count > 0 ? bytes[..<count].map { CInt($0) } : []
  }

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
