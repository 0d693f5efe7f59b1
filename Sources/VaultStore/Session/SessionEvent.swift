import Synchronization
import VaultCore
import VaultPlatform

/// What happens to a vault that is held open.
package enum SessionEvent: Sendable, Equatable {
  case notes(NoteChanges)
  /// How questions are proven from now on.
  case freshness(SessionFreshness)
  /// So many notes of so many have been read for the index; where notes are hidden, in percent.
  case building(done: Int, total: Int)
  case configuration
  /// It is another day, or the clock was set.
  case day(CivilDate)
  /// What a person should know beside the answers.
  case notice([VaultNotice])
  /// The vault is not where it was. Once it is back, `freshness` and `notes` say so.
  case gone(reason: Message)
}

package enum SessionFreshness: Sendable, Equatable {
  /// A watcher vouches for the index.
  case vouched
  /// Each proven answer takes a scan, for that reason.
  case unvouched(reason: String)
}

/// Somebody who hears what happens to a vault. Whoever does not listen for a while gets one event of each kind, into
/// which all are merged.
package final class SessionEvents: Sendable {
  private struct State {
    var pending: [SessionEvent] = []
    var listener: CheckedContinuation<SessionEvent?, Never>?
    var hasEnded = false
  }

  private let state = Mutex(State())
  private let pipe: WakePipe

  init() throws(SystemFailure) { pipe = try WakePipe() }

  /// For `poll`: has something to read once something has happened, until it is taken.
  package var descriptor: CInt { pipe.readable }

  /// All that has happened since this was asked last, each kind once.
  package func take() -> [SessionEvent] {
    pipe.clear()
    return state.withLock { state in
      defer { state.pending = [] }
      return state.pending
    }
  }

  /// The same as a sequence, which ends with the session. For one listener at a time, who does not use `take`.
  package var stream: AsyncStream<SessionEvent> {
    AsyncStream { [self] in
      await withTaskCancellationHandler {
        await next()
      } onCancel: {
        resume(with: nil)
      }
    }
  }

  private func next() async -> SessionEvent? {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state -> SessionEvent?? in
        if !state.pending.isEmpty { return .some(state.pending.removeFirst()) }
        if state.hasEnded || Task.isCancelled { return .some(nil) }
        state.listener = continuation
        return nil
      }
      if let event = isThere { continuation.resume(returning: event) }
    }
  }

  private func resume(with event: SessionEvent?) {
    let listener = state.withLock { state in
      defer { state.listener = nil }
      return state.listener
    }
    listener?.resume(returning: event)
  }

  func put(_ event: SessionEvent) {
    let listener = state.withLock { state -> CheckedContinuation<SessionEvent?, Never>? in
      if let listener = state.listener {
        state.listener = nil
        return listener
      }
      let merged = state.pending.first { $0.isOfKind(of: event) }.map { $0.followed(by: event) } ?? event
      state.pending.removeAll { $0.isOfKind(of: event) }
      state.pending.append(merged)
      return nil
    }
    if let listener { return listener.resume(returning: event) }
    pipe.wake()
  }

  func end() {
    state.withLock { $0.hasEnded = true }
    resume(with: nil)
  }
}

extension SessionEvent {
  /// More notices than these nobody reads.
  private static let mostNotices = 20

  fileprivate func isOfKind(of other: SessionEvent) -> Bool {
    switch (self, other) {
    case (.notes, .notes), (.freshness, .freshness), (.building, .building), (.configuration, .configuration),
      (.day, .day), (.notice, .notice), (.gone, .gone):
      true
    default: false
    }
  }

  /// Two of one kind as one.
  fileprivate func followed(by later: SessionEvent) -> SessionEvent {
    switch (self, later) {
    case (.notes(let first), .notes(let second)): .notes(first.followed(by: second))
    case (.notice(let first), .notice(let second)):
      .notice((first + second.filter { !first.contains($0) }).suffix(Self.mostNotices))
    default: later
    }
  }
}

/// All who hear what happens to one vault.
final class SessionEventHub: Sendable {
  private struct Weak {
    weak var events: SessionEvents?
  }

  private struct State {
    var listeners: [Weak] = []
    var hasEnded = false
  }

  private let state = Mutex(State())

  func listen() throws(SystemFailure) -> SessionEvents {
    let events = try SessionEvents()
    let hasEnded = state.withLock { state in
      state.listeners.removeAll { $0.events == nil }
      state.listeners.append(Weak(events: events))
      return state.hasEnded
    }
    if hasEnded { events.end() }
    return events
  }

  func tell(_ event: SessionEvent) {
    // Outside of the lock: a listener may ask to be told of more.
    for each in state.withLock({ $0.listeners }) { each.events?.put(event) }
  }

  func end() {
    let listeners = state.withLock { state in
      state.hasEnded = true
      return state.listeners
    }
    for each in listeners { each.events?.end() }
  }
}
