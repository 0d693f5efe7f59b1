import GRDB
import VaultCore

// How an answer comes to reflect the files as they are. Whoever reads notes passes through this file: commands by
// `Vault.read`, `vault index` and the watcher by `IndexKeeper.update`.
//
// The ways, the cheapest first:
//   1. without the notes         the history and the trash are files of their own
//   2. the watcher's word        it knows which state of the index holds what the folders hold, so nobody looks at them
//   3. a look beside the answer  the index is asked while the folders are scanned; most often nothing has changed
//   4. the index brought up to date, then asked once more
//   5. the files themselves      where there can be no index, or it is in use, full or damaged beyond repair
//
// So a question may be asked three times, and only its last answer counts. That is why questions must leave nothing
// behind, and why a reader keeps its notices until it is known that its answer counts.

extension Vault {
  /// Asks `body` of one consistent look at the vault, which reflects the files as they are when it is called.
  ///
  /// `body` may be called more than once: it asks and computes, and leaves printing and changing to its caller. Whatever it
  /// returns or throws counts only the last time.
  package func read<Answer>(
    telling listener: VaultListener = VaultListener(), _ body: (VaultReader) throws -> Answer
  ) throws -> Answer {
    try read(telling: listener, JournalHeads(), body)
  }

  func read<Answer>(
    telling listener: VaultListener, _ journalHeads: JournalHeads, _ body: (VaultReader) throws -> Answer
  ) throws -> Answer {
    try recoverIfNeeded(listener)
    let vault = try dated().withOverlaysOfNotes()
    defer { if let notice = vault.options.dates?.takeNotice() { listener.notice(notice) } }
    let overlaidPipeline = vault.pipeline
    func reader(
      _ scan: PendingScan?, _ open: @escaping ([WordPattern]) throws -> any VaultSnapshot
    ) -> VaultReader {
      VaultReader(vault, progress: listener.progress, journalHeads: journalHeads, scan: scan, open: open)
    }

    // Way 1. The first question that takes the notes ends this try, before anything was looked at.
    let early = LookAttempt(reader(nil) { _ in throw NotesNeededError() }, body)
    // `body` may have caught the error, so the reader is asked.
    if !early.reader.needsNotes { return try early.finish(listener) }

    let scan = PendingScan(scanner, timing: options.timing) { verified in
      if options.noIndex { return nil }
      return options.look?.handOver(verified: verified) ?? watchedState(verified: verified)
    }
    if let keeper = vault.keeper(listener) {
      // A session answers without an index rather than to make it anew in turns with another version.
      keeper.replacesOtherVersions = options.look == nil
      do {
        // The last one asked is the one that counts.
        var asked: (snapshot: IndexSnapshot, index: SearchIndex)?
        var ground: IndexState?
        let attempt = try keeper.withFreshIndex(scan) { db, index in
          let snapshot = IndexSnapshot(
            db, counters: index.counters, steps: index.steps, pipeline: keeper.pipeline, kept: options.kept)
          asked = (snapshot, index)
          let attempt = LookAttempt(
            reader(scan) { patterns in
              if overlaidPipeline.overlays.isEmpty { return snapshot }
              return try OverlaidSnapshot(snapshot, overlaidPipeline, patterns: patterns)
            }, body)
          try snapshot.checkNames()
          if case .failure(let error) = attempt.answer, error.isIndexDamage { throw error }
          if options.look != nil { ground = try IndexState(IndexMetaReader(db)) }
          return attempt
        }
        defer {
          if let (snapshot, index) = asked, options.openIndexes != nil {
            // Its statements would end on this thread while another one has the connection.
            snapshot.end()
            keeper.keepOpen(index)
          }
        }
        let answer = try attempt.finish(listener, scan)
        if let ground { try options.look?.rests(on: ground, scan) }
        // Writing had to wait for the end of the transaction that was read in.
        if let (snapshot, index) = asked, let words = snapshot.newWordList { index.keep(words) }
        return answer
      } catch let error as IndexUseError {
        if let notice = error.notice { listener.notice(notice) }
      } catch is IndexSupersededError {
        // Told by whoever watches.
      }
    }
    return try LookAttempt(
      reader(scan) { patterns in
        try overlaidPipeline.dates?.read()
        return try FileSnapshot(
          scan: scan.wait(), pipeline: overlaidPipeline, patterns: patterns,
          progress: self.listener(ofAll: listener).progress)
      }, body
    ).finish(listener, scan)
  }

