import Crypto
import VaultCore
import VaultPlatform

/// Where a vault is.
package struct VaultLocation: Hashable, Sendable {
  package enum Marker: String, Hashable, Sendable {
    /// The folder holds `.vault`, `.obsidian`, `.zk`; or it was named outright and holds none of them.
    case vault, obsidian, zk, none

    /// Those that a folder may hold, the first to count first.
    static let folders = [vault, obsidian, zk]
  }

  /// Absolute, without symbolic links, `.` and `..`; no `/` at the end but for the file system's own root.
  package let root: String
  package let marker: Marker

  /// True where it was found and not named, belongs to another user, and was not accepted: see `ForeignVaultError`.
  package var isForeign = false

  package init(root: String, marker: Marker) {
    self.root = root
    self.marker = marker
  }

  /// `explicit` is what `--vault` says, `environment` what `VAULT_DIR` does (empty counts as unset); relative paths
  /// start at `cwd`, and what the user's own configuration gives a name is meant by that name, so that no folder that
  /// somebody put there can take its place. With neither: the nearest folder from `cwd` upwards that holds `.vault`,
  /// where none does, the nearest that holds `.obsidian`, and then `.zk`; else the user's default vault.
  package static func find(
    explicit: String?, environment: String?, from cwd: String, user: UserConfiguration = UserConfiguration()
  ) throws(VaultLocationError) -> VaultLocation {
    if let explicit {
      return try named(explicit, .option, from: cwd, user)
    }
    if let environment, !environment.isEmpty {
      return try named(environment, .variable, from: cwd, user)
    }
    let start = try resolved(cwd, cwd, .workingFolder)
    if let found = nearest(from: start, user) { return found }
    guard let name = user.configuration.defaultVault else { throw .notFound(from: start) }
    guard user.path(ofVault: name) != nil || name.contains("/") else {
      throw .unknownName(name, known: user.configuration.vaults.map(\.name))
    }
    return try named(user.expanded(name), .setting("default_vault"), from: cwd, user)
  }

  private static func named(
    _ name: String, _ origin: VaultLocationError.Origin, from cwd: String, _ user: UserConfiguration
  ) throws(VaultLocationError) -> VaultLocation {
    if let path = user.path(ofVault: name) { return try at(path, path, .setting("vaults")) }
    if name.isEmpty { throw .unusable(name, origin, code: ENOENT) }
    do {
      return try at(name.utf8.first == UInt8(ascii: "/") ? name : cwd + "/" + name, name, origin)
    } catch .unusable(_, _, let code, _) {
      let near = Suggestion.nearest(to: name, among: user.configuration.vaults.map(\.name), isGenerous: false).first
      throw .unusable(name, origin, code: code, near: near)
    }
  }

  private static func at(
    _ path: String, _ shown: String, _ origin: VaultLocationError.Origin
  ) throws(VaultLocationError) -> VaultLocation {
    let root = try resolved(path, shown, origin)
    let marker = Marker.folders.first { folder(root, $0) != nil }
    return VaultLocation(root: root, marker: marker ?? .none)
  }

  /// The vault that a folder lies in, whose path is absolute and has no symbolic links; nil where none does. Another user's `.vault` somewhere above does not take in a folder that this user has
  /// made a vault by `.obsidian` or `.zk`.
  package static func nearest(from start: String, _ user: UserConfiguration) -> VaultLocation? {
    func found(_ marker: Marker) -> VaultLocation? {
      for root in sequence(first: start, next: parent) {
        guard let owned = folder(root, marker) else { continue }
        var location = VaultLocation(root: root, marker: marker)
        let isOwn = owned.st_uid == geteuid() && status(of: root)?.st_uid == geteuid()
        location.isForeign = !isOwn && !user.accepts(root)
        return location
      }
      return nil
    }
    var nearest: VaultLocation?
    for marker in Marker.folders {
      guard let next = found(marker) else { continue }
      guard let known = nearest else {
        if !next.isForeign { return next }
        nearest = next
        continue
      }
      if !next.isForeign, next.root.utf8.count > known.root.utf8.count { return next }
    }
    return nearest
  }

  /// `shown` is the path as it was given.
  private static func resolved(
    _ path: String, _ shown: String, _ origin: VaultLocationError.Origin
  ) throws(VaultLocationError) -> String {
    switch resolvedPath(Array(path.utf8)) {
    case .failure(let failure):
      throw .unusable(shown, origin, code: failure.code)
    case .success(let bytes):
      guard let text = String(validating: bytes, as: UTF8.self) else { throw .undecodable(shown) }
      guard isFolder(text) else { throw .unusable(shown, origin, code: ENOTDIR) }
      return text
    }
  }

  /// The folder of that marker in a folder, if there is one.
  private static func folder(_ folder: String, _ marker: Marker) -> stat? {
    status(of: folder + "/." + marker.rawValue).flatMap { $0.isFolder ? $0 : nil }
  }

  private static func isFolder(_ path: String) -> Bool { status(of: path)?.isFolder == true }

  private static func parent(of folder: String) -> String? {
    guard folder != "/", let slash = folder.utf8.lastIndex(of: UInt8(ascii: "/")) else { return nil }
    return slash == folder.startIndex ? "/" : String(folder[..<slash])
  }

  /// This machine's folder for what can be made again from the vault, named after a hash of the root. Nil where the
  /// environment names no place for caches.
  package func cacheFolder(_ folders: UserFolders) -> String? {
    folders.cache.map { $0 + "/" + name }
  }

  /// The folder of the user's state that is this vault's, named in the same way. Nil where the environment names no place.
  package func stateFolder(_ folders: UserFolders) -> String? {
    folders.state.map { $0 + "/" + name }
  }

  /// What tells it from all other vaults in folders for several.
  var name: String { Self.name(ofRoot: root) }

  /// 32 hexadecimal digits of SHA-256: nobody can make a folder whose path has the same.
  static func name(ofRoot root: String) -> String { SHA256.hash(data: Array(root.utf8)).prefix(16).hexadecimal }
}

