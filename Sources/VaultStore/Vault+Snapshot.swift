import GRDB
import VaultCore

extension Vault {
  /// Answers from the notes as they are now: from the index, brought up to date first, or from the files where there
  /// can be no index. `patterns` are the words that will be asked about.
  func withSnapshot<Answer>(
    patterns: [WordPattern] = [], _ body: (any VaultSnapshot) throws -> Answer
  ) throws -> Answer {
    if let heldSnapshot { return try body(heldSnapshot) }
    let pending = PendingScan(scanner)
    if let keeper = keeper() {
      for attempt in 0..<2 {
        do {
          let answer = try keeper.withFreshIndex(pending, repairing: attempt > 0) { db, index in
            try respond(IndexSnapshot(db, counters: index.counters), pending, body)
          }
          if let answer { return answer }
          break
        } catch let error as DatabaseError where error.isDamage && attempt == 0 {
          continue
        } catch let error as DatabaseError {
          notice(
            VaultNotice(
              "the index \(keeper.path) cannot be used (\(error.message ?? "\(error.resultCode)")); answering from the files"))
          break
        } catch let error as IndexFileError {
          notice(VaultNotice("the index cannot be written (\(error)); answering from the files"))
          break
        }
      }
    }
    let snapshot = try FileSnapshot(scan: pending.wait(), pipeline: pipeline, patterns: patterns, progress: progress)
    return try respond(snapshot, pending, body)
  }

  /// Answers all that `body` asks from one snapshot, whatever becomes of the files meanwhile.
  func holding<Answer>(_ snapshot: any VaultSnapshot, _ body: () throws -> Answer) rethrows -> Answer {
    let before = heldSnapshot
    heldSnapshot = snapshot
    defer { heldSnapshot = before }
    return try body()
  }

  private func respond<Answer>(
    _ snapshot: any VaultSnapshot, _ pending: PendingScan, _ body: (any VaultSnapshot) throws -> Answer
  ) throws -> Answer {
    for problem in try pending.wait().problems where problem.kind.isTrouble {
      let place = problem.path.text.isEmpty ? location.root : problem.path.text
      notice(VaultNotice("\(place): \(problem.message)"))
    }
    for path in try snapshot.unread() {
      notice(VaultNotice("\(path.text): the file cannot be read; its text is not searched"))
    }
    return try body(snapshot)
  }

  /// Nil where no index is wanted, or the environment names no place for one.
  func keeper() -> IndexKeeper? {
    guard !options.noIndex, let path = indexPath else { return nil }
    return IndexKeeper(
      path: path, root: location.root, parsing: parsingFingerprint, pipeline: pipeline, notice: notice,
      progress: progress)
  }

  /// Where the index is or would be; nil where the environment names no place for caches.
  package var indexPath: String? {
    if let path = configuration.indexPath, !path.isEmpty {
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
