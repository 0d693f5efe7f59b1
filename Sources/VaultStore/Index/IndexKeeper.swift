import Foundation
import GRDB
import VaultCore
import VaultPlatform

/// Opens the index, and builds it where it is missing or cannot be used; how it is brought up to date is in
/// `Freshness.swift`.
///
/// Methods throw `IndexUseError` when there is no index to be had just now; SQLite's own errors become one in
/// `repairingOnce`.
final class IndexKeeper {
  /// The path of the index file.
  var path: String { place.path }
  /// What is told of its place whenever it is used.
  var placeNotice: VaultNotice? { place.notice }
  private let place: IndexPlace
  private let root: String
  /// How notes are read: an index made otherwise is of no use.
  let parsing: String
  let pipeline: NotePipeline
  let listener: VaultListener
  /// True when all notes are to be read once a day.
  let verifiesDaily: Bool
  /// What the last build of a whole index by this value found.
  private(set) var lastBuild: IndexChanges?
  /// True when an index that another version of vault has made is put aside and made anew; else that throws
  /// `IndexSupersededError`.
  var replacesOtherVersions = true
  private weak var lastIndex: SearchIndex?
  /// The file that was opened last: where it turns out to be damaged, it is not to serve again.
  private var lastOpened: FileStamp.Identity?

  /// True when an index that belongs to somebody else is put aside in the vault, since a person asked for one there.
  private let makesInVault: Bool
  /// What a session keeps open; nil outside of sessions.
  private let openIndexes: OpenIndexes?
  /// The index in its folder, once that is opened.
  private var knownFile: IndexFile?

  init(
    _ place: IndexPlace, makesInVault: Bool, root: String, parsing: String, pipeline: NotePipeline,
    verifiesDaily: Bool, openIndexes: OpenIndexes?, listener: VaultListener
  ) {
    self.place = place
    self.makesInVault = makesInVault
    self.root = root
    self.parsing = parsing
    self.pipeline = pipeline
    self.verifiesDaily = verifiesDaily
    self.openIndexes = openIndexes
    self.listener = listener
  }

  /// Runs `body`, and where that meets damage once more, with leave to repair. Throws `IndexUseError` for whatever is
  /// the index's fault, `CancelledError` for whatever a cancelled statement throws, and all else as it comes.
  func repairingOnce<Answer>(_ body: (_ repairing: Bool) throws -> Answer) throws -> Answer {
    do {
      return try repairing(body)
    } catch {
      try pipeline.cancellation?.check()
      throw error
    }
  }

  private func repairing<Answer>(_ body: (_ repairing: Bool) throws -> Answer) throws -> Answer {
    do {
      do {
        return try body(false)
      } catch let error where error.isIndexDamage {
        try pipeline.cancellation?.check()
        // Whoever asked of it may still hold it, and it cannot be replaced while it is held.
        lastIndex?.release()
        return try body(true)
      }
    } catch let error as DatabaseError {
      throw IndexUseError(path: path, error)
    } catch is RowDecodingError {
      throw IndexUseError(path: path, cause: .broken("it holds values of the wrong kind"))
    } catch let error as FileFailure {
      throw IndexUseError(error)
    }
  }

  /// The index, built where it is missing and put aside where it cannot be used.
  func usableIndex(_ scan: PendingScan, repairing: Bool) throws -> SearchIndex {
    if let notice = placeNotice { listener.notice(notice) }
    let file = try file()
    let shared = try lock(.shared)
    var problem: IndexProblem?
    switch repairing ? .unusable(.damaged) : try opened(shared) {
    case .opened(let index):
      lastOpened = file.identity
      lastIndex = index
      scan.settleKey(index.key)
      return index
    case .missing: break
    case .unusable(let reason): problem = reason
    }
    shared.release()
    _ = try rebuild(scan, reason: problem, force: false)
    guard case .opened(let index) = try opened(lock(.shared)) else {
      throw IndexUseError(path: path, cause: .broken("it was taken away meanwhile"))
    }
    lastIndex = index
    return index
  }

  /// Builds the index anew and puts it in the old one's place; `reason` says why the old one is put aside. Without
  /// `force`, an index that another process has built meanwhile serves. `continues`: whether a build that was killed may go
  /// on.
  func rebuild(
    _ scan: PendingScan, reason: IndexProblem?, force: Bool, continues: Bool = true
  ) throws -> IndexChanges {
    let file = try file()
    let lock = try lock(.alone)
    defer { lock.release() }
    if !force, try isServedMeanwhile() { return IndexChanges() }
    if !replacesOtherVersions, try reason == .otherVersion || isOfOtherVersion() { throw IndexSupersededError() }
    if let reason = try reason ?? strangeness() {
      if place.seal != nil, !reason.isOurs, reason != .notMadeHere || !makesInVault {
        throw IndexUseError(path: path, cause: .foreign(reason))
      }
      let aside = try SearchIndex.moveAside(file, isOurs: reason.isOurs)
      listener.notice(VaultNotice("the index \(path) \(reason); it was moved to \(aside) and is built anew"))
    }
    let build = IndexBuild(file: file, root: root, parsing: parsing, seal: place.seal)
    var changes = try build.run(refresh(scan), continues: continues)
    // The build knows nothing of what was there before.
    changes.notes = .many
    lastBuild = changes
    return changes
  }

