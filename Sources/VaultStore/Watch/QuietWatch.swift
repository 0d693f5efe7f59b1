import Synchronization
import VaultPlatform

/// What a watcher of this process vouches for as long as nothing happens. Whoever asks looks whether anything has happened
/// that the watcher has not taken in yet: that takes no socket, and no turn of the watcher's thread. Where something has, the
/// watcher is asked as other processes ask it.
final class QuietWatch: Sendable {
  struct Known: Sendable {
    /// How the vault is read by whoever made the state; see `Vault.watchKey`.
    var key: String
    var state: WatchedState
    var place: RootPlace
    var unannounced: UnannouncedState?
  }

  private let known = Mutex<Known?>(nil)
  private let askedAt = Mutex(ContinuousClock.now)
  /// After so long it is asked as others ask it, who may not reach it any more.
  private static let longest = Duration.seconds(1)
  private let events: (any FolderEvents)?
  /// Another look at the system's table than the watcher's, since each finds a change once.
  private let mounts: MountTable

  init(_ events: (any FolderEvents)?, mounts: MountTable) {
    (self.events, self.mounts) = (events, mounts)
  }

  /// The watcher, which has taken in all that it was told of, begins to vouch.
  func begin(_ known: Known) { self.known.withLock { $0 = known } }

  /// The watcher reads events, or goes on to work on them: `body` returns false where nothing has changed. Nobody gets an
  /// answer between the two.
  func taking(_ body: () -> Bool) {
    known.withLock { known in
      if body() { known = nil }
    }
  }

  var isVouching: Bool { known.withLock { $0 != nil } }

  /// Nil where only the watcher itself can tell.
  func state(key: String) -> WatchedState? {
    let isDoubted = askedAt.withLock { askedAt in
      let now = ContinuousClock.now
      guard now - askedAt > Self.longest else { return false }
      askedAt = now
      return true
    }
    if isDoubted { return nil }
    return known.withLock { known in
      guard let now = known, now.key == key, let events else { return nil }
      var polled = pollfd(fd: events.descriptor, events: Int16(POLLIN), revents: 0)
      if poll(&polled, 1, 0) != 0 { return nil }
      if mounts.hasChanged() || now.place.problem != nil || now.hasChangedUnannounced {
        // Mounts are told of once.
        known = nil
        return nil
      }
      return now.state
    }
  }
}

extension QuietWatch.Known {
  fileprivate var hasChangedUnannounced: Bool {
    unannounced.map { !$0.now().changes(since: $0).isEmpty } ?? false
  }
}
