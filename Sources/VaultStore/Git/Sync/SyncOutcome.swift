import VaultCore

/// How a vault is brought in step with its other machines.
package struct SyncOptions: Sendable {
  /// What becomes of notes that both sides changed at the same place.
  package enum Conflicts: String, Sendable, CaseIterable {
    /// Nothing is merged: a person looks first.
    case stop
    /// Ours stays, and theirs lies beside it as a note of its own.
    case copies
    /// Git's merge with marks, which a person finishes.
    case markers
  }

  /// A note that both sides changed at the same place, and what it is to be.
  package struct Settled: Sendable, Hashable {
    package var path: NotePath
    /// The versions that the text was chosen from; of others it says nothing.
    package var sides: SyncOutcome.Sides
    package var text: [UInt8]

    package init(_ path: NotePath, _ sides: SyncOutcome.Sides, _ text: [UInt8]) {
      (self.path, self.sides, self.text) = (path, sides, text)
    }
  }

  package var conflicts = Conflicts.stop
  /// Say what would be done, and change no file and no branch. What others have sent is fetched.
  package var dryRun = false
  package var sends = true
  /// Notes of which a person has chosen the text.
  package var settled: [Settled] = []
  /// True where somebody at a terminal may be asked for a password.
  package var usesTerminal = false

  package init() {}
}

/// What a sync has done, also where it could not go on.
package struct SyncOutcome: Sendable, Hashable {
  /// How far it is from the machine that others fetch from.
  package enum Sending: String, Sendable, CaseIterable {
    /// There is none: all is committed here alone.
    case noUpstream = "no-upstream"
    /// Nothing was to be sent.
    case upToDate = "up-to-date"
    case sent
    /// Committed here and not sent, as asked for or since a conflict is open.
    case waiting
  }

  package struct LeftOut: Sendable, Hashable {
    package enum Reason: String, Sendable, CaseIterable {
      case conflictMarkers = "conflict-markers"
      case tooLarge = "too-large"
      /// Neither a note nor named by one.
      case notNamed = "not-named"
    }

    package var path: NotePath
    package var reason: Reason
  }

  package struct Conflict: Sendable, Hashable {
    package enum Kind: String, Sendable, CaseIterable {
      /// Both changed the same place.
      case edited
      /// Both made a file of that name.
      case added
      /// Deleted here, and changed there.
      case deletedHere = "deleted-here"
      case deletedThere = "deleted-there"
      /// What has to do with its name or its kind.
      case other
    }

    package var path: NotePath
    package var kind: Kind
    /// The versions of a note that both changed at the same place; nil for all else.
    package var sides: Sides?
  }

  /// The versions of a note in a merge, by their objects in git.
  package struct Sides: Sendable, Hashable {
    package var (base, ours, theirs): (String, String, String)

    package init(base: String, ours: String, theirs: String) {
      (self.base, self.ours, self.theirs) = (base, ours, theirs)
    }
  }

  /// The branch, and where it is sent: `main`, `origin/main`.
  package var branch = ""
  package var upstream: String?
  /// Configured, without being the branch's upstream.
  package var remotes: [String] = []
  /// What was committed, by path.
  package var committed: [GitChange] = []
  package var leftOut: [LeftOut] = []
  /// What came over from others.
  package var received: [GitChange] = []
  /// Notes that hold the others' version of a note, beside it.
  package var copies: [NotePath] = []
  package var conflicts: [Conflict] = []
  package var sending = Sending.upToDate
  /// How many commits were sent, or wait.
  package var commits = 0
  /// True where git's merge waits for a person.
  package var isMerging = false

  package init() {}

  /// True where nothing was to be done.
  package var isIdle: Bool {
    committed.isEmpty && received.isEmpty && conflicts.isEmpty && sending != .sent && sending != .waiting
  }
}
