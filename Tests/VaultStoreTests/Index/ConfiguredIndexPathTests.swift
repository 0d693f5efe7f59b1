import Foundation
import Testing
import VaultCore
import VaultTestSupport

@testable import VaultStore

/// The setting `index` comes with a vault, perhaps from someone else: it must not be able to touch any other file.
@Suite struct ConfiguredIndexPathTests {
  @Test(arguments: [".vault/index.sqlite", ".vault/a/b.sqlite"])
  func places(_ path: String) { #expect(ConfiguredIndexPath.isInVault(path)) }

  @Test(arguments: [
    "", "n1.md", "index.sqlite", "Notes/index.sqlite", "../precious.txt", "../index.sqlite", ".vault/../n.sqlite",
    "/home/x/.bashrc", "./index.sqlite", ".sqlite", ".vault/.sqlite", "/var/tmp/notes.sqlite", ".cache/a/b.sqlite",
    ".git/index.sqlite", "./.vault/index.sqlite", ".vault//index.sqlite", ".vault/./index.sqlite", "~/index.sqlite",
    ".vault/a\0.sqlite", ".vault",
    ".vault/../\u{301}a/../\u{301}x.sqlite",
  ])
  func noPlaces(_ path: String) { #expect(!ConfiguredIndexPath.isInVault(path)) }

  @Test(arguments: ["n1.md", "/tmp/vault-outside/index.sqlite", "../outside.sqlite", ".git/hooks.sqlite", "~/x.sqlite"])
  func aVaultNamesNoOtherPlace(_ path: String) throws {
    let folder = try TemporaryFolder()
    try folder.write("zirconium\n", to: "n1.md")
    try folder.write("index: \(path)\n", to: ".vault/config.yaml")
    let vault = try VaultUnderTest(folder)
    #expect(try vault.paths("zirconium") == ["n1.md"])
    #expect(try folder.bytes(of: "n1.md") == Array("zirconium\n".utf8))
    #expect(try vault.indexPath().hasPrefix(vault.cache.path + "/vault/"))
    let open = try vault.vault().vault
    #expect(open.configurationDiagnostics.map(\.code.rawValue) == ["config-not-here"])
    #expect(vault.notices.all.contains { $0.contains("another place counts only in your own configuration") })
  }

  @Test func aForeignFileStays() throws {
    let folder = try TemporaryFolder()
    try folder.write("zirconium\n", to: "n1.md")
    try folder.write("not an index\n", to: ".vault/mine.sqlite")
    try folder.write("index: .vault/mine.sqlite\n", to: ".vault/config.yaml")
    let vault = try VaultUnderTest(folder)
    #expect(try vault.paths("zirconium") == ["n1.md"])
    #expect(try folder.bytes(of: ".vault/mine.sqlite") == Array("not an index\n".utf8))
    #expect(vault.notices.all.contains { $0.contains("left as it is") })
  }

  /// The user's own configuration names a folder, in which each vault has its own, and the vault's is not asked.
  @Test func theUserNamesAFolderForAllVaults() throws {
    let folder = try TemporaryFolder()
    try folder.write("zirconium\n", to: "a/n1.md")
    try folder.write("index: .vault/index.sqlite\n", to: "a/.vault/config.yaml")
    try folder.write("zirconium\n", to: "b/n2.md")
    try folder.write("index: ~/indexes\n", to: "config/vault/config.yaml")
    try folder.makeFolder("home")
    var paths: [String] = []
    for name in ["a", "b"] {
      var vault = try VaultUnderTest(root: folder.absolute(name))
      vault.environment.variables["HOME"] = folder.absolute("home")
      vault.environment.variables["XDG_CONFIG_HOME"] = folder.absolute("config")
      #expect(try vault.paths("zirconium").count == 1)
      paths.append(try vault.indexPath())
      #expect(vault.notices.all == [])
    }
    let names = ["a", "b"].map { VaultLocation(root: folder.absolute($0), marker: .none).name }
    #expect(paths == names.map { folder.absolute("home/indexes/\($0)/index.sqlite") })
    for path in paths { #expect(FileManager.default.fileExists(atPath: path), "\(path)") }
    #expect(!FileManager.default.fileExists(atPath: folder.absolute("a/.vault/index.sqlite")))
  }
}
