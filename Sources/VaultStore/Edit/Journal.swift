import VaultCore
import VaultPlatform

/// The operations that changed the vault, each with what it takes to take it back: `.vault/journal/`.
///
/// An operation is written as `pending`, and synced, before the first file changes; once all is done it becomes
/// `00000042.done`. A `pending` that nobody works on is an operation that was interrupted. Used under the vault's lock.
final class Journal {
  static let path = NotePath(".vault/journal")
  static let pendingPath = ".vault/journal/pending"

  /// What is kept: changes, with their undos and redos, and bytes in all.
  static let maximumEntries = 1_000
  static let maximumBytes = 256 << 20
  /// In bytes, of one entry: more are neither written nor read.
  private static let longestEntry = 1 << 30
  /// In bytes, of what an entry tells without its texts: some hundred for each file.
  private static let longestHead = 64 << 20

  private let folder: OwnedDescriptor
  private let owner: JournalOwner
  private let known: JournalHeads

  /// The folder must be there. Entries count as this user's that `identity` has sealed.
  init(_ tree: VaultTree, _ identity: UserIdentity?, known: JournalHeads = JournalHeads()) throws {
    self.known = known
    folder = try tree.folder(Self.path.bytes, for: Self.path)
    let home = try FileImage.status(of: folder.number, Self.path).identity.inode
    owner = JournalOwner(identity: identity, home: home)
  }

  private func place(_ name: String) -> VaultTree.Place {
    VaultTree.Place(folder: folder, name: name.utf8, path: NotePath(Self.path.text + "/" + name))
  }

  static func path(_ sequence: Int) -> NotePath { NotePath(path.text + "/" + name(sequence)) }

  private static func name(_ sequence: Int) -> String {
    let digits = String(sequence)
    return String(repeating: "0", count: max(0, 8 - digits.count)) + digits + ".done"
  }

  // MARK: The operation at hand

  /// A file named as an interrupted operation that this user did not write here.
  struct ForeignPending: Error {}

  /// Returns nil when none was interrupted. Throws `ForeignPending` for what must not be carried out.
  func pending() throws -> JournalEntry? {
    let pending = place("pending")
    do {
      let entry = try read(pending) { file, status in
        guard try !head(file, status, pending).isForeign else { throw ForeignPending() }
        return try self.entry(file, status, pending)
      }
      guard !entry.head.isForeign else { throw ForeignPending() }
      // What has come back since another got its number, or later ones were done: an entry of the history was renamed.
      let isTaken = try VaultTree.kind(place(Self.name(entry.head.sequence))) != nil
      let isOld = try sequences().contains { try $0 > entry.head.sequence && isOwn($0) }
      guard try !(isTaken || isOld) || isFinished(entry) else { throw ForeignPending() }
      return entry
    } catch let error as ChangeError {
      switch error.cause {
      case .missing: return nil
      case .folder, .notRegular, .throughLink, .system(_, EACCES): throw ForeignPending()
      default: throw error
      }
    } catch let error as JournalEntry.Unreadable {
      if error.isForeign { throw ForeignPending() }
      throw ChangeError(
        NotePath(Self.pendingPath),
        .refused("\(error.reason). Nothing is changed while it is there; look at it, then move it away"))
    }
  }

  /// Returns true for one that was just getting its name in the history, by a second one, or is told there with more: all
  /// was done.
  func isFinished(_ entry: JournalEntry) throws -> Bool {
    let done = place(Self.name(entry.head.sequence))
    if FileSwap.isSame(place("pending"), done) { return true }
    do {
      let head = try read(done) { try self.head($0, $1, done) }
      return !head.isForeign && head.id == entry.head.id
    } catch is JournalEntry.Unreadable {
      return false
    } catch let error as ChangeError {
      try ShortageError.check("a change was interrupted and cannot be taken back", error)
      return false
    }
  }

  /// Writes the operation down, safely.
  func begin(_ entry: JournalEntry) throws {
    try write(entry, as: "pending")
    // Nothing has begun where this fails.
    try TemporaryFile.removingOnError(place("pending")) { try VaultTree.sync(folder, Self.path) }
  }

  private func write(_ entry: JournalEntry, as name: String) throws {
    guard let identity = owner.identity else { throw IdentityError.noPlace }
    let new = place("new")
    if try VaultTree.kind(new) == S_IFDIR { _ = try move("new", to: "new", "foreign") }
    TemporaryFile.remove(new)
    let file = try TemporaryFile.write([], to: new, replacing: nil, mode: 0o600)
    try TemporaryFile.removingOnError(new) {
      let isShared = try !JournalOwner.isPrivate(FileImage.status(of: file.number, new.path))
      let bytes = try entry.encoded(identity, home: owner.home, isShared: isShared)
      guard bytes.count <= Self.longestEntry else {
        throw ChangeError(
          entry.steps.first?.path ?? Self.path,
          .refused("stays as it is: the change is too large to be taken back; make it in several parts"))
      }
      try TemporaryFile.write(bytes, to: file.number, at: 0, new.path)
      try TemporaryFile.sync(file.number, new.path)
      try FileSwap.move(new, to: place(name))
    }
  }

