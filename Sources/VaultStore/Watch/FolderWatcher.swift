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
  /// Nil where changes are looked for, as are the folders.
  private var events: (any FolderEvents)?
  private var folders: WatchedFolders?
  private let mounts: MountTable
  /// What is compared where changes are looked for.
  private var scanner: Scanner
  private var last: State?

  private struct State: Equatable {
    var folders: [[UInt8]]
    var fingerprints: [UInt64]
    var configuration: FileStamp?
  }

  /// Begins to watch. `usesEvents`: false to look each second even where the system has events.
  package convenience init(_ vault: Vault, usesEvents: Bool = true) throws {
    try self.init(vault, usesEvents: usesEvents, mounts: MountTable())
  }

  init(_ vault: Vault, usesEvents: Bool, mounts: MountTable) throws {
    self.mounts = mounts
    root = vault.location.root
    scanner = vault.scanner
    events = usesEvents ? try? systemFolderEvents().get() : nil
    folders = events.map { WatchedFolders($0, vouches: false) }
    try follow(vault)
  }

  /// Watches the folders that the vault has now. To be called after each change, before the notes are read: folders
  /// may have come, and others be ignored. Throws where the root cannot be read.
  package func follow(_ vault: Vault) throws {
    scanner = vault.scanner
    do {
      try folders?.look(.all, scanner)
      if folders != nil { return }
    } catch is WatchFailure {
      // More folders than the system lets a user watch, or a file system that does not tell of all changes.
      (events, folders) = (nil, nil)
    }
    if last == nil { last = try state() }
  }

  /// True when the system tells of changes; else they are looked for.
  package var hasEvents: Bool { events != nil }

  /// Waits for the first of: a change, the time, something to read at `readable`, `written` no longer being read.
  package func wait(until deadline: Date?, readable: CInt? = nil, written: CInt? = nil) throws -> Wake {
    var firstChange: Date?
    while true {
      let now = Date()
      if let firstChange, now.timeIntervalSince(firstChange) >= Self.longestUnquiet { return .changed }
      if firstChange == nil, let deadline, now >= deadline { return .deadline }
      // With events, since a deadline is of the clock that people see, which may be set, and may have gone on while the
      // machine slept.
      var patience = firstChange == nil ? (hasEvents ? 30 : 1) : Self.quiet
      if firstChange == nil, let deadline { patience = min(patience, deadline.timeIntervalSince(now)) }

      // Those that are not there are passed over by `poll`.
      var polled = [
        pollfd(fd: events?.descriptor ?? -1, events: Int16(POLLIN), revents: 0),
        pollfd(fd: readable ?? -1, events: Int16(POLLIN), revents: 0),
        pollfd(fd: written ?? -1, events: 0, revents: 0),
        mounts.polled,
      ]
      let count = poll(&polled, nfds_t(polled.count), CInt((patience * 1_000).rounded(.up)))
      if count < 0, errno != EINTR { throw WatchError(root: root, cause: .system(errno)) }
      if count > 0, polled[1].revents != 0 { return .readable }
      if count > 0, polled[2].revents & Int16(POLLERR | POLLHUP | POLLNVAL) != 0 { return .closed }
      let isMounted = count > 0 && mounts.isTold(polled[3])
      let isChanged = try isMounted || (hasEvents ? count > 0 && isTold() : isFound())
      if isChanged {
        if firstChange == nil { firstChange = Date() }
      } else if firstChange != nil, count == 0 {
        return .changed
      }
    }
  }

  /// Returns true when the system has told of a change since it was asked last.
  private func isTold() throws -> Bool {
    var changes = FolderChanges()
    do throws(WatchFailure) {
      try events?.read(into: &changes)
    } catch {
      throw WatchError(root: root, cause: error)
    }
    return !changes.isEmpty
  }

  /// Returns true when all names and stamps are not what they were when it was asked last.
  private func isFound() throws -> Bool {
    let state = try state()
    defer { last = state }
    return state != last
  }

  private func state() throws -> State {
    let folders = try scanner.scan().folders
    return State(
      folders: folders.map(\.pathBytes), fingerprints: folders.map(\.fingerprint),
      configuration: FileStamp(at: root + "/" + ConfigurationFile.relativePath, followsLink: false))
  }
}

/// Waiting itself failed.
package struct WatchError: Failure {
  let root: String
  let cause: WatchFailure

  package var kind: FailureKind { .unreadable }
  package var message: Message {
    "\(root): changes cannot be waited for: \(cause); run the command without watching"
  }
}
