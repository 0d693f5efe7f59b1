import Synchronization
import VaultCore

/// What a session lets one look rest on, and what it hears of it. One for each question.
final class SessionLook: Sendable {
  struct Result: Sendable {
    /// The state of the index that the look was about; nil when the answer came from the files.
    var ground: IndexState?
    /// What may be handed over to later looks.
    var state: WatchedState?
    var isProven = true
    /// True when a watcher vouched for it.
    var isVouched = false
  }

  private struct State {
    var recent: WatchedState?
    var isHandedOver = false
    var result = Result()
  }

  private let state: Mutex<State>
  /// True when a watcher vouched for the index when the question was asked.
  let expectsWatcher: Bool

  /// `recent`: what was proven a short while ago, and need not be proven anew.
  init(recent: WatchedState? = nil, expectsWatcher: Bool = false) {
    state = Mutex(State(recent: recent))
    self.expectsWatcher = expectsWatcher
  }

  var result: Result { state.withLock { $0.result } }

  /// What the look may rest on without asking anybody. Where that is not what the index holds any more, the look asks a
  /// second time, to have it `verified`.
  func handOver(verified: Bool) -> WatchedState? {
    state.withLock { state in
      state.isHandedOver = !verified && state.recent != nil
      return state.isHandedOver ? state.recent : nil
    }
  }

  /// The answer counts, and rests on that state of the index.
  func rests(on ground: IndexState, _ scan: PendingScan) throws {
    let known = WatchedState(
      fingerprint: ground.fingerprint, identity: ground.identity, generation: ground.generation,
      problems: try scan.problems(), links: try scan.links())
    let isSpared = scan.vouched != nil
    state.withLock { state in
      let isProven = !(isSpared && state.isHandedOver)
      state.result = Result(
        ground: ground, state: known, isProven: isProven, isVouched: isSpared && isProven)
    }
  }
}
