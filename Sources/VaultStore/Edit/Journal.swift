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
  /// The folder's inode.
  let home: UInt64

  private let known: JournalHeads

  /// The folder must be there.
  init(_ tree: VaultTree, known: JournalHeads = JournalHeads()) throws {
    self.known = known
    folder = try tree.folder(Self.path.bytes, for: Self.path)
    home = try FileImage.status(of: folder.number, Self.path).identity.inode
  }

  /// Returns nil where nothing was ever changed.
  static func ofVault(_ root: String, known: JournalHeads = JournalHeads()) throws -> Journal? {
    let tree = try VaultTree(root: root)
    return try tree.exists(path) ? Journal(tree, known: known) : nil
  }

  private func place(_ name: String) -> VaultTree.Place {
    VaultTree.Place(folder: folder, name: name.utf8, path: NotePath(Self.path.text + "/" + name))
  }

  private static func name(_ sequence: Int) -> String {
    let digits = String(sequence)
    return String(repeating: "0", count: max(0, 8 - digits.count)) + digits + ".done"
  }

  // MARK: The operation at hand

  /// Returns nil when none was interrupted.
  func pending() throws -> JournalEntry? {
    let pending = place("pending")
    guard let image = try FileImage.readIfThere(pending, limit: Self.longestEntry) else { return nil }
    do {
      let entry = try JournalEntry(image.bytes, home: home)
      // It was getting its name in the history, by a second one, or is told there with more: all was done.
      let done = place(Self.name(entry.head.sequence))
      if FileSwap.isSame(pending, done) || (try? head(done))?.id == entry.head.id {
        try abandon()
        return nil
      }
      return entry
    } catch let error as JournalEntry.Unreadable {
      throw ChangeError(
        NotePath(Self.pendingPath),
        .refused("\(error.reason). Nothing is changed while it is there; look at it, then move it away"))
    }
  }

  /// Writes the operation down, safely.
  func begin(_ entry: JournalEntry) throws {
    try write(entry, as: "pending")
    // Nothing has begun where this fails.
    try TemporaryFile.removingOnError(place("pending")) { try VaultTree.sync(folder, Self.path) }
  }

  private func write(_ entry: JournalEntry, as name: String) throws {
    let new = place("new")
    TemporaryFile.remove(new)
    let bytes = try entry.encoded()
    guard bytes.count <= Self.longestEntry else {
      throw ChangeError(
        entry.steps.first?.path ?? Self.path,
        .refused("stays as it is: the change is too large to be taken back; make it in several parts"))
    }
    let file = try TemporaryFile.write(bytes, to: new, replacing: nil, mode: 0o600)
    try TemporaryFile.removingOnError(new) {
      try TemporaryFile.sync(file.number, new.path)
      try FileSwap.move(new, to: place(name))
    }
  }

  /// All is done: from now on it is history, told as `finished`, an entry of the same name. After an error it is not.
  func finish(_ entry: JournalEntry, as finished: JournalEntry) throws {
    let name = Self.name(entry.head.sequence)
    if finished.head == entry.head { return try FileSwap.move(place("pending"), to: place(name)) }
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
    var number = 1
    while true {
      let name = "\(entry.head.sequence)\(number == 1 ? "" : "-\(number)").interrupted"
      do {
        try FileSwap.move(place("pending"), to: place(name))
        try VaultTree.sync(folder, Self.path)
        return place(name).path
      } catch let error as ChangeError where error.cause == .exists {
        number += 1
      }
    }
  }

  // MARK: History

  private static let largestSequence = 1 << 50

  /// The sequence numbers of what was done, ascending.
  func sequences() throws -> [Int] {
    try FolderNames.read(folder, Self.path).filter { $0.hasSuffix(".done") }.compactMap { Int($0.dropLast(5)) }
      .filter { (1...Self.largestSequence).contains($0) }.sorted()
  }

  func nextSequence() throws -> Int { (try sequences().last ?? 0) + 1 }

  /// Newest first. One that cannot be read is left out, and told.
  func heads(unreadable: (String) -> Void) throws -> [JournalEntry.Head] {
    try sequences().reversed().compactMap { sequence in
      let place = place(Self.name(sequence))
      do {
        return try known.head(sequence, place) { try head(place) }
      } catch let error as JournalEntry.Unreadable {
        unreadable("\(place.path) \(error.reason), and cannot be undone")
      } catch {
        try ShortageError.check("the history cannot be read", error)
        unreadable("\(error)")
      }
      return nil
    }
  }

  /// Reads no more of the file than its head.
  private func head(_ place: VaultTree.Place) throws -> JournalEntry.Head {
    let file = place.open()
    try ChangeError.check(file >= 0, place.path, "read")
    defer { close(file) }
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 16_384)
    while bytes.count < Self.longestHead {
      let count = retrying {
        block.withUnsafeMutableBytes { pread(file, $0.baseAddress, $0.count, off_t(bytes.count)) }
      }
      try ChangeError.check(count >= 0, place.path, "read")
      bytes += block[..<count]
      // It ends with its line, and a file with holes in it is none.
      if count == 0 || block[..<count].contains(where: { $0 == 0x0A || $0 == 0 }) { break }
      block = [UInt8](repeating: 0, count: min(block.count * 4, 1 << 24))
    }
    return try JournalEntry.head(of: bytes)
  }

  func entry(_ sequence: Int) throws -> JournalEntry {
    let place = place(Self.name(sequence))
    let bytes = try FileImage.read(place, limit: Self.longestEntry).bytes
    do {
      return try JournalEntry(bytes, home: home)
    } catch {
      throw ChangeError(place.path, .refused("\(error.reason), and cannot be undone"))
    }
  }

  /// Removes the oldest changes past what is kept, with their undos and redos. What cannot be removed now will be tried
  /// again by the next operation.
  func prune() throws {
    let kept = try sequences().compactMap { sequence in
      (try? FileImage.status(place(Self.name(sequence)))).map { (sequence: sequence, bytes: Int($0.st_size)) }
    }
    var total = kept.reduce(0) { $0 + $1.bytes }
    // With their undos there may be twice as many, before it is worth looking into each.
    guard kept.count > 2 * Self.maximumEntries || total > Self.maximumBytes else { return }
    let heads = try heads { _ in }
    // Undos and redos belong to the change that they take back or do again.
    let undone = Dictionary(heads.compactMap { head in head.undoes.map { (head.sequence, $0) } }) { first, _ in first }
    func change(_ sequence: Int) -> Int {
      var sequence = sequence
      while let other = undone[sequence], other < sequence { sequence = other }
      return sequence
    }
    let changes = Dictionary(grouping: kept) { change($0.sequence) }
    var left = changes.count
    for (_, entries) in changes.sorted(by: { $0.key < $1.key }) {
      let isLatest = entries.contains { $0.sequence == kept.last?.sequence }
      guard left > Self.maximumEntries || total > Self.maximumBytes, !isLatest else { continue }
      // The change last: an undo without it could still be done again.
      for entry in entries.reversed() { TemporaryFile.remove(place(Self.name(entry.sequence))) }
      left -= 1
      total -= entries.reduce(0) { $0 + $1.bytes }
    }
  }
}

/// The heads of entries that were read before: whoever undoes many changes looks at all the history for each.
///
/// The heads of the entries that one thread writes.
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
