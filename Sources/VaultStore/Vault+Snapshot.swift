import VaultCore

extension Vault {
  /// Answers from the notes as they are now: from the index, brought up to date first, or from the files where there
  /// can be no index. `patterns` are the words that will be asked about.
  func withSnapshot<Answer>(
    patterns: [WordPattern] = [], _ body: (any VaultSnapshot) throws -> Answer
  ) throws -> Answer {
    if let heldSnapshot { return try body(heldSnapshot) }
    try recoverIfNeeded()
    let pending = PendingScan(scanner, timing: options.timing) { [self] in
      options.noIndex ? nil : watchedState(verified: $0)
    }
    if let keeper = keeper() {
      do {
        var learned: (index: SearchIndex, words: WordList)?
        let answer = try keeper.repairingOnce { repairing in
          try keeper.withFreshIndex(pending, repairing: repairing) { db, index in
            let snapshot = IndexSnapshot(db, counters: index.counters, pipeline: pipeline)
            let answer = options.timing.measure(.query) { Result { try body(snapshot) } }
            try snapshot.checkNames()
            if case .failure(let error) = answer, error.isIndexDamage { throw error }
            return {
              try self.tellTroubles(snapshot, pending, of: answer)
              learned = snapshot.newWordList.map { (index, $0) }
              return try answer.get()
            }
          }
        }
        if let learned { learned.index.keep(learned.words) }
        return answer
      } catch let error as IndexUseError {
        if let told = error.notice { notice(told) }
      }
    }
    let snapshot = try options.timing.measure(.query) {
      try FileSnapshot(scan: pending.wait(), pipeline: pipeline, patterns: patterns, progress: progress)
    }
    let answer = options.timing.measure(.query) { Result { try body(snapshot) } }
    try tellTroubles(snapshot, pending, of: answer)
    return try answer.get()
  }

  /// Answers all that `body` asks from one snapshot, whatever becomes of the files meanwhile.
  func holding<Answer>(_ snapshot: any VaultSnapshot, _ body: () throws -> Answer) rethrows -> Answer {
    let before = heldSnapshot
    heldSnapshot = snapshot
    defer { heldSnapshot = before }
    return try body()
  }

  func tellTroubles<Answer>(
    _ snapshot: any VaultSnapshot, _ pending: PendingScan, of answer: Result<Answer, any Error>
  ) throws {
    symbolicLinks = try pending.links()
    var unread = try snapshot.unread()
    // The error says it.
    if case .failure(NoteNameError.unreadable(let path, _)) = answer { unread.removeAll { $0 == path } }
    for problem in try pending.problems() where problem.kind.isTrouble {
      let place = problem.path.text.isEmpty ? location.root : problem.path.text
      notice(VaultNotice("\(place): \(problem.message)"))
    }
    for path in unread {
      let reason = try snapshot.note(at: path).flatMap { try snapshot.records(of: [$0]).first?.warnings.first?.message }
      notice(VaultNotice("\(path.text): \(reason ?? "the file cannot be read")"))
    }
  }

  /// Nil where no index is wanted, or the environment names no place for one.
  func keeper() -> IndexKeeper? {
    guard !options.noIndex, let path = indexPath else { return nil }
    return IndexKeeper(
      path: path, isConfigured: configuration.indexPath.map(ConfiguredIndexPath.isSafe) ?? false, root: location.root,
      parsing: parsingFingerprint, pipeline: pipeline, notice: notice, progress: progress)
  }

  /// Where the index is or would be; nil where the environment names no place for caches.
  package var indexPath: String? {
    if let path = configuration.indexPath, ConfiguredIndexPath.isSafe(path) {
      return path.hasPrefix("/") ? path : location.root + "/" + path
    }
    return location.cacheFolder(environment: environment.variables).map { $0 + "/index.sqlite" }
  }
}

extension ScanProblem.Kind {
  /// Whether something that a person would expect to be read was not.
  var isTrouble: Bool {
    switch self {
    case .unreadableFolder, .unreadableNote, .unreadableIgnoreFile, .tooDeep: true
    case .linkOutside, .linkLoop, .brokenLink, .notRegular: false
    }
  }
}