  /// All is done: from now on it is history, told as `finished`, an entry of the same name. After an error it is not.
  func finish(_ entry: JournalEntry, as finished: JournalEntry) throws {
    let name = Self.name(entry.head.sequence)
    if finished.steps == entry.steps { return try FileSwap.move(place("pending"), to: place(name)) }
    try write(finished, as: name)
    // One that stays is known by its name, and goes with the next operation.
    TemporaryFile.remove(place("pending"))
  }

  /// So that a power failure does not make it pending again.
  func sync() throws { try VaultTree.sync(folder, Self.path) }

  /// Nothing of it is left in the files.
  func abandon() throws {
    let pending = place("pending")
    try ChangeError.check(unlinkat(folder.number, pending.name, 0) == 0 || errno == ENOENT, pending.path, "removed")
    try VaultTree.sync(folder, Self.path)
  }

  /// It was taken back, but not everything could be as before: what it had held stays for a person to look at. The
  /// result is where.
  func setAside(_ entry: JournalEntry) throws -> NotePath {
    try move("pending", to: "\(entry.head.sequence)", "interrupted")
  }

  /// Lets a foreign `pending` be in nobody's way, and out of it what it holds. The result is where it is.
  func setForeignAside() throws -> NotePath { try move("pending", to: "pending", "foreign") }

  /// With a number behind the name where it is taken.
  private func move(_ name: String, to stem: String, _ ending: String) throws -> NotePath {
    var number = 1
    while true {
      let target = place("\(stem)\(number == 1 ? "" : "-\(number)").\(ending)")
      do {
        try FileSwap.move(place(name), to: target)
        try VaultTree.sync(folder, Self.path)
        return target.path
      } catch let error as ChangeError where error.cause == .exists {
        number += 1
      }
    }
  }

  // MARK: History

  private static let largestSequence = 1 << 50

  /// The sequence numbers of what was done, ascending.
  func sequences() throws -> [Int] {
    try FolderNames.read(folder, Self.path).compactMap { name in
      guard let sequence = Int(name.prefix { $0 != "." }), 1...Self.largestSequence ~= sequence,
        Self.name(sequence) == name
      else { return nil }
      return sequence
    }.sorted()
  }

  /// False, too, for what cannot be read.
  private func isOwn(_ sequence: Int) throws -> Bool {
    let place = place(Self.name(sequence))
    do {
      return try !read(place) { try head($0, $1, place) }.isForeign
    } catch is JournalEntry.Unreadable {
      return false
    } catch let error as ChangeError {
      try ShortageError.check("the history cannot be read", error)
      return false
    }
  }

  /// `tell` hears of a foreign entry that left no number above its own, and was set aside.
  func nextSequence(_ tell: (NotePath) -> Void) throws -> Int {
    while let last = try sequences().last {
      guard try last >= Self.largestSequence / 2 && !isOwn(last) else { return last + 1 }
      tell(try move(Self.name(last), to: String(last), "foreign"))
    }
    return 1
  }

  /// Newest first. One that cannot be read is left out, and told.
  func heads(unreadable: (String) -> Void) throws -> [JournalEntry.Head] {
    var hidden = 0
    let heads: [JournalEntry.Head] = try sequences().reversed().compactMap { sequence in
      let place = place(Self.name(sequence))
      do {
        return try known.head(sequence, place) {
          let head = try read(place) { try self.head($0, $1, place) }
          guard head.sequence == sequence else { throw JournalEntry.Unreadable(reason: "has the number of another") }
          return head
        }
      } catch let error as JournalEntry.Unreadable {
        unreadable("\(place.path) \(error.reason), and cannot be undone")
      } catch let error as ChangeError where error.cause == .missing {
        // Another process has removed it since the folder was read.
      } catch let error as ChangeError where error.systemCode == EACCES {
        hidden += 1
      } catch {
        try ShortageError.check("the history cannot be read", error)
        unreadable("\((error as? ChangeError)?.messageAmongOthers.description ?? "\(error)")")
      }
      return nil
    }
    if hidden > 0 {
      let changes = hidden == 1 ? "1 change cannot be read, and is" : "\(hidden) changes cannot be read, and are"
      unreadable("\(Self.path): \(changes) not shown: another user keeps others from it")
    }
    return heads
  }

