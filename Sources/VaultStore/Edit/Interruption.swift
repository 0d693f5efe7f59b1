import Synchronization
import VaultCore
import VaultPlatform

/// Somebody wants the process to end (Ctrl-C, for one) in the middle of a change: it is taken back first.
package struct InterruptedError: Failure {
  /// `SIGINT`, `SIGTERM` or `SIGHUP`.
  package let signal: CInt

  package var kind: FailureKind { .interrupted }
  package var message: Message { "interrupted, and nothing was changed" }
}

/// Puts off the signals that ask a process to end for as long as changes are carried out. Those that the process catches are
/// left to it: a server ends well by itself, once what is under way is over.
enum Interruption {
  /// Changes of several vaults may be carried out at once.
  private struct Changes {
    var count = 0
    /// What the signals did before the first began.
    var actions: [(signal: CInt, action: SignalAction)] = []
  }

  private static let changes = Mutex(Changes())
  private static let received = Atomic<CInt>(0)
  private static let isTold = Atomic<Bool>(false)

  /// Signals that are ignored or caught stay so. One that comes too late for `check` ends the process after all.
  static func putOff<Result>(_ body: () throws -> Result) rethrows -> Result {
    changes.withLock { changes in
      changes.count += 1
      if changes.count == 1 { changes.actions = catchSignals() }
    }
    defer {
      let late = changes.withLock { changes -> CInt in
        changes.count -= 1
        guard changes.count == 0 else { return 0 }
        for (signal, action) in changes.actions { action.install(signal) }
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
  private static func catchSignals() -> [(signal: CInt, action: SignalAction)] {
    received.store(0, ordering: .relaxed)
    isTold.store(false, ordering: .relaxed)
    return [SIGINT, SIGTERM, SIGHUP].compactMap { signal in
      guard let action = SignalAction.current(signal), action.isDefault else { return nil }
      SignalAction.calling { Interruption.received.store($0, ordering: .relaxed) }.install(signal)
      return (signal, action)
    }
  }
}
