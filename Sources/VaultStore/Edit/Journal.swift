import VaultCore

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The operations that changed the vault, each with what it takes to take it back: `.vault/journal/`.
///
/// An operation is written as `pending`, and synced, before the first file changes; once all is done it becomes
/// `00000042.done`. A `pending` that nobody works on is an operation that was interrupted. Used under the vault's lock.
final class Journal {
  static let path = NotePath(".vault/journal")
  static let pendingPath = ".vault/journal/pending"

  /// What is kept: operations, and bytes in all.
  static let maximumEntries = 1_000
  static let maximumBytes = 256 << 20

  private let folder: OwnedDescriptor

  /// The folder must be there.
  init(_ tree: VaultTree) throws {
    folder = try tree.folder(Self.path.bytes, for: Self.path)
  }

  private func place(_ name: String) -> VaultTree.Place {
    VaultTree.Place(folder: folder, name: name.utf8, path: NotePath(Self.path.text + "/" + name))
  }

  private static func name(_ sequence: Int) -> String {
    let digits = String(sequence)
    return String(repeating: "0", count: max(0, 8 - digits.count)) + digits + ".done"
  }

  // MARK: The operation at hand

  /// Nil where none was interrupted.
  func pending() throws -> JournalEntry? {
    guard let image = try FileImage.readIfThere(place("pending")) else { return nil }
    do {
      return try JournalEntry(image.bytes)
    } catch {
      throw ChangeError(
        NotePath(Self.pendingPath),
        .refused("\(error.reason). Nothing is changed while it is there; look at it, then move it away"))
    }
  }

  /// Writes the operation down, safely.
  func begin(_ entry: JournalEntry) throws {
    let new = place("new")
    TemporaryFile.remove(new)
    let file = try TemporaryFile.write(try entry.encoded(), to: new, replacing: nil, mode: 0o600)
    do {
      try TemporaryFile.sync(file.number, new.path)
      try FileSwap.move(new, to: place("pending"))
      try VaultTree.sync(folder, Self.path)
    } catch {
      // Nothing has begun.
      TemporaryFile.remove(new)
      TemporaryFile.remove(place("pending"))
      throw error
    }
  }

  /// All is done: from now on it is history. After an error it is not.
  func finish(_ entry: JournalEntry) throws {
    try FileSwap.move(place("pending"), to: place(Self.name(entry.head.sequence)))
  }

  /// So that a power failure does not make it pending again.
  func sync() throws { try VaultTree.sync(folder, Self.path) }

  /// Nothing of it is left in the files.
  func abandon() throws {
    let pending = place("pending")
    guard unlinkat(folder.number, pending.name, 0) == 0 || errno == ENOENT else {
      throw ChangeError(pending.path, .system("removed", errno))
    }
    try VaultTree.sync(folder, Self.path)
  }

  // MARK: History

  /// The sequence numbers of what was done, ascending.
  func sequences() throws -> [Int] {
    try FolderNames.read(folder).compactMap { name in
      name.hasSuffix(".done") ? Int(name.dropLast(5)) : nil
    }.sorted()
  }

  func nextSequence() throws -> Int { (try sequences().last ?? 0) + 1 }

  /// Newest first. One that cannot be read is left out, and told.
  func heads(unreadable: (String) -> Void) throws -> [JournalEntry.Head] {
    try sequences().reversed().compactMap { sequence in
      let place = place(Self.name(sequence))
      do {
        return try JournalEntry.head(of: FileImage.read(place).bytes)
      } catch let error as JournalEntry.Unreadable {
        unreadable("\(place.path) \(error.reason), and cannot be undone")
      } catch {
        unreadable("\(error)")
      }
      return nil
    }
  }

  func entry(_ sequence: Int) throws -> JournalEntry {
    let place = place(Self.name(sequence))
    let bytes = try FileImage.read(place).bytes
    do {
      return try JournalEntry(bytes)
    } catch {
      throw ChangeError(place.path, .refused("\(error.reason), and cannot be undone"))
    }
  }

  /// Removes the oldest entries past what is kept. What cannot be removed now will be tried again by the next operation.
  func prune() throws {
    var bytes = 0
    for (index, sequence) in try sequences().reversed().enumerated() {
      let place = place(Self.name(sequence))
      var status = stat()
      guard fstatat(folder.number, place.name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { continue }
      bytes += Int(status.st_size)
      if index >= Self.maximumEntries || (index > 0 && bytes > Self.maximumBytes) { TemporaryFile.remove(place) }
    }
  }
}
