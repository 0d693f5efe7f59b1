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

/// Puts off the signals that ask a process to end for as long as a change is carried out.
enum Interruption {
  private static let received = Atomic<CInt>(0)

  /// Signals that are ignored stay so. One that comes too late for `check` ends the process after all.
  static func putOff<Result>(_ body: () throws -> Result) rethrows -> Result {
    received.store(0, ordering: .relaxed)
    var before: [(signal: CInt, action: sigaction)] = []
    for signal in [SIGINT, SIGTERM, SIGHUP] {
      var action = sigaction()
      guard sigaction(signal, nil, &action) == 0, !isIgnored(action) else { continue }
      before.append((signal, action))
      var own = sigaction()
      own.set { Interruption.received.store($0, ordering: .relaxed) }
      sigaction(signal, &own, nil)
    }
    defer {
      for (signal, var action) in before { sigaction(signal, &action, nil) }
      let late = received.load(ordering: .relaxed)
      if late != 0 { raise(late) }
    }
    return try body()
  }

  /// Throws `InterruptedError` once a signal has come.
  static func check() throws {
    let signal = received.exchange(0, ordering: .relaxed)
    if signal != 0 { throw InterruptedError(signal: signal) }
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
