import Foundation
import Synchronization
import VaultCore
import VaultPlatform

/// What happens to a vault that is held open.
package enum SessionEvent: Sendable, Equatable {
  /// Notes have changed, and the index knows it.
  case notes(NoteChanges)
  /// Answers have to look at the folders themselves, for this reason; nil once a watcher vouches for them again.
  case freshness(hindrance: String?)
  /// The configuration is another one.
  case configuration
  /// It is another day, by the session's clock and zone.
  case day(CivilDate)
  /// What a person should know, and no answer tells.
  case notice(VaultNotice)
  /// The folder is no longer where it was, or is there again.
  case gone(Bool)
}

/// One front end's ear: what has happened since it last listened, in at most one event of each kind.
///
/// It is a descriptor for `poll`, or a sequence for `for await`; one of the two at a time.
package final class SessionListener: Sendable {
  private struct Pending {
    var notes: NoteChanges?
    var freshness: String??
    var configuration = false
    var day: CivilDate?
    var notices: [VaultNotice] = []
    var gone: Bool?
    var isClosed = false
    var isSignalled = false
    var awaiting: CheckedContinuation<Void, Never>?
  }

  /// Of notices that nobody takes, so many are kept: the oldest tell most.
  private static let mostNotices = 100

  private let pending = Mutex(Pending())
  private let pipe: WakePipe

  init() throws(SystemFailure) { pipe = try WakePipe() }

  /// Has something to read while there is something to take.
  package var descriptor: CInt { pipe.readable }

  func hear(_ event: SessionEvent) {
    change { pending in
      switch event {
      case .notes(let changes): pending.notes = pending.notes.map { $0.followed(by: changes) } ?? changes
      case .freshness(let hindrance): pending.freshness = .some(hindrance)
      case .configuration: pending.configuration = true
      case .day(let day): pending.day = day
      case .notice(let notice):
        if pending.notices.count < Self.mostNotices, !pending.notices.contains(notice) {
          pending.notices.append(notice)
        }
      case .gone(let gone): pending.gone = gone
      }
    }
  }

  func close() { change { $0.isClosed = true } }

  private func change(_ body: (inout Pending) -> Void) {
    let awaiting = pending.withLock { pending -> CheckedContinuation<Void, Never>? in
      body(&pending)
      if !pending.isSignalled {
        pipe.wake()
        pending.isSignalled = true
      }
      defer { pending.awaiting = nil }
      return pending.awaiting
    }
    awaiting?.resume()
  }

  /// What has happened since the last time, in a fixed order. Returns nil once the session is closed and all was taken.
  package func take() -> [SessionEvent]? {
    pending.withLock { pending in
      if pending.isSignalled, !pending.isClosed {
        pipe.clear()
        pending.isSignalled = false
      }
      var events: [SessionEvent] = []
      if let gone = pending.gone { events.append(.gone(gone)) }
      if pending.configuration { events.append(.configuration) }
      if let day = pending.day { events.append(.day(day)) }
      if let notes = pending.notes { events.append(.notes(notes)) }
      if let freshness = pending.freshness { events.append(.freshness(hindrance: freshness)) }
      events += pending.notices.map { .notice($0) }
      if events.isEmpty, pending.isClosed { return nil }
      (pending.notes, pending.freshness, pending.configuration, pending.day) = (nil, nil, false, nil)
      (pending.notices, pending.gone) = ([], nil)
      return events
    }
  }

  /// The same for `for await`: each element is all that has happened since the one before. It ends with the session.
  package var events: AsyncStream<[SessionEvent]> {
    AsyncStream { [self] in
      while true {
        guard let events = take() else { return nil }
        if !events.isEmpty { return events }
        await withTaskCancellationHandler {
          await withCheckedContinuation { continuation in
            let isDue = pending.withLock { pending in
              if pending.isSignalled || Task.isCancelled { return true }
              pending.awaiting = continuation
              return false
            }
            if isDue { continuation.resume() }
          }
        } onCancel: {
          let awaiting = pending.withLock { pending in
            defer { pending.awaiting = nil }
            return pending.awaiting
          }
          awaiting?.resume()
        }
        if Task.isCancelled { return nil }
      }
    }
  }
}
