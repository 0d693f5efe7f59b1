import Foundation
import GRDB
import Synchronization
import VaultCore

extension Vault {
  /// Answers from the notes as they are now: from the index, brought up to date first, or from the files where there
  /// can be no index. `patterns` are the words that will be asked about.
  func withSnapshot<Answer>(
    patterns: [WordPattern] = [], _ body: (any VaultSnapshot) throws -> Answer
  ) throws -> Answer {
    let pending = PendingScan(self)
    if options.noIndex { return try answerFromFiles(pending.wait(), patterns, body) }
    for attempt in 0..<3 {
      do {
        if let answer = try answerFromIndex(pending, repairing: attempt > 0, body) { return answer }
        break
      } catch let error as DatabaseError where error.isDamage && attempt < 2 {
        continue
      } catch let error as DatabaseError {
        notice(VaultNotice("the index \(indexPath) cannot be used (\(error.message ?? "\(error.resultCode)")); answering from the files"))
        break
      } catch let error as IndexFileError {
        notice(VaultNotice("the index cannot be written (\(error)); answering from the files"))
        break
      }
    }
    return try answerFromFiles(pending.wait(), patterns, body)
  }

  private func answerFromFiles<Answer>(
    _ scan: ScanResult, _ patterns: [WordPattern], _ body: (any VaultSnapshot) throws -> Answer
  ) throws -> Answer {
    report(scan.problems)
    let snapshot = try FileSnapshot(scan: scan, pipeline: pipeline, patterns: patterns, progress: progress)
    report(unread: try snapshot.unread())
    return try body(snapshot)
  }

  /// Nil when there is no index to be had, be it for lack of a place or because another process keeps it busy.
  private func answerFromIndex<Answer>(
    _ pending: PendingScan, repairing: Bool, _ body: (any VaultSnapshot) throws -> Answer
  ) throws -> Answer? {
    guard var index = try usableIndex(pending, repairing: repairing) else { return nil }
    let scan = pending.wait()
    let parsing = parsingFingerprint
    // A change between the check and the refresh shows in the next look at the fingerprint; two rounds suffice, as
    // the scan is the same.
    for round in 0..<2 {
      let current = index
      if let answer = try current.read({ db -> Answer? in
        guard try current.isFresh(db, scan, parsing: parsing) || round == 1 else { return nil }
        let snapshot = IndexSnapshot(db, counters: current.counters)
        report(scan.problems)
        report(unread: try snapshot.unread())
        return try body(snapshot)
      }) {
        return answer
      }
      var mustRebuild = try index.parsing() != parsing
      if !mustRebuild {
        guard let changes = try refresh(index, scan, pending.startedAt) else { return nil }
        mustRebuild = changes.wantsRebuild
      }
      if mustRebuild {
        index.release()
        guard try rebuildIndex(scan, pending.startedAt, reason: nil) != nil else { return nil }
        guard let rebuilt = try usableIndex(pending, repairing: false) else { return nil }
        index = rebuilt
      }
    }
    return nil
  }

  /// The index, built where it is missing and put aside where it cannot be used.
  func usableIndex(_ pending: PendingScan, repairing: Bool) throws -> SearchIndex? {
    let lockPath = indexPath + ".lock"
    guard prepareIndexFolder() else { return nil }
    guard let shared = IndexLock.acquire(lockPath, .shared, patience: SearchIndex.patience) else {
      notice(VaultNotice("the index is busy with another process; answering from the files"))
      return nil
    }
    var problem: String?
    if repairing {
      problem = "is damaged"
    } else {
      do {
        switch try SearchIndex.open(indexPath, lock: shared) {
        case .opened(let index): return index
        case .missing: break
        case .unusable(let reason): problem = reason
        }
      } catch let error as DatabaseError where error.isDamage {
        problem = "is damaged"
      }
    }
    shared.release()
    guard try rebuildIndex(pending.wait(), pending.startedAt, reason: problem, verify: repairing) != nil else { return nil }
    guard let again = IndexLock.acquire(lockPath, .shared, patience: SearchIndex.patience),
      case .opened(let index) = try SearchIndex.open(indexPath, lock: again)
    else { return nil }
    return index
  }