  /// Returns nil where no index is wanted, or the environment names no place for one.
  func keeper(_ listener: VaultListener) -> IndexKeeper? {
    do {
      return try keeper(listener, makesInVault: false)
    } catch {
      // Only making one throws.
      return nil
    }
  }

  /// To be asked of a vault that is `dated`, for bringing its index up to date. `makesInVault`: an index inside the vault, too, where
  /// the configuration says so. Throws `IdentityError` then.
  func keeper(_ listener: VaultListener, makesInVault: Bool) throws -> IndexKeeper? {
    guard !options.noIndex, let place = try indexPlace(makes: makesInVault) else { return nil }
    return IndexKeeper(
      place, makesInVault: makesInVault, root: location.root, parsing: parsingFingerprint,
      pipeline: pipeline.withoutOverlays, verifiesDaily: configuration.verification == .daily,
      openIndexes: options.openIndexes, listener: self.listener(ofAll: listener))
  }
}

/// One time that a look's questions were asked. Nothing is told of it until it is known that it counts.
struct LookAttempt<Answer> {
  let reader: VaultReader
  let answer: Result<Answer, any Error>
  /// Files that could not be read, each with the reason, as far as the notes were opened at all.
  private var unread: [(path: NotePath, reason: String)] = []

  init(_ reader: VaultReader, _ body: (VaultReader) throws -> Answer) {
    self.reader = reader
    var answer = reader.timing.measure(.query) { Result { try body(reader) } }
    do {
      unread = try reader.unreadNotes()
    } catch {
      if case .success = answer { answer = .failure(error) }
    }
    self.answer = answer
  }

  /// Tells what is to be told beside the answer, and gives it.
  func finish(_ listener: VaultListener, _ scan: PendingScan? = nil) throws -> Answer {
    for notice in reader.notices { listener.notice(notice) }
    for problem in try scan?.problems() ?? [] where try problem.kind.isTrouble && mayTell(of: problem.path) {
      let place = problem.path.text.isEmpty ? reader.location.root : problem.path.text
      listener.notice(VaultNotice("\(place): \(problem.message)"))
    }
    for (path, reason) in unread {
      // The error says it.
      if case .failure(NoteNameError.unreadable(path, _, _)) = answer { continue }
      listener.notice(VaultNotice("\(path.text): \(reason)"))
    }
    return try answer.get()
  }
}

extension LookAttempt {
  /// Where it could not be told what is hidden, nothing is told.
  private func mayTell(of path: NotePath) throws -> Bool {
    if reader.isOpen || reader.vault.options.visible?.hidesNotes != true { return try reader.isVisible(path) }
    return false
  }
}

/// The notes are out of reach of this try: `Vault.read` opens them and asks again.
private struct NotesNeededError: Error {}

extension VaultReader {
  fileprivate func unreadNotes() throws -> [(path: NotePath, reason: String)] {
    guard needsNotes, isOpen else { return [] }
    return try snapshot.unread().map { path in
      let warning = try snapshot.note(at: path).flatMap {
        try snapshot.records(of: [$0]).first?.warnings.first?.message
      }
      return (path, warning ?? "the file cannot be read")
    }
  }
}

extension ScanProblem.Kind {
  /// True when something that a person would expect to be read was not.
  var isTrouble: Bool {
    switch self {
    case .unreadableFolder, .unreadableNote, .unreadableIgnoreFile, .tooDeep: true
    case .linkOutside, .linkLoop, .brokenLink, .notRegular: false
    }
  }
}

/// The state of an index: which one it is, and what it says of itself.
struct IndexState: Sendable {
  var identity: Int64
  var generation: Int64
  var fingerprint: UInt64
  /// True when an unchanged stamp will prove of every note that the note is unchanged; see `FileStamp.isConclusive`.
  var hasConclusiveStamps: Bool
  /// How many notes could not be read.
  var unread: Int

