import VaultPlatform

/// What shows of an index inside a vault that this user made it there, on this machine: a seal in a file beside it.
///
/// It is over which files these are, the index and its write-ahead log, and in which vault: so whatever comes in their place,
/// from a clone, a backup or another machine, is not sealed, even where the seal comes along. It can be read before SQLite
/// looks at anything.
struct IndexSeal: Sendable {
  let identity: UserIdentity
  /// The inode number of the vault's root.
  let root: UInt64

  static let suffix = ".seal"

  /// Puts it on an index that is in its place, complete. Throws `FileFailure`.
  func put(on index: IndexFile) throws(FileFailure) {
    guard let files = files(index) else { throw FileFailure(path: index.path, code: EPERM) }
    let seal = index.beside(Self.suffix)
    try seal.removeIfPresent()
    try seal.make(with: Array(identity.seal(files.utf8, for: .index).utf8))
  }

  func isOn(_ index: IndexFile) -> Bool {
    guard let files = files(index), let seal = index.beside(Self.suffix).beginning(64) else { return false }
    return identity.isSeal(String(decoding: seal, as: UTF8.self), of: files.utf8, for: .index)
  }

  /// Returns true when SQLite may open the index. A journal beside it would be written into it then, and there is none beside
  /// an index of ours.
  func vouches(for index: IndexFile) -> Bool { isOn(index) && !index.beside("-journal").exists }

  private func files(_ index: IndexFile) -> String? {
    guard let file = index.fingerprint else { return nil }
    let log = index.beside("-wal")
    guard !log.exists || log.fingerprint != nil else { return nil }
    return "\(root)\n\(file)\n\(log.fingerprint ?? "")"
  }
}
