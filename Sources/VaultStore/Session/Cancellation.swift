import Synchronization
import VaultCore
import VaultPlatform

/// Says that nobody waits for an answer any more. Whoever works on the answer looks here from time to time.
package final class Cancellation: Sendable {
  private enum State {
    static let open: UInt8 = 0
    static let cancelled: UInt8 = 1
    static let committed: UInt8 = 2
  }

  private let state = Atomic<UInt8>(State.open)

  package init() {}

  /// Does nothing once a change is being carried out. True when this is what cancelled it.
  @discardableResult
  package func cancel() -> Bool {
    state.compareExchange(expected: State.open, desired: State.cancelled, ordering: .relaxed).exchanged
  }

  package var isCancelled: Bool { state.load(ordering: .relaxed) == State.cancelled }

  func check() throws(CancelledError) {
    if isCancelled { throw CancelledError() }
  }

  /// A change is going to be carried out: from now on it can no longer be cancelled. Throws where it already is.
  func commit() throws(CancelledError) {
    let (exchanged, before) = state.compareExchange(
      expected: State.open, desired: State.committed, ordering: .relaxed)
    if !exchanged, before == State.cancelled { throw CancelledError() }
  }
}

/// Nobody waits for the answer any more. Nothing is damaged, and nothing has to be repaired.
package struct CancelledError: Failure, Hashable {
  package init() {}

  package var kind: FailureKind { .interrupted }
  package var message: Message { "cancelled, and nothing was changed" }
}

extension FileLock {
  /// Waits no longer than somebody waits for the answer; `attempt` is given so many seconds at a time. Returns nil when
  /// another holds the lock all the time.
  static func acquire(
    _ patience: Double, _ cancellation: Cancellation?, _ attempt: (Double) throws -> FileLock?
  ) throws -> FileLock? {
    let deadline = ContinuousClock.now + .seconds(patience)
    while true {
      let pause = cancellation == nil ? patience : min(patience, 0.004)
      if let lock = try attempt(pause) { return lock }
      try cancellation?.check()
      if ContinuousClock.now >= deadline { return nil }
    }
  }
}

/// Looks at a cancellation at every 256th turn of a loop over all notes or tasks.
struct CancellableTurns {
  private let cancellation: Cancellation?
  private var count: UInt8 = 0

  init(_ cancellation: Cancellation?) { self.cancellation = cancellation }

  mutating func next() throws(CancelledError) {
    count &+= 1
    if count == 0 { try cancellation?.check() }
  }
}
