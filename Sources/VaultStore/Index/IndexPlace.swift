import VaultCore
import VaultPlatform

/// Where the index is kept.
struct IndexPlace: Sendable {
  enum Kind: Sendable {
    /// In the user's cache, or in the folder for indexes that the user's own configuration names. What is missing of it is
    /// made.
    case user
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

  /// Opens the folder.
  func file() throws(FileFailure) -> IndexFile {
    switch kind {
    case .vault(let file, _): file
    case .user:
      IndexFile(path: path, in: try PrivateFolder(NotePath(path).folder, others: .mayRead, makes: true))
    }
  }
}

extension Vault {
  /// Where the index is looked for first. Returns nil where the environment names no place for caches.
  package var indexPath: String? {
    indexPathInVault.map { location.root + "/" + $0 } ?? ownIndexPath
  }

  /// From the root, where the configuration names a file of the vault.
  private var indexPathInVault: String? {
    configuration.indexPath.flatMap { ConfiguredIndexPath.isInVault($0) ? $0 : nil }
  }

  /// In this vault's folder in the folder for the indexes of all vaults: the user's own configuration names one, or it is
  /// the cache.
  private var ownIndexPath: String? {
    var folder = location.cacheFolder(environment.folders)
    if let path = configuration.indexPath, !ConfiguredIndexPath.isInVault(path) {
      folder = user.expanded(path) + "/" + location.name
    }
    return folder.map { $0 + "/index.sqlite" }
  }

  /// Where `FolderListings` are kept: never inside the vault, where anybody could have put them. Returns nil where no index
  /// is wanted, or the environment names no place for one.
  var listingsPath: String? { options.noIndex ? nil : ownIndexPath.map { $0 + ".folders" } }

  /// Where what a vault's git history says of its files is kept, likewise.
  var gitLogPath: String? { options.noIndex ? nil : ownIndexPath.map { $0 + ".git-log" } }

  /// Where the index is. `makes`: inside the vault, too, if that is what the configuration says; else an index there serves
  /// only where this user has made one before, so that reading writes nothing into anybody's vault.
  ///
  /// Returns nil where the environment names no place for one. Throws `IdentityError` where an index in the vault could not
  /// be told from anybody's.
  func indexPlace(makes: Bool = false) throws -> IndexPlace? {
    var own = ownIndexPath.map { IndexPlace(kind: .user, path: $0) }
    guard let inVault = indexPathInVault, let path = indexPath else { return own }
    do {
      let (folder, root) = try indexFolder(inVault)
      let file = IndexFile(path: path, in: folder)
      if makes {
        let seal = IndexSeal(identity: try .made(in: environment.folders), root: root)
        return IndexPlace(kind: .vault(file, seal), path: path)
      }
      guard file.exists else { return own }
      if let seal = knownIdentity.map({ IndexSeal(identity: $0, root: root) }), seal.number(vouchedFor: file) != nil {
        return IndexPlace(kind: .vault(file, seal), path: path)
      }
      own?.notice = VaultNotice(
        "the index \(path) is not one that you made on this machine and is left as it is; \(command: .index) makes one there"
      )
    } catch let failure as FileFailure {
      if makes || failure.code != ENOENT {
        own?.notice = VaultNotice(
          "the index cannot be \(path) (\(failure.sharing ?? failure.cause)), so it is in your cache")
      }
    }
    return own
  }

  /// Nil where no identity can be read: nobody's index is this user's then.
  private var knownIdentity: UserIdentity? {
    do { return try UserIdentity.ofUser(environment.folders) } catch { return nil }
  }

  /// The folder of an index inside the vault, no link followed on the way, and the inode number of the root. Throws EPERM
  /// where it belongs to another user, or others may write in it.
  private func indexFolder(_ path: String) throws(FileFailure) -> (folder: PrivateFolder, root: UInt64) {
    let name = NotePath(path).folder
    let folderPath = location.root + "/" + name
    func opened(_ number: CInt) throws(FileFailure) -> OwnedDescriptor {
      guard number >= 0 else { throw FileFailure(path: folderPath, code: errno) }
      return OwnedDescriptor(number)
    }
    let root = try opened(openFile(location.root, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC))
    var status = stat()
    guard fstat(root.number, &status) == 0 else { throw FileFailure(path: location.root, code: errno) }
    let folder = try opened(openFolder(Array(name.utf8)[...], beneath: root.number, partLimit: 0))
    return (try PrivateFolder(folder, path: folderPath, others: .mayRead), UInt64(status.st_ino))
  }
}
