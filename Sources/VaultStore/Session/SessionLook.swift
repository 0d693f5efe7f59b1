import Synchronization
import VaultCore

/// What a session lets one look rest on, and what it hears of it. One for each question.
final class SessionLook: Sendable {
  /// The state of the index that a look was about.
  struct Ground: Sendable {
    var identity: Int64
    var generation: Int64
    private var fingerprint: UInt64

    init(_ meta: IndexMetaReader) throws {
      identity = Int64(try meta.int(.identity) ?? 0)
      generation = Int64(try meta.int(.generation) ?? 0)
      fingerprint = UInt64(bitPattern: Int64(try meta.int(.fingerprint) ?? 0))
    }

    func watchedState(_ scan: PendingScan) throws -> WatchedState {
      WatchedState(
        fingerprint: fingerprint, identity: identity, generation: generation, problems: try scan.problems(),
        links: try scan.links())
    }
  }

  struct Result: Sendable {
    /// Nil when the answer came from the files.
    var ground: Ground?
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
  func rests(on ground: Ground, _ scan: PendingScan) throws {
    let known = try ground.watchedState(scan)
    let isSpared = scan.vouched != nil
    state.withLock { state in
      let isProven = !(isSpared && state.isHandedOver)
      state.result = Result(
        ground: ground, state: known, isProven: isProven, isVouched: isSpared && isProven)
    }
  }
}
