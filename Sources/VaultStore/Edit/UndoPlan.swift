import VaultCore
import VaultPlatform

/// Puts together the steps that take an operation back, from what the files hold now.
struct UndoPlan {
  private let tree: VaultTree
  private(set) var steps: [ChangeStep] = []
  private(set) var records: [ChangeRecord] = []
  private var recorded: Set<NotePath> = []
  /// What the steps so far make of the files; nil for one that is gone.
  private var texts: [NotePath: [UInt8]?] = [:]
  /// The folders above those, or once above them.
  private var foldersOfTexts: Set<NotePath> = []
  private var moves = PathMoves()
  /// True when folders that the steps made or removed are there.
  private var folders: [NotePath: Bool] = [:]

  init(_ tree: VaultTree) {
    self.tree = tree
  }

  /// Where somebody else has since changed what it would take back, `conflict` is told, and that file stays as it is,
  /// unless it throws.
  mutating func takeBack(_ entry: JournalEntry, conflict: (UndoConflictError) throws -> Void) throws {
    for step in entry.steps.reversed() {
      do {
        try takeBack(step)
      } catch let error as UndoConflictError {
        try conflict(error)
      }
    }
    if records.isEmpty, let folder = try folderOf(entry) { records = [folder] }
  }

  /// What becomes of the folder that an operation made or removed, and nothing besides.
  private func folderOf(_ entry: JournalEntry) throws -> ChangeRecord? {
    let folders = entry.steps.compactMap { step -> (path: NotePath, isMade: Bool)? in
      switch step.inverse {
      case .makeFolder(let path): (path, true)
      case .removeFolder(let path): (path, false)
      default: nil
      }
    }
    guard let inner = folders.max(by: { $0.path.bytes.count < $1.path.bytes.count }) else { return nil }
    if inner.isMade { return ChangeRecord(.restored, inner.path) }
    return try tree.exists(inner.path) && tree.names(in: inner.path).isEmpty ? ChangeRecord(.deleted, inner.path) : nil
  }

  private mutating func takeBack(_ step: ChangeStep) throws {
    switch step.inverse {
    case .write(let path, let before, let after): try write(path, from: before, to: after)
    case .create(let path, let bytes, let mode):
      guard try current(path) == nil else { throw UndoConflictError(path: path, reason: .exists) }
      remember(bytes, path)
      add(.create(path, bytes, mode: mode), ChangeRecord(.restored, path))
    case .delete(let path, let bytes, let mode):
      guard let now = try current(path) else { return }
      guard now == bytes else { throw UndoConflictError(path: path, reason: .edited, left: bytes, now: now) }
      remember(nil, path)
      // It is to come back as it is, should that be undone.
      let status = try tree.placeIfThere(moves.before(path)).flatMap { try FileImage.status($0) }
      add(
        .delete(path, before: bytes, mode: status.map { UInt32($0.st_mode & 0o777) } ?? mode),
        ChangeRecord(.deleted, path))
    case .move(let path, let target): try move(path, to: target)
    case .makeFolder(let path), .removeFolder(let path):
      // What is in a folder that others made, or filled, stays.
      if case .makeFolder = step.inverse { folders[path] = true } else { folders[path] = false }
      steps.append(step.inverse)
    }
  }

  private mutating func write(_ path: NotePath, from before: [UInt8], to after: [UInt8]) throws {
    guard let now = try current(path) else { throw UndoConflictError(path: path, reason: .missing) }
    guard let restored = now == before ? after : ThreeWayMerge.merge(base: before, ours: after, theirs: now) else {
      throw UndoConflictError(path: path, reason: .changed, left: before, now: now)
    }
    // Lines that come back beside others may make a property one that is there twice, which no reader reads.
    guard now == before || NoteMerge.leavesFrontMatterReadable(restored, base: before, ours: after, theirs: now) else {
      throw UndoConflictError(path: path, reason: .changed, left: before, now: now)
    }
    guard restored != now else { return }
    remember(restored, path)
    add(.write(path, before: now, after: restored), ChangeRecord(.restored, path))
  }

  private mutating func move(_ path: NotePath, to target: NotePath) throws {
    guard try isThere(path) else {
      throw UndoConflictError(path: Trash.holds(path) ? target : path, reason: Trash.holds(path) ? .emptied : .missing)
    }
    guard try !isThere(target) else { throw UndoConflictError(path: target, reason: .exists) }
    let known = foldersOfTexts.contains(path) ? texts.keys.filter { $0 == path || $0.isBelow(path) } : [path]
    for known in known {
      if let text = texts.removeValue(forKey: known) { remember(text, known.moved(from: path, to: target)) }
    }
    for folder in [target, path] { folders[folder] = nil }
    moves.append((path, target))
    let record =
      Trash.holds(target)
      ? ChangeRecord(.deleted, path) : ChangeRecord(.restored, target, from: Trash.holds(path) ? nil : path)
    add(.move(path, to: target), record)
  }

  private func current(_ path: NotePath) throws -> [UInt8]? {
    if let known = texts[path] { return known }
    guard try isThere(path) else { return nil }
    return try tree.placeIfThere(moves.before(path)).flatMap { try FileImage.readIfThere($0)?.bytes }
  }

  /// Returns true when the files have something of that path after the steps so far.
  private func isThere(_ path: NotePath) throws -> Bool {
    if let known = texts[path] { return known != nil }
    if let known = folders[path] { return known }
    let origin = moves.before(path)
    return try moves.after(origin) == path && tree.exists(origin)
  }

  private mutating func remember(_ text: [UInt8]?, _ path: NotePath) {
    texts[path] = .some(text)
    foldersOfTexts.formUnion(path.ancestors)
  }

  private mutating func add(_ step: ChangeStep, _ record: ChangeRecord) {
    steps.append(step)
    if recorded.insert(record.path).inserted { records.append(record) }
  }
}

/// What is to be taken back has been changed by others since. Nothing was changed.
package struct UndoConflictError: Failure {
  package enum Reason: Sendable {
    /// In the same lines as the operation.
    case changed
    /// The operation made the file, and something was written in it since.
    case edited
    case missing, exists, emptied
  }

  package let path: NotePath
  package let reason: Reason
  /// What the operation left there, and what stands there now; nil where it is not the text that is in the way.
  package let text: PlannedChange.Text?

  init(path: NotePath, reason: Reason) { (self.path, self.reason, text) = (path, reason, nil) }

  init(path: NotePath, reason: Reason, left: [UInt8], now: [UInt8]) {
    (self.path, self.reason) = (path, reason)
    text = PlannedChange.Text(from: path, to: path, before: left, after: now)
  }

  package var kind: FailureKind { .changedMeanwhile }
  package var message: Message {
    "\(path): \(words.what), so nothing was undone; \(words.remedy), or leave it as it is with \(option: .keepingChanged)"
  }

  /// Where the file is left alone and the others are not.
  var asNotice: String { "\(path): \(words.what), so it stays as it is" }

  private var words: (what: String, remedy: Message) {
    switch reason {
    case .changed: ("was changed since, in the same lines", "change it back by hand")
    case .edited: ("was edited since it was made", "delete it with \(command: .remove)")
    case .missing: ("is no longer there", "put it back")
    case .exists: ("is there again", "move it away first")
    case .emptied: ("is no longer in the trash", "put it back")
    }
  }
}
