import VaultPlatform

/// What shows of an index inside a vault that this user made it there, on this machine: a seal in a file beside it.
///
/// It is over which files these are, the index and its write-ahead log, in which vault, and over the index's own number. So
/// what comes in their place, from a clone, a backup or another machine, is not sealed, even where the seal comes along; that
/// can be told before SQLite looks at anything. A file whose bytes are written over stays the same file: that the index in it
/// is another shows by its number once it is open, but for those who knew the number, since they had seen this very index.
/// What they put there can be wrong, but not hang: see `StepLimit`.
struct IndexSeal: Sendable {
  let identity: UserIdentity
  /// The inode number of the vault's root.
  let root: UInt64

  static let suffix = ".seal"

  /// Puts it on an index that is in its place, complete. `number` is its `IndexMeta.identity`, and empty for one that is not
  /// there yet. Throws `FileFailure`.
  func put(on index: IndexFile, number: String = "") throws(FileFailure) {
    guard let bytes = bytes(index, number) else { throw FileFailure(path: index.path, code: EPERM) }
    let seal = index.beside(Self.suffix)
    try seal.removeIfPresent()
    try seal.make(with: Array((identity.seal(bytes, for: .index) + number).utf8))
  }

  /// The number of the index that it is on; nil where it is on none.
  func number(of index: IndexFile) -> String? {
    guard let text = index.beside(Self.suffix).beginning(64).map({ String(decoding: $0, as: UTF8.self) }) else {
      return nil
    }
    let number = String(text.dropFirst(UserIdentity.sealLength))
    guard let bytes = bytes(index, number) else { return nil }
    let seal = String(text.prefix(UserIdentity.sealLength))
    return identity.isSeal(seal, of: bytes, for: .index) ? number : nil
  }

  /// The number that an index must have, which SQLite may open; nil for any other. A journal beside it would be written into
  /// it then, and there is none beside an index of ours.
  func number(vouchedFor index: IndexFile) -> String? {
    index.beside("-journal").exists ? nil : number(of: index)
  }

  /// What the seal is over.
  private func bytes(_ index: IndexFile, _ number: String) -> [UInt8]? {
    guard let file = index.fingerprint else { return nil }
    let log = index.beside("-wal")
    guard !log.exists || log.fingerprint != nil else { return nil }
    return Array("\(root)\n\(file)\n\(log.fingerprint ?? "")\n\(number)".utf8)
  }
}
