import Foundation
import VaultCore
import VaultPlatform

/// The vault's lock, held by whoever changes it, with the journal open and no interrupted operation left.
final class ChangeSession {
  static let lockPath = ".vault/state/lock"
  /// Seconds to wait for other processes that change the same vault.
  static let patience = 30.0

  let journal: Journal
  private let identity: UserIdentity
  private let lock: FileLock

  /// Makes what is missing of the folder `.vault`, and the user's identity in `folders`. `tell` hears of an interrupted
  /// operation that was taken back, and of one that was not, since it is somebody else's.
  init(
    root: String, _ folders: UserFolders, patience: Double = ChangeSession.patience,
    known: JournalHeads = JournalHeads(), cancellation: Cancellation? = nil, tell: (VaultNotice) -> Void
  ) throws {
    let tree = try VaultTree(root: root)
    let isNew = try Self.makeFolders(tree)
    lock = try Self.lock(tree, patience, cancellation)
    identity = try UserIdentity.made(in: folders)
    journal = try Journal(tree, identity, known: known)
    if isNew { try SyncthingIgnore(tree).add().notice.map(tell) }
    try recover(tree, tell)
  }

  private static func lock(_ tree: VaultTree, _ patience: Double, _ cancellation: Cancellation?) throws -> FileLock {
    let path = NotePath(lockPath)
    let place = try tree.place(path)
    do {
      // As the folder allows: others may change the vault as well.
      guard
        let lock = try FileLock.acquire(
          patience, cancellation,
          {
            try FileLock.acquire(
              place.nameText, in: place.folder, path: lockPath, .alone, patience: $0, fileMode: 0o666)
          })
      else { throw LockError() }
      return lock
    } catch let error as FileFailure {
      switch error.code {
      case ELOOP:
        throw ChangeError(path, .refused("is a symbolic link, and nothing is written through it; move it away"))
      case ENXIO: throw ChangeError(path, .notRegular)
      default: throw ChangeError(path, .system("locked", error.code))
      }
    }
  }

  /// True where there was no journal yet.
  private static func makeFolders(_ tree: VaultTree) throws -> Bool {
    var isNew = false
    for name in ["state", "journal"] {
      // Through no link: what is the vault's own lies in it.
      let place = try tree.place(NotePath(".vault/" + name))
      if try place.makeFolder() { isNew = true }
      _ = try tree.folder(place.path.bytes, for: place.path)
    }
    guard isNew else { return false }
    // What the journal is to hold must be found after a power failure.
    let folder = NotePath(".vault")
    try VaultTree.sync(tree.folder(folder.bytes, for: folder), folder)
    try VaultTree.sync(tree.root, folder)
    return true
  }

  struct LockError: Failure {
    var kind: FailureKind { .busy }
    var message: Message {
      "\(ChangeSession.lockPath): another process has been changing the vault for \(Int(ChangeSession.patience)) seconds. Nothing was "
        + "changed; try again when it is done"
    }
  }

  private func recover(_ tree: VaultTree, _ tell: (VaultNotice) -> Void) throws {
    let entry: JournalEntry?
    do { entry = try journal.pending() } catch is Journal.ForeignPending {
      let place = try journal.setForeignAside()
      return tell(
        VaultNotice(
          "\(Journal.pendingPath): was not written here by you, so nothing of it was done; it is \(place) now, to be looked "
            + "at or deleted"))
    }
    guard let entry else { return }
    if try journal.isFinished(entry) { return try journal.abandon() }
    let remarks = try ChangeRollback(tree: tree, entry: entry, identity: identity).run()
    tell(VaultNotice("\"\(entry.head.title)\" was interrupted, and what it had done was taken back"))
    try end(entry, remarks, tell)
  }

  /// An operation has been taken back, with these remarks about what could not be.
  private func end(_ entry: JournalEntry, _ remarks: [String], _ tell: (VaultNotice) -> Void) throws {
    guard !remarks.isEmpty else { return try journal.abandon() }
    for remark in remarks { tell(VaultNotice("\(remark)")) }
    tell(
      VaultNotice(
        "what \"\(entry.head.title)\" was to change, and how it had been, stays in \(try journal.setAside(entry))"))
  }

  /// Does the steps: all of them or, after an error, none. `history`: what the journal says of it afterwards, where more
  /// had been done before. The result is the operation's number in the journal.
  func commit(
    _ steps: [ChangeStep], history: [ChangeStep], title: String, undoes: Int?,
    _ options: ChangeOptions = ChangeOptions(), in tree: VaultTree, now: Date, tell: (VaultNotice) -> Void,
    progress: (Int, Int) -> Void
  ) throws -> Int {
    let sequence = try journal.nextSequence { place in
      tell(VaultNotice("\(place): was in the way of your own changes in the history, and was not written here by you"))
    }
    var head = JournalEntry.Head(
      sequence: sequence, id: Self.newID(), time: JournalEntry.time(now), title: title, undoes: undoes, steps: [])
    (head.request, head.actor) = (options.request, options.actor)
    let entry = JournalEntry(
      head: head, steps: steps, inPlace: try Self.writesInPlace(steps, tree).contains)
    let finished = history == steps ? entry : JournalEntry(head: entry.head, steps: history, inPlace: { _ in false })
    do { try finished.check() } catch {
      throw ChangeError(history.first?.path ?? Journal.path, .refused("stays as it is: the change \(error.reason)"))
    }
    let commit = try ChangeCommit(tree, entry, identity)
    try Interruption.putOff {
      try journal.begin(entry)
      do {
        try commit.run(progress) { try journal.finish(entry, as: finished) }
      } catch let error where !(error is RollbackError) {
        try end(entry, commit.remarks, tell)
        throw error
      }
    }
    do { try journal.sync() } catch {
      tell(VaultNotice("all is done, but a power failure just now might take it back: \(error)"))
    }
    return entry.head.sequence
  }

  /// The steps that are writes and must go to the file itself. Files are looked for where they are before the moves.
  private static func writesInPlace(_ steps: [ChangeStep], _ tree: VaultTree) throws -> Set<Int> {
    var moves = PathMoves()
    var writes: Set<Int> = []
    for (index, step) in steps.enumerated() {
      if case .move(let from, let to) = step { moves.append((from, to)) }
      guard case .write(let path, _, _) = step else { continue }
      if try FileImage.status(tree.place(moves.before(path)))?.needsWritingInPlace == true { writes.insert(index) }
    }
    return writes
  }

  static func newID() -> String {
    String(UInt32.random(in: 0x1000_0000...UInt32.max), radix: 16)
  }
}
