import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Somebody wants the process to end (Ctrl-C, for one) in the middle of a change: it is taken back first.
package struct InterruptedError: Error, CustomStringConvertible {
  /// `SIGINT`, `SIGTERM` or `SIGHUP`.
  package let signal: CInt

  package var description: String { "interrupted, and nothing was changed" }
}

/// Puts off the signals that ask a process to end for as long as changes are carried out.
enum Interruption {
  /// Changes of several vaults may be carried out at once.
  private struct Changes {
    var count = 0
    /// What the signals did before the first began.
    var actions: [(signal: CInt, action: sigaction)] = []
  }

  private static let changes = Mutex(Changes())
  private static let received = Atomic<CInt>(0)
  private static let isTold = Atomic<Bool>(false)

  /// Signals that are ignored stay so. One that comes too late for `check` ends the process after all.
  static func putOff<Result>(_ body: () throws -> Result) rethrows -> Result {
    changes.withLock { changes in
      changes.count += 1
      if changes.count == 1 { changes.actions = catchSignals() }
    }
    defer {
      let late = changes.withLock { changes -> CInt in
        changes.count -= 1
        guard changes.count == 0 else { return 0 }
        for (signal, var action) in changes.actions { sigaction(signal, &action, nil) }
        return isTold.load(ordering: .relaxed) ? 0 : received.load(ordering: .relaxed)
      }
      if late != 0 { raise(late) }
    }
    return try body()
  }

  /// Throws `InterruptedError` once a signal has come.
  static func check() throws {
    let signal = received.load(ordering: .relaxed)
    guard signal != 0 else { return }
    isTold.store(true, ordering: .relaxed)
    throw InterruptedError(signal: signal)
  }

  /// The result is what they did before.
  private static func catchSignals() -> [(signal: CInt, action: sigaction)] {
    received.store(0, ordering: .relaxed)
    isTold.store(false, ordering: .relaxed)
    return [SIGINT, SIGTERM, SIGHUP].compactMap { signal in
      var action = sigaction()
      guard sigaction(signal, nil, &action) == 0, !isIgnored(action) else { return nil }
      var own = sigaction()
      own.set { Interruption.received.store($0, ordering: .relaxed) }
      sigaction(signal, &own, nil)
      return (signal, action)
    }
  }

  private static func isIgnored(_ action: sigaction) -> Bool {
    #if canImport(Darwin)
      unsafeBitCast(action.__sigaction_u.__sa_handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    #else
      unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    #endif
  }
}

extension sigaction {
  fileprivate mutating func set(_ handler: @escaping @convention(c) (CInt) -> Void) {
    sa_flags = SA_RESTART
    #if canImport(Darwin)
      __sigaction_u.__sa_handler = handler
    #else
      __sigaction_handler.sa_handler = handler
    #endif
  }
}