package enum VaultLocationError: Failure, Hashable {
  package enum Origin: Hashable, Sendable {
    case option, variable, workingFolder
    /// What the user's own configuration says.
    case setting(String)
  }

  case notFound(from: String)
  /// A folder that was named cannot be used, for the reason that this `errno` value gives. `near`: a vault of such a name.
  case unusable(String, Origin, code: CInt, near: String? = nil)
  /// The default vault has a name that no vault has.
  case unknownName(String, known: [String])
  /// A path that is not UTF-8.
  case undecodable(String)

  package var kind: FailureKind { .noPlace }
  package var message: Message {
    switch self {
    case .notFound(let folder):
      """
      no vault in \(folder) or above it. Make this folder one with \(command: .initialize), name one with \
      \(option: .vaultFolder) or the variable VAULT_DIR, or have one for everywhere with \(setting: "default_vault")
      """
    case .unusable(let path, let origin, let code, let near):
      """
      \(words(origin).place)\(path.isEmpty ? "no folder is named" : "\(path): \(systemMessage(code))"). \
      \(near.map { "Did you mean your vault \"\($0)\"? " } ?? "")\(words(origin).remedy)
      """
    case .unknownName(let name, let known):
      """
      default_vault: no vault is called \(name). \
      \(known.isEmpty ? "None has a name yet" : "There are: \(known.joined(separator: ", "))"); name one with \
      \(setting: "default_vault"), or give one this name with \(setting: "vaults")
      """
    case .undecodable(let path):
      "\(path): the path of this folder is not UTF-8. Rename the folder, or reach it by another with \(option: .vaultFolder)"
    }
  }

  private func words(_ origin: Origin) -> (place: String, remedy: Message) {
    switch origin {
    case .setting(let name): (name + ": ", "Mend it with \(setting: name)")
    case .option: ("", "Name a folder that exists with \(option: .vaultFolder)")
    case .variable: ("VAULT_DIR: ", "Set it to a folder that exists, or say \(option: .vaultFolder)")
    case .workingFolder:
      ("the working folder: ", "Go to a folder that exists, or name one with \(option: .vaultFolder)")
    }
  }
}
