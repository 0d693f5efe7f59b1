import Testing
import VaultCore
import VaultTestSupport

@testable import VaultStore

@Suite struct VaultLocationTests {
  private func find(
    _ explicit: String? = nil, _ environment: String? = nil, from folder: TemporaryFolder, at cwd: String = ""
  ) throws -> VaultLocation {
    try VaultLocation.find(explicit: explicit, environment: environment, from: folder.absolute(cwd))
  }

  @Test func theNearestVaultUpwards() throws {
    let folder = try TemporaryFolder()
    try folder.makeFolder("outer/.vault")
    try folder.makeFolder("outer/inner/.vault")
    try folder.makeFolder("outer/inner/deep/deeper")
    #expect(
      try find(from: folder, at: "outer/inner/deep/deeper")
        == VaultLocation(root: folder.absolute("outer/inner"), marker: .vault))
    #expect(try find(from: folder, at: "outer/inner").root == folder.absolute("outer/inner"))
    #expect(try find(from: folder, at: "outer").root == folder.absolute("outer"))
  }

  @Test func obsidianWhereThereIsNoVault() throws {
    let folder = try TemporaryFolder()
    try folder.makeFolder("v/.obsidian")
    try folder.makeFolder("v/sub")
    try folder.write("a file is no marker", to: "v/sub/.vault")
    #expect(
      try find(from: folder, at: "v/sub") == VaultLocation(root: folder.absolute("v"), marker: .obsidian))
    try folder.makeFolder(".vault")
    #expect(try find(from: folder, at: "v/sub") == VaultLocation(root: folder.path, marker: .vault))
  }

  @Test func zkWhereThereIsNeither() throws {
    let folder = try TemporaryFolder()
    try folder.makeFolder("n/.zk")
    try folder.makeFolder("n/sub")
    try folder.write("a file is no marker", to: "n/sub/.zk")
    let notebook = VaultLocation(root: folder.absolute("n"), marker: .zk)
    #expect(try find(from: folder, at: "n/sub") == notebook)
    #expect(try find("n/sub/..", from: folder) == notebook)
    try folder.makeFolder(".obsidian")
    #expect(try find(from: folder, at: "n/sub") == VaultLocation(root: folder.path, marker: .obsidian))
    try folder.makeFolder("n/.vault")
    #expect(try find(from: folder, at: "n/sub").marker == .vault)
    #expect(try find("n", from: folder).marker == .vault)
  }

  @Test func namedOutright() throws {
    let folder = try TemporaryFolder()
    try folder.makeFolder("here/.vault")
    try folder.makeFolder("plain")
    try folder.makeFolder("o/.obsidian")
    try folder.link("link", to: "plain")
    let plain = VaultLocation(root: folder.absolute("plain"), marker: .none)
    #expect(try find(folder.absolute("plain"), from: folder, at: "here") == plain)
    #expect(try find("../link/.", from: folder, at: "here") == plain)
    #expect(try find(nil, "../plain", from: folder, at: "here") == plain)
    #expect(try find("../o", "../plain", from: folder, at: "here").marker == .obsidian)
    #expect(try find(nil, "", from: folder, at: "here").root == folder.absolute("here"))
    #expect(try find("/", from: folder).root == "/")
  }

  @Test func errorsSayWhatToType() throws {
    let folder = try TemporaryFolder()
    try folder.write("x", to: "file")
    let none = #expect(throws: VaultLocationError.self) { try find(from: folder) }
    #expect(none == .notFound(from: folder.path))
    #expect(none?.message.remedies == [.command(.initialize), .option(.vaultFolder), .setting("default_vault")])

    let missing = #expect(throws: VaultLocationError.self) { try find("nowhere", from: folder) }
    #expect(missing?.description.hasPrefix("nowhere: No such file or directory.") == true)
    let file = #expect(throws: VaultLocationError.self) { try find(nil, "file", from: folder) }
    #expect(file?.description.hasPrefix("VAULT_DIR: file: Not a directory.") == true)
    let empty = #expect(throws: VaultLocationError.self) { try find("", from: folder) }
    #expect(empty?.description.hasPrefix("no folder is named.") == true)
    #expect(throws: VaultLocationError.self) { try find("a\0b", from: folder) }
    #expect(throws: VaultLocationError.self) { try find(from: folder, at: "gone") }
  }

  @Test func theCacheIsNamedAfterTheRoot() {
    let location = VaultLocation(root: "/home/me/notes", marker: .vault)
    #expect(
      location.cacheFolder(UserFolders(["XDG_CACHE_HOME": "/c", "HOME": "/h"]))
        == "/c/vault/f8ebe5589671474b66b68b4bc67ba659")
    let other = VaultLocation(root: "/home/me/notes2", marker: .vault)
    #expect(
      location.cacheFolder(UserFolders(["XDG_CACHE_HOME": "/c"]))
        != other.cacheFolder(UserFolders(["XDG_CACHE_HOME": "/c"])))
    #if canImport(Darwin)
      let usual = "/h/Library/Caches/vault/f8ebe5589671474b66b68b4bc67ba659"
    #else
      let usual = "/h/.cache/vault/f8ebe5589671474b66b68b4bc67ba659"
    #endif
    #expect(location.cacheFolder(UserFolders(["HOME": "/h"])) == usual)
    #expect(location.cacheFolder(UserFolders(["HOME": "/h", "XDG_CACHE_HOME": "relative"])) == usual)
    #expect(location.cacheFolder(UserFolders(["HOME": "/h", "XDG_CACHE_HOME": ""])) == usual)
    #expect(location.cacheFolder(UserFolders([:])) == nil)
  }
}
