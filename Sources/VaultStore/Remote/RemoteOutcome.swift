import VaultCore

/// How a vault is brought in step with a server of notes.
package struct RemoteOptions: Sendable {
  /// Say what would be done, and change nothing here or there.
  package var dryRun = false
  /// Delete however many notes have been deleted on the other side.
  package var deletesMany = false

  package init() {}
}

/// What a sync with a server has done, or would do, also where it could not go on.
package struct RemoteOutcome: Sendable, Hashable {
  package struct Change: Sendable, Hashable {
    package enum Kind: String, Sendable, CaseIterable {
      case added, modified, deleted
    }

    package var kind: Kind
    package var path: NotePath
  }

  /// A note that stays as it is on both sides.
  package struct Trouble: Sendable, Hashable {
    /// Nil for one that has no place here yet.
    package var path: NotePath?
    package var reason: String
  }

  package var remote = ""
  /// What came in.
  package var received: [Change] = []
  /// What went out.
  package var sent: [Change] = []
  /// Notes that hold the server's version of a note, beside it.
  package var copies: [NotePath] = []
  /// What the server does not take.
  package var refused: [Trouble] = []
  /// What cannot be read or changed here.
  package var leftOut: [Trouble] = []
  /// Notes that the query for what goes out finds no more.
  package var paused: [NotePath] = []
  /// What is odd in the server's list.
  package var oddities: [String] = []
  /// So many notes would have been deleted that nothing was done.
  package var deletions = 0
  /// How many notes here have changes that the server does not have.
  package var waiting = 0
  /// When all was in step, in milliseconds since 1970; nil for never.
  package var synced: Int64?

  package init() {}

  package var isIdle: Bool { received.isEmpty && sent.isEmpty && copies.isEmpty }
}
