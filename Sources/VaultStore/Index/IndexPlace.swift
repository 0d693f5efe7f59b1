import VaultCore
import VaultPlatform

/// Where the index is kept.
struct IndexPlace: Sendable {
  enum Kind: Sendable {
    /// The user's cache. Its folder is made where it is missing.
    case cache
    /// Outside of the vault, as the user has decided.
    case chosen
    /// Inside the vault, in a folder of this user's. An index there may have come with the vault, so only one that this
    /// seal is on is ever looked into.
    case vault(IndexFile, IndexSeal)
  }

  let kind: Kind
  let path: String
  /// What is to be told of the place: why it is another than the configured one.
  var notice: VaultNotice?

  /// Nil outside of vaults.
  var seal: IndexSeal? {
    if case .vault(_, let seal) = kind { seal } else { nil }
  }

  /// True when the configuration named the place: then nothing of anybody else's there is moved, and no folder made.
  var isConfigured: Bool {
    if case .cache = kind { false } else { true }
  }

  /// Opens the folder. Throws `FileFailure`.
  func file() throws -> IndexFile {
    if case .vault(let file, _) = kind { return file }
    var folder = NotePath(path).folder
    if case .chosen = kind { folder = try Self.resolved(folder) }
    return IndexFile(path: path, in: try PrivateFolder(folder, others: .mayRead, makes: !isConfigured).descriptor)
  }

  fileprivate static func resolved(_ folder: String) throws(FileFailure) -> String {
    switch resolvedPath(Array(folder.utf8)) {
    case .success(let bytes): return String(decoding: bytes, as: UTF8.self)
    case .failure(let failure): throw FileFailure(path: folder, code: failure.code)
    }
  }
}

extension Vault {
  /// Where the index is looked for first. Returns nil where the environment names no place for caches.
  package var indexPath: String? {
    guard let path = configuredIndexPath else { return cachedIndexPath }
    return path.hasPrefix("/") ? path : location.root + "/" + path
  }

  private var configuredIndexPath: String? {
    configuration.indexPath.flatMap { ConfiguredIndexPath.isSafe($0) ? $0 : nil }
  }

  private var cachedIndexPath: String? {
    location.cacheFolder(environment.folders).map { $0 + "/index.sqlite" }
  }

  /// Where `FolderListings` are kept: never inside the vault, where anybody could have put them. Returns nil where no index
  /// is wanted, or the environment names no place for one.
  var listingsPath: String? {
    if options.noIndex { return nil }
    let isInVault = configuredIndexPath.map { !$0.hasPrefix("/") || $0.hasPrefix(location.root + "/") } ?? false
    return (isInVault ? cachedIndexPath : indexPath).map { $0 + ".folders" }
  }

  /// Where the index is. `makes`: inside the vault, too, if that is what the configuration says; else an index there serves
  /// only where this user has made one before, so that reading writes nothing into anybody's vault.
  ///
  /// Returns nil where the environment names no place for one. Throws `IdentityError` where an index in the vault could not
  /// be told from anybody's.
  func indexPlace(makes: Bool = false) throws -> IndexPlace? {
    var cache = cachedIndexPath.map { IndexPlace(kind: .cache, path: $0) }
    guard let configured = configuredIndexPath, let path = indexPath else { return cache }
    do {
      guard let inVault = try pathInVault(configured) else { return IndexPlace(kind: .chosen, path: path) }
      let (folder, root) = try indexFolder(inVault)
      let file = IndexFile(path: path, in: folder)
      if makes {
        let seal = IndexSeal(identity: try .made(in: environment.folders), root: root)
        return IndexPlace(kind: .vault(file, seal), path: path)
      }
      guard file.exists else { return cache }
      if let seal = knownIdentity.map({ IndexSeal(identity: $0, root: root) }), seal.vouches(for: file) {
        return IndexPlace(kind: .vault(file, seal), path: path)
      }
      cache?.notice = VaultNotice(
        "the index \(path) is not one that you made on this machine and is left as it is; \(command: .index) makes one there"
      )
    } catch let failure as FileFailure {
      if makes || failure.code != ENOENT {
        let reason = failure.code == EPERM ? "its folder is not yours alone" : failure.cause
        cache?.notice = VaultNotice("the index cannot be \(path) (\(reason)), so it is in your cache")
      }
    }
    return cache
  }

  /// Nil where no identity can be read: nobody's index is this user's then.
  private var knownIdentity: UserIdentity? {
    do { return try UserIdentity.ofUser(environment.folders) } catch { return nil }
  }

  /// A configured path as one from the root; nil where it leads out of the vault.
  private func pathInVault(_ configured: String) throws(FileFailure) -> String? {
    guard configured.hasPrefix("/") else { return configured }
    let path = NotePath(configured)
    let folder = try IndexPlace.resolved(path.folder)
    if folder == location.root { return path.name }
    return folder.hasPrefix(location.root + "/") ? folder.dropFirst(location.root.count + 1) + "/" + path.name : nil
  }

  /// The folder of an index inside the vault, no link followed on the way, and the inode number of the root. Throws EPERM
  /// where it belongs to another user, or others may write in it.
  private func indexFolder(_ path: String) throws(FileFailure) -> (folder: OwnedDescriptor, root: UInt64) {
    let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
    func opened(_ number: CInt) throws(FileFailure) -> (OwnedDescriptor, stat) {
      guard number >= 0 else { throw FileFailure(path: path, code: errno) }
      var status = stat()
      let folder = OwnedDescriptor(number)
      guard fstat(number, &status) == 0 else { throw FileFailure(path: path, code: errno) }
      return (folder, status)
    }
    let (root, rootStatus) = try opened(openFile(location.root, flags))
    let names = Array(NotePath(path).folder.utf8)
    let (folder, status) = try opened(openFolder(names[...], beneath: root.number, partLimit: 0))
    guard status.st_uid == geteuid(), status.st_mode & 0o022 == 0 else { throw FileFailure(path: path, code: EPERM) }
    return (folder, UInt64(rootStatus.st_ino))
  }
}
