import Foundation
import VaultCore
import VaultPlatform

/// Tells when something in a vault may have changed: a note or another file, a folder, an ignore file, the
/// configuration. By the system's events where there are some, else by a look each second.
///
/// What happens between two calls of `wait` is told by the second. Names that begin with a dot do not count, as in a scan,
/// and neither does what stands behind symbolic links. Not for several threads at once.
package final class FolderWatcher {
  package enum Wake: Sendable, Equatable {
    /// Something may have changed; now all is quiet, or has not been for half a second.
    case changed
    case deadline
    /// The descriptor to be read from has something to read.
    case readable
    /// Nobody reads any more what the other descriptor is written to.
    case closed
  }

  /// So long nothing may happen before a change is told: one save is several events.
  static let quiet = 0.06
  /// But no longer than this is waited for quiet.
  static let longestUnquiet = 0.5

  private let root: String
  private var source: any ChangeSource

  /// Begins to watch. `usesEvents`: false to look each second even where the system has events.
  package init(_ vault: Vault, usesEvents: Bool = true) throws {
    root = vault.location.root
    source = PolledFolders(root: root)
    #if os(Linux)
      if usesEvents, let events = InotifyEvents(root: root) { source = events }
    #endif
    try follow(vault)
  }

  /// Watches the folders that the vault has now. To be called after each change, before the notes are read: folders
  /// may have come, and others be ignored. Throws where the root cannot be read.
  package func follow(_ vault: Vault) throws {
    guard try !source.follow(vault.scanner) else { return }
    // More folders than the system lets a user watch.
    source = PolledFolders(root: root)
    _ = try source.follow(vault.scanner)
  }

  /// True when the system tells of changes; else they are looked for.
  package var hasEvents: Bool { source.descriptor != nil }

  /// Waits for the first of: a change, the time, something to read at `readable`, `written` no longer being read.
  package func wait(until deadline: Date?, readable: CInt? = nil, written: CInt? = nil) throws -> Wake {
    var firstChange: Date?
    while true {
      let now = Date()
      if let firstChange, now.timeIntervalSince(firstChange) >= Self.longestUnquiet { return .changed }
      if firstChange == nil, let deadline, now >= deadline { return .deadline }
      var patience = firstChange == nil ? source.patience : Self.quiet
      if firstChange == nil, let deadline { patience = min(patience, deadline.timeIntervalSince(now)) }

      // Those that are not there are passed over by `poll`.
      var polled = [
        pollfd(fd: source.descriptor ?? -1, events: Int16(POLLIN), revents: 0),
        pollfd(fd: readable ?? -1, events: Int16(POLLIN), revents: 0),
        pollfd(fd: written ?? -1, events: 0, revents: 0),
      ]
      let count = poll(&polled, nfds_t(polled.count), CInt((patience * 1_000).rounded(.up)))
      if count < 0, errno != EINTR { throw WatchError(root: root, .system(errno)) }
      if count > 0, polled[1].revents != 0 { return .readable }
      if count > 0, polled[2].revents & Int16(POLLERR | POLLHUP | POLLNVAL) != 0 { return .closed }
      let isChanged = try source.descriptor == nil ? source.isChanged() : count > 0 && source.isChanged()
      if isChanged {
        if firstChange == nil { firstChange = Date() }
      } else if firstChange != nil, count == 0 {
        return .changed
      }
    }
  }
}

/// How changes come to be known.
protocol ChangeSource {
  /// To be polled; nil where changes have to be looked for.
  var descriptor: CInt? { get }
  /// Seconds after which to look again.
  var patience: Double { get }
  /// Returns true when something has changed since it was asked last.
  mutating func isChanged() throws -> Bool
  /// Watches the folders that there are now; false where there are more than can be watched.
  mutating func follow(_ scanner: Scanner) throws -> Bool
}

/// Waiting itself failed.
package struct WatchError: Failure {
  let root: String
  let cause: WatchFailure

  init(root: String, _ cause: WatchFailure) { (self.root, self.cause) = (root, cause) }

  package var kind: FailureKind { .unreadable }
  package var message: Message {
    "\(root): changes cannot be waited for: \(cause); run the command without watching"
  }
}