  /// What is in the index's place; damage is told as `unreadable`.
  private func opened(_ lock: FileLock? = nil) throws -> SearchIndex.OpenResult {
    let file = try file()
    if place.seal == nil, let lock, let index = openIndexes?.take(file) {
      index.serve(lock, pipeline.cancellation)
      return .opened(index)
    }
    var mark = (key: IndexMeta.root, value: root)
    if let seal = place.seal {
      guard let number = seal.number(vouchedFor: file) else {
        return problem(file).map { .unusable($0) } ?? .missing
      }
      // A vault that was moved keeps the index inside it.
      mark = (.identity, number)
    }
    do {
      return try SearchIndex.open(
        file, isInVault: place.seal != nil, mark, lock: lock, cancellation: lock == nil ? nil : pipeline.cancellation)
    } catch let error where error.isIndexDamage {
      return .unusable(.unreadable)
    }
  }

  /// What lies inside the vault in place of an index that the seal vouches for; nil where nothing does.
  private func problem(_ file: IndexFile) -> IndexProblem? {
    guard file.exists else {
      return ["-journal", "-wal"].contains { file.beside($0).exists } ? .notMadeHere : nil
    }
    // The number at this place of SQLite's header says whose file it is.
    let number = withUnsafeBytes(of: IndexSchema.applicationID.bigEndian, Array.init)
    guard let header = file.beginning(72), header.count == 72 else { return .foreign }
    return Array(header[68...]) == number ? .notMadeHere : .foreign
  }

  /// Keeps an index open that answered well, for the next question; the caller uses it no more.
  func keepOpen(_ index: SearchIndex) {
    guard place.seal == nil, let openIndexes, let stamp = index.stamp else { return }
    index.rest()
    openIndexes.keep(index, stamp)
  }

  private func isServedMeanwhile() throws -> Bool {
    if let lastOpened, try file().identity == lastOpened { return false }
    guard case .opened(let index) = try opened() else { return false }
    do {
      return try index.parsing() == parsing
    } catch let error where error.isIndexDamage {
      return false
    }
  }

  /// What the fingerprints of the index are made with; nil where there is none that can be used.
  func key() -> KeyedHash? {
    do {
      guard case .opened(let index) = try opened(lock(.shared)) else { return nil }
      defer { index.release() }
      return index.key
    } catch {
      // Whoever uses it next says what is wrong with it.
      return nil
    }
  }

  func isOfOtherVersion() throws -> Bool {
    if case .unusable(.otherVersion) = try opened() { true } else { false }
  }

  /// What is wrong with the file in the index's place, where it may be anyone's.
  private func strangeness() throws -> IndexProblem? {
    guard case .unusable(let problem) = try opened(), !problem.isOurs else { return nil }
    return problem
  }

  func refresh(_ scan: PendingScan) throws -> IndexRefresh {
    let found = try scan.wait()
    // Before anything is written, since nobody else can write meanwhile.
    try pipeline.dates?.read()
    if let notice = pipeline.dates?.takeNotice() { listener.notice(notice) }
    return IndexRefresh(scan: found, checkedAt: scan.startedAt, pipeline: pipeline, progress: listener.progress)
  }

  /// The index in its folder, which is made where it may be. Throws `IndexUseError` where nothing can be written in it.
  @discardableResult
  func file() throws(IndexUseError) -> IndexFile {
    if let knownFile { return knownFile }
    // SQLite, and what it is used by, would fail in ways of their own.
    do { try ProcessLimits.checkRoom(forFiles: 8) } catch {
      throw IndexUseError(FileFailure(path: path, code: error.code))
    }
    do throws(FileFailure) {
      let file = try place.file()
      guard file.isFolderWritable else { throw FileFailure(path: path, code: EACCES) }
      knownFile = file
      return file
    } catch {
      throw IndexUseError(
        path: path, cause: error.sharing.map { .sharedFolder($0) } ?? .noPlace, systemCode: error.code)
    }
  }

  /// False, too, where that cannot be told.
  var exists: Bool {
    if case .vault(let file, _) = place.kind { file.exists } else { status(of: path) != nil }
  }

  /// True when another process holds the index alone, to put a new one in its place.
  var isBeingMade: Bool {
    do {
      return try file().beside(".lock").lock(.shared, patience: 0) == nil
    } catch {
      // Whoever makes it tells why it cannot be.
      return false
    }
  }

  /// Looks all through the file for damage. Nil when all is well. Throws `ShortageError` where a limit does not let it.
  func damage() throws -> String? {
    func check(_ error: IndexUseError) throws {
      guard let code = error.systemCode, code == EFBIG || SystemFailure(code: code).isShortage else { return }
      throw ShortageError("the index cannot be looked at", .system(code))
    }
    do {
      switch try opened() {
      case .opened(let index): return try index.damage()
      case .missing: return "there is none"
      case .unusable(let problem): return "it \(problem)"
      }
    } catch let error as DatabaseError {
      // SQLite does not say why it cannot open a file.
      do { try ProcessLimits.checkRoom(forFiles: 4) } catch {
        throw ShortageError("the index cannot be looked at", .system(error.code))
      }
      try check(IndexUseError(path: path, error))
      return error.reason
    } catch let error as IndexUseError {
      try check(error)
      if case .noPlace = error.cause { return "there is none" }
      return IndexPlaceError(error: error).message.text
    }
  }

  private func lock(_ mode: FileLock.Mode) throws -> FileLock {
    let file = try file().beside(".lock")
    let lock = try FileLock.acquire(SearchIndex.patience, pipeline.cancellation) { try file.lock(mode, patience: $0) }
    guard let lock else { throw IndexUseError(path: path, cause: .busy) }
    return lock
  }
}