  /// Builds the index anew. Nil when another process keeps the old one busy. Where another process has built it in
  /// the meantime, that one serves.
  func rebuildIndex(
    _ scan: ScanResult, _ checkedAt: Int64, reason: String?, verify: Bool = false, force: Bool = false
  ) throws -> IndexChanges? {
    guard let lock = IndexLock.acquire(indexPath + ".lock", .alone, patience: SearchIndex.patience) else {
      notice(VaultNotice("the index is busy with another process; answering from the files"))
      return nil
    }
    defer { lock.release() }
    if !force, try isServedMeanwhile(verify: verify) { return IndexChanges() }
    if let reason {
      let aside = try SearchIndex.moveAside(indexPath)
      notice(VaultNotice("the index \(indexPath) \(reason); it was moved to \(aside) and is built anew"))
    }
    let refresh = IndexRefresh(scan: scan, checkedAt: checkedAt, pipeline: pipeline, progress: progress)
    let changes = try SearchIndex.build(
      at: indexPath, root: location.root, parsing: parsingFingerprint, refresh: refresh)
    lastBuild = changes
    return changes
  }

  private func isServedMeanwhile(verify: Bool) throws -> Bool {
    do {
      guard case .opened(let index) = try SearchIndex.open(indexPath, lock: nil) else { return false }
      if verify, try index.damage() != nil { return false }
      return try index.parsing() == parsingFingerprint
    } catch let error as DatabaseError where error.isDamage {
      return false
    }
  }

  /// Brings the index up to date. Nil when another process keeps it busy or it cannot be written.
  func refresh(_ index: SearchIndex, _ scan: ScanResult, _ checkedAt: Int64) throws -> IndexChanges? {
    let refresh = IndexRefresh(scan: scan, checkedAt: checkedAt, pipeline: pipeline, progress: progress)
    do {
      return try index.queue.inDatabase { db in
        var changes = IndexChanges()
        try db.inTransaction(.immediate) {
          let writer = try IndexWriter(db)
          changes = try refresh.run(db, writer: writer)
          return .commit
        }
        return changes
      }
    } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY || error.resultCode == .SQLITE_LOCKED {
      notice(VaultNotice("the index is busy with another process; answering from the files"))
      return nil
    } catch let error as DatabaseError
      where error.resultCode == .SQLITE_READONLY || error.resultCode == .SQLITE_FULL || error.resultCode == .SQLITE_IOERR
    {
      notice(VaultNotice("the index \(indexPath) cannot be written (\(error.message ?? "\(error.resultCode)")); answering from the files"))
      return nil
    }
  }

  /// Where the index is.
  package var indexPath: String {
    if let path = configuration.index, !path.isEmpty {
      return path.hasPrefix("/") ? path : location.root + "/" + path
    }
    return location.cacheFolder + "/index.sqlite"
  }

  /// Makes the folder for the index. False where that cannot be: then there is no index.
  func prepareIndexFolder() -> Bool {
    let folder = (indexPath as NSString).deletingLastPathComponent
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    } catch {
      return false
    }
    return access(folder, W_OK) == 0
  }

  private func report(_ problems: [ScanProblem]) {
    for problem in problems where problem.kind.isTrouble {
      let place = problem.path.text.isEmpty ? location.root : problem.path.text
      notice(VaultNotice("\(place): \(problem.message)"))
    }
  }

  private func report(unread: [NotePath]) {
    for path in unread { notice(VaultNotice("\(path.text): the file cannot be read; its text is not searched")) }
  }
}

extension SearchIndex {
  /// Runs `body` on one state of the database.
  func read<Answer>(_ body: (Database) throws -> Answer) throws -> Answer {
    try queue.inDatabase { db in
      var answer: Answer?
      try db.inTransaction(.deferred) {
        answer = try body(db)
        return .commit
      }
      guard let answer else { throw DatabaseError(message: "no answer") }
      return answer
    }
  }

  func parsing() throws -> String? {
    try queue.inDatabase { try IndexMetaReader($0).text(.parsing) }
  }
}

extension DatabaseError {
  /// Whether the file itself is at fault, so that building it anew helps.
  var isDamage: Bool {
    resultCode == .SQLITE_CORRUPT || resultCode == .SQLITE_NOTADB
      || resultCode == .SQLITE_ERROR && (message?.contains("no such") ?? false)
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

/// A scan that runs while the index is being opened.
final class PendingScan {
  /// When it began, in nanoseconds since 1970.
  let startedAt: Int64
  private let result = ScanResultBox()
  private let done = DispatchSemaphore(value: 0)
  private var finished: ScanResult?

  init(_ vault: Vault) {
    startedAt = Self.now()
    let scanner = vault.scanner
    let result = result
    let done = done
    let thread = Thread {
      result.value.withLock { $0 = scanner.scan() }
      done.signal()
    }
    thread.start()
  }

  func wait() -> ScanResult {
    if let finished { return finished }
    done.wait()
    let scan = result.value.withLock { $0 } ?? ScanResult(folders: [], problems: [])
    finished = scan
    return scan
  }

  private static func now() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}

private final class ScanResultBox: Sendable {
  let value = Mutex<ScanResult?>(nil)
}