  private func read<Answer>(_ place: VaultTree.Place, _ body: (CInt, stat) throws -> Answer) throws -> Answer {
    let file = place.open()
    guard file >= 0 else {
      let code = errno
      throw ChangeError(
        place.path,
        code == ENOENT
          ? .missing : code == ENXIO ? .notRegular : code == ELOOP ? .throughLink : .system("read", code))
    }
    defer { close(file) }
    let status = try FileImage.status(of: file, place.path)
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw ChangeError(place.path, status.isFolder ? .folder : .notRegular)
    }
    return try body(file, status)
  }

  /// Reads no more of the file than its head.
  private func head(_ file: CInt, _ status: stat, _ place: VaultTree.Place) throws -> JournalEntry.Head {
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 16_384)
    while bytes.last != 0x0A, bytes.count < Self.longestHead {
      let count = retrying {
        block.withUnsafeMutableBytes { pread(file, $0.baseAddress, $0.count, off_t(bytes.count)) }
      }
      try ChangeError.check(count >= 0, place.path, "read")
      if count == 0 { break }
      let end = block[..<count].firstIndex(of: 0x0A).map { $0 + 1 }
      bytes += block[..<(end ?? count)]
      // A head is JSON, and a file with holes in it is none.
      if block[..<count].contains(0) || bytes.first != UInt8(ascii: "{") { break }
      block = [UInt8](repeating: 0, count: min(block.count * 4, 1 << 24))
    }
    return try JournalEntry.head(of: bytes, owner, status)
  }

  private func entry(_ file: CInt, _ status: stat, _ place: VaultTree.Place) throws -> JournalEntry {
    try JournalEntry(FileImage.read(file, place.path, limit: Self.longestEntry).bytes, owner, status)
  }

  /// `foreign`: one that this user did not write here is wanted as well; else that is an error.
  func entry(_ sequence: Int, foreign: Bool = false) throws -> JournalEntry {
    let place = place(Self.name(sequence))
    do {
      let entry = try read(place) { try self.entry($0, $1, place) }
      guard foreign || !entry.head.isForeign else {
        throw JournalEntry.Unreadable(reason: "was not written here by you, or was changed since")
      }
      return entry
    } catch let error as JournalEntry.Unreadable {
      throw ChangeError(place.path, .refused("\(error.reason), and cannot be undone"))
    }
  }

  /// Nil for one that another process has removed since this one learned of it.
  func entryIfThere(_ sequence: Int) throws -> JournalEntry? {
    do { return try entry(sequence) } catch let error as ChangeError where error.cause == .missing { return nil }
  }

  /// Removes the oldest changes past what is kept, with their undos and redos. What cannot be removed now will be tried
  /// again by the next operation.
  func prune() throws {
    var kept = try sequences().compactMap { sequence in
      (try? FileImage.status(place(Self.name(sequence)))).map { (sequence: sequence, bytes: Int($0.st_size)) }
    }
    var total = kept.reduce(0) { $0 + $1.bytes }
    // With their undos there may be twice as many, before it is worth looking into each.
    guard kept.count > 2 * Self.maximumEntries || total > Self.maximumBytes else { return }
    // What others wrote is left alone, and does not count: else it could take the place of one's own.
    let heads = try heads { _ in }.filter { !$0.isForeign }
    let own = Set(heads.map(\.sequence))
    kept.removeAll { !own.contains($0.sequence) }
    total = kept.reduce(0) { $0 + $1.bytes }
    // Undos and redos belong to the change that they take back or do again.
    let undone = Dictionary(heads.compactMap { head in head.undoes.map { (head.sequence, $0) } }) { first, _ in first }
    func change(_ sequence: Int) -> Int {
      var sequence = sequence
      while let other = undone[sequence], other < sequence { sequence = other }
      return sequence
    }
    // An engine that a person has taken something back from is not to write it again, however long ago that was: such changes go last,
    // and only for want of room.
    let filledIn = Set(heads.filter { $0.actor == VaultEditor.enricher }.map(\.sequence))
    let changes = Dictionary(grouping: kept) { change($0.sequence) }
    let (settling, others) = (
      changes.filter { filledIn.contains($0.key) && $0.value.count > 1 },
      changes.filter { !filledIn.contains($0.key) || $0.value.count == 1 }
    )
    var left = others.count
    func remove(_ changes: [Int: [(sequence: Int, bytes: Int)]], most: Int) {
      for (_, entries) in changes.sorted(by: { $0.key < $1.key }) {
        let isLatest = entries.contains { $0.sequence == kept.last?.sequence }
        guard left > most || total > Self.maximumBytes, !isLatest else { continue }
        // The change last: an undo without it could still be done again.
        for entry in entries.reversed() { TemporaryFile.remove(place(Self.name(entry.sequence))) }
        left -= 1
        total -= entries.reduce(0) { $0 + $1.bytes }
      }
    }
    remove(others, most: Self.maximumEntries)
    remove(settling, most: .max)
  }
}

/// The heads of entries that were read before, for one thread: whoever undoes many changes looks at all the history for each.
final class JournalHeads {
  private var heads: [Int: (stamp: FileStamp, head: JournalEntry.Head)] = [:]

  /// `read` is called for what is not known, or has become another file.
  fileprivate func head(
    _ sequence: Int, _ place: VaultTree.Place, _ read: () throws -> JournalEntry.Head
  ) throws -> JournalEntry.Head {
    guard let status = try? FileImage.status(place) else { return try read() }
    let stamp = FileStamp(status)
    if let known = heads[sequence], known.stamp == stamp { return known.head }
    let head = try read()
    heads[sequence] = (stamp, head)
    return head
  }
}

extension Vault {
  /// Returns nil where nothing was ever changed.
  func journal(known: JournalHeads = JournalHeads()) throws -> Journal? {
    let tree = try VaultTree(root: location.root)
    guard try tree.exists(Journal.path) else { return nil }
    return try Journal(tree, UserIdentity.ofUser(environment.folders), known: known)
  }
}
