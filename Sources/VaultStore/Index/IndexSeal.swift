import VaultPlatform

/// What shows of an index inside a vault that this user made it there, on this machine: a seal in a file beside it.
///
/// It is over which files these are, the index and its write-ahead log, and in which vault: so what comes in their place, from
/// a clone, a backup or another machine, is not sealed, even where the seal comes along. This can be told before SQLite looks
/// at anything. A file that is written over stays the same file, so a second seal is over the number of the index, too, which
/// only those know who have read it.
struct IndexSeal: Sendable {
  let identity: UserIdentity
  /// The inode number of the vault's root.
  let root: UInt64

  static let suffix = ".seal"

  /// Puts it on an index that is in its place, complete; `number` is its `IndexMeta.identity`, nil for one that is being made.
  /// Throws `FileFailure`.
  func put(on index: IndexFile, number: Int64? = nil) throws(FileFailure) {
    guard let files = files(index) else { throw FileFailure(path: index.path, code: EPERM) }
    let seal = index.beside(Self.suffix)
    try seal.removeIfPresent()
    let texts = [files] + (number.map { [Self.numbered(files, $0)] } ?? [])
    try seal.make(with: texts.flatMap { Array(identity.seal($0.utf8, for: .index).utf8) })
  }

  func isOn(_ index: IndexFile) -> Bool {
    guard let files = files(index), let seal = index.beside(Self.suffix).beginning(2 * Self.size) else { return false }
    return isSeal(seal.prefix(Self.size), of: files)
  }

  /// Returns true for an index that is known to be sealed, and has this number.
  func isOn(_ index: IndexFile, number: Int64) -> Bool {
    guard let files = files(index), let seal = index.beside(Self.suffix).beginning(2 * Self.size) else { return false }
    return isSeal(seal.dropFirst(Self.size), of: Self.numbered(files, number))
  }

  /// In bytes.
  private static let size = 32

  private func isSeal(_ bytes: ArraySlice<UInt8>, of text: String) -> Bool {
    identity.isSeal(String(decoding: bytes, as: UTF8.self), of: text.utf8, for: .index)
  }

  private static func numbered(_ files: String, _ number: Int64) -> String { "\(files)\n\(number)" }

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