  init(_ meta: IndexMetaReader) throws {
    identity = Int64(try meta.int(.identity) ?? 0)
    generation = Int64(try meta.int(.generation) ?? 0)
    fingerprint = UInt64(bitPattern: Int64(try meta.int(.fingerprint) ?? 0))
    hasConclusiveStamps = try meta.int(.settled) == 1
    unread = try meta.int(.unread) ?? 0
  }
}

extension IndexKeeper {
  /// Asks `ask` of an index that holds just what the folders hold, in one read transaction each time. Throws
  /// `IndexUseError` where there is no index to be had.
  func withFreshIndex<Answer>(
    _ scan: PendingScan, _ ask: (Database, SearchIndex) throws -> Answer
  ) throws -> Answer {
    try repairingOnce { repairing in
      var index = try pipeline.timing.measure(.open) { try usableIndex(scan, repairing: repairing) }

      // Way 2. Where the index is not in the state that the watcher means, others have written to it, and the watcher is
      // asked once to look into it. A second time would be a race with whoever writes.
      var mayAskWatcher = true
      while let state = scan.vouched {
        if let answer = try index.read({ db in
          try index.holds(state, db, parsing: parsing, pipeline.dates) ? try ask(db, index) : nil
        }) {
          return answer
        }
        guard mayAskWatcher, scan.askWatcherAgain() else { break }
        mayAskWatcher = false
      }

      // Way 3. Asked before the scan ends, compared after it, and in one transaction: a comparison that came first would
      // have to wait for the scan, and one in another transaction might be of another state.
      if let answer = try index.read({ db -> Answer? in
        guard try index.mayBeFresh(db, parsing: parsing, pipeline.dates), try !isVerificationDue(db, at: scan.startedAt)
        else {
          return nil
        }
        let answer = try ask(db, index)
        return try index.isFresh(db, scan.wait(), parsing: parsing, pipeline.dates) ? answer : nil
      }) {
        return answer
      }

      // Way 4. A note that changes from here on does not matter: the answer is about the moment of the scan.
      _ = try bringUpToDate(&index, scan)
      return try index.read { try ask($0, index) }
    }
  }

  /// Brings the index up to date although nobody asks. Returns what it took, and which state of it that is. `verifies`: reads
  /// all notes, whatever their stamps say. Throws `IndexUseError`.
  func update(_ scan: PendingScan, verifies: Bool = false) throws -> (changes: IndexChanges, state: IndexState) {
    try repairingOnce { repairing in
      var index = try usableIndex(scan, repairing: repairing)
      let found = try scan.wait()
      var changes = IndexChanges()
      if let lastBuild {
        changes = lastBuild
      } else if !verifies,
        try index.read({ db in
          try index.isFresh(db, found, parsing: parsing, pipeline.dates) && !isVerificationDue(db, at: scan.startedAt)
        })
      {
        changes.total = found.noteCount
      } else {
        changes = try bringUpToDate(&index, scan, verifies: verifies)
      }
      return (changes, try index.read { try IndexState(IndexMetaReader($0)) })
    }
  }

  /// Indexes what is different, or all notes anew where so much is that this is cheaper, or they have to be read in
  /// another way.
  private func bringUpToDate(
    _ index: inout SearchIndex, _ scan: PendingScan, verifies: Bool = false
  ) throws -> IndexChanges {
    let isReadAlike = try index.parsing() == parsing
    var differing: [NotePath] = []
    if isReadAlike {
      var refresh = try refresh(scan)
      // In a transaction of its own, so that nobody waits to write meanwhile.
      refresh.doubted = try index.read { db in
        try verifies || isVerificationDue(db, at: scan.startedAt) ? refresh.doubtedNotes(db) : nil
      }
      let changes = try index.update(refresh)
      differing = changes.differing
      tell(differing: differing)
      guard changes.wantsRebuild else { return changes }
    }
    let vanished = isReadAlike ? try index.vanishedTasks() : []
    // The file cannot be replaced while it is held.
    index.release()
    var changes = try rebuild(scan, reason: nil, force: true)
    changes.differing = differing
    index = try usableIndex(scan, repairing: false)
    try index.keep(vanishedTasks: vanished)
    return changes
  }
}
