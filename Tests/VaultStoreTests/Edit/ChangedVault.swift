import Foundation
import Testing
import VaultCore
import VaultPlatform
import VaultTestSupport

@testable import VaultStore

/// A vault of a few files that a test changes, and a look at all that is in it.
final class ChangedVault {
  let folder: TemporaryFolder
  /// The user's state.
  private let state: TemporaryFolder
  var folders: UserFolders { UserFolders(["XDG_STATE_HOME": state.path]) }
  private(set) var notices: [String] = []

  init(_ files: [String: String] = [:]) throws {
    folder = try TemporaryFolder()
    state = try TemporaryFolder()
    for (path, text) in files { try folder.write(text, to: path) }
  }

  /// The same folder before another user, or on another machine.
  func elsewhere() throws -> ChangedVault { ChangedVault(folder, state: try TemporaryFolder()) }

  private init(_ folder: TemporaryFolder, state: TemporaryFolder) {
    self.folder = folder
    self.state = state
  }

  /// `workingFolder`: relative to the vault's root.
  func vault(
    now: Date = Date(timeIntervalSince1970: 1_790_000_000), workingFolder: String? = nil
  ) throws -> OpenVault {
    var environment = VaultEnvironment(now: now, timeZone: .gmt)
    environment.variables = ["XDG_STATE_HOME": state.path]
    environment.workingFolder = workingFolder.map(folder.absolute)
    var listener = VaultListener()
    listener.notice = { [unowned self] in notices.append($0.message) }
    let vault = try Vault(
      location: VaultLocation(root: folder.path, marker: .vault), environment: environment,
      options: Vault.Options(noIndex: true), notice: listener.notice)
    return OpenVault(vault: vault, listener: listener)
  }

  /// The folder must be there.
  func journal() throws -> Journal {
    try Journal(VaultTree(root: folder.path), UserIdentity.made(in: folders))
  }

  /// What stands in an entry of the user's own.
  func encoded(_ entry: JournalEntry) throws -> [UInt8] {
    try folder.makeFolder(".vault/journal")
    let folderStatus = VaultPlatform.status(of: folder.absolute(".vault/journal"))
    let home = try #require(folderStatus).identity.inode
    return try entry.encoded(UserIdentity.made(in: folders), home: home)
  }

  /// Writes it into the history as the user's own.
  func write(_ entry: JournalEntry) throws {
    let path = Journal.path(entry.head.sequence).text
    try folder.write(encoded(entry), to: path)
    try folder.setMode(0o600, of: path)
  }

  func text(_ path: String) throws -> String {
    String(decoding: try folder.bytes(of: path), as: UTF8.self)
  }

  /// Every file and folder but the vault's own, with the files' texts.
  func tree() throws -> [String: String] {
    var tree: [String: String] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path) where !path.hasPrefix(".vault") {
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(atPath: folder.absolute(path), isDirectory: &isFolder)
      tree[path] = isFolder.boolValue ? "(folder)" : try text(path)
    }
    return tree
  }

  /// What no finished operation may leave behind.
  func leftovers() throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter {
      $0.contains(TemporaryFile.prefix) || $0 == Journal.pendingPath || $0 == ".vault/journal/new"
    }
  }
}
