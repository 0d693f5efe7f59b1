import VaultCore
import VaultPlatform

/// Where a vault is.
package struct VaultLocation: Hashable, Sendable {
  package enum Marker: String, Hashable, Sendable {
    /// The folder holds `.vault`, `.obsidian`; or it was named outright and holds neither.
    case vault, obsidian, none
  }

  /// Absolute, without symbolic links, `.` and `..`; no `/` at the end but for the file system's own root.
  package let root: String
  package let marker: Marker

  package init(root: String, marker: Marker) {
    self.root = root
    self.marker = marker
  }

  /// `explicit` is what `--vault` says, `environment` what `VAULT_DIR` does (empty counts as unset); relative paths
  /// start at `cwd`. With neither: the nearest folder from `cwd` upwards that holds `.vault`, and where none does, the
  /// nearest that holds `.obsidian`.
  package static func find(
    explicit: String?, environment: String?, from cwd: String
  ) throws(VaultLocationError) -> VaultLocation {
    if let explicit {
      return try named(explicit, .option, from: cwd)
    }
    if let environment, !environment.isEmpty {
      return try named(environment, .variable, from: cwd)
    }
    let start = try resolved(cwd, cwd, .workingFolder)
    for marker in [Marker.vault, .obsidian] {
      let folders = sequence(first: start, next: parent)
      if let root = folders.first(where: { holds($0, marker) }) { return VaultLocation(root: root, marker: marker) }
    }
    throw .notFound(from: start)
  }

  private static func named(
    _ path: String, _ origin: VaultLocationError.Origin, from cwd: String
  ) throws(VaultLocationError) -> VaultLocation {
    if path.isEmpty { throw .unusable(path, origin, code: ENOENT) }
    let root = try resolved(path.utf8.first == UInt8(ascii: "/") ? path : cwd + "/" + path, path, origin)
    let marker = [Marker.vault, .obsidian].first { holds(root, $0) }
    return VaultLocation(root: root, marker: marker ?? .none)
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

  private static func holds(_ folder: String, _ marker: Marker) -> Bool {
    isFolder(folder + "/." + marker.rawValue)
  }

  private static func isFolder(_ path: String) -> Bool { status(of: path)?.isFolder == true }

  private static func parent(of folder: String) -> String? {
    guard folder != "/", let slash = folder.utf8.lastIndex(of: UInt8(ascii: "/")) else { return nil }
    return slash == folder.startIndex ? "/" : String(folder[..<slash])
  }

  /// This machine's folder for what can be made again from the vault, named after a hash of the root. Nil where the
  /// environment names no place for caches.
  package func cacheFolder(_ folders: UserFolders) -> String? {
    folders.cache.map { $0 + "/" + Self.stableHash(of: root) }
  }

  /// FNV-1a in 64 bits, as 16 hexadecimal digits.
  static func stableHash(of text: String) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

package enum VaultLocationError: Failure, Hashable {
  package enum Origin: Hashable, Sendable {
    case option, variable, workingFolder
  }

  case notFound(from: String)
  /// A folder that was named cannot be used, for the reason that this `errno` value gives.
  case unusable(String, Origin, code: CInt)
  /// A path that is not UTF-8.
  case undecodable(String)

  package var kind: FailureKind { .noPlace }
  package var message: Message {
    switch self {
    case .notFound(let folder):
      """
      no vault in \(folder) or above it. Make this folder one with \(command: .initialize), or name one with \
      \(option: .vaultFolder) or the variable VAULT_DIR
      """
    case .unusable(let path, let origin, let code):
      """
      \(words(origin).place)\(path.isEmpty ? "no folder is named" : "\(path): \(systemMessage(code))"). \
      \(words(origin).remedy)
      """
    case .undecodable(let path):
      "\(path): the path of this folder is not UTF-8. Rename the folder, or reach it by another with \(option: .vaultFolder)"
    }
  }

  private func words(_ origin: Origin) -> (place: String, remedy: Message) {
    switch origin {
    case .option: ("", "Name a folder that exists with \(option: .vaultFolder)")
    case .variable: ("VAULT_DIR: ", "Set it to a folder that exists, or say \(option: .vaultFolder)")
    case .workingFolder:
      ("the working folder: ", "Go to a folder that exists, or name one with \(option: .vaultFolder)")
    }
  }
}
