import Foundation
import Testing
import VaultCore
import VaultPlatform
import VaultTestSupport

@testable import VaultStore

/// Links below `.vault` and `.obsidian`, which come with a folder from anybody and are never followed.
struct OwnFolderLinksTests {
  private let outside: TemporaryFolder

  init() throws {
    outside = try TemporaryFolder()
    try outside.write("keep: me\n", to: "victim")
  }

  private func vault(linking path: String, to target: String) throws -> ChangedVault {
    let test = try ChangedVault(["a.md": "a"])
    try test.folder.makeFolder(NotePath(path).folder)
    try test.folder.link(path, to: outside.absolute(target))
    return test
  }

  private func outsideIsAsItWas() throws -> Bool {
    try FileManager.default.subpathsOfDirectory(atPath: outside.path) == ["victim"]
      && outside.bytes(of: "victim") == Array("keep: me\n".utf8)
  }

  @Test(arguments: [
    (".vault/state/lock", "victim"), (".vault/state/lock", "made"), (".vault/state", "."), (".vault/journal", "."),
    (".vault/trash", "."),
  ])
  func changesAreRefusedThroughThem(_ path: String, _ target: String) throws {
    let test = try vault(linking: path, to: target)
    let error = #expect(throws: ChangeError.self) { try test.vault().editor.delete(named: ["a"]) }
    #expect(error?.description.contains(".vault/") == true)
    #expect(try test.text("a.md") == "a")
    #expect(try outsideIsAsItWas())
  }

  @Test(arguments: ["config.yaml", ".gitignore"]) func whatAPersonCommitsIsNotMadeThroughThem(_ name: String) throws {
    let test = try vault(linking: ".vault/" + name, to: "made")
    _ = try VaultFolder.create(in: test.folder.path)
    #expect(try outsideIsAsItWas())
  }

  @Test func aLockThatIsNoFileIsRefused() throws {
    let test = try ChangedVault(["a.md": "a"])
    try test.folder.makeFolder(".vault/state")
    try test.folder.makeFIFO(".vault/state/lock")
    #expect(throws: ChangeError.self) { try test.vault().editor.delete(named: ["a"]) }
    try test.folder.remove(".vault/state/lock")
    _ = try test.vault().editor.delete(named: ["a"])
  }

  @Test(arguments: [".vault", ".vault/config.yaml"]) func settingsAreNotReadThroughThem(_ path: String) throws {
    try outside.write("theme: blue\n", to: "config.yaml")
    defer { do { try outside.remove("config.yaml") } catch { Issue.record(error) } }
    let test = try vault(linking: path, to: path == ".vault" ? "." : "config.yaml")
    let loaded = try ConfigurationFile.load(root: test.folder.path)
    #expect(loaded.configuration.theme == Configuration.default.theme)
    #expect(loaded.diagnostics.map(\.message).first?.contains("symbolic link") == true)
    let error = #expect(throws: AtomicFileError.self) {
      try AtomicFile.read(ConfigurationFile.relativePath, inside: test.folder.path)
    }
    #expect(error?.description.contains("symbolic link") == true)
  }

  @Test(arguments: [".obsidian", ".obsidian/daily-notes.json"]) func obsidiansAreNotEither(_ path: String) throws {
    try outside.write(#"{"folder": "Elsewhere"}"#, to: "daily-notes.json")
    let test = try vault(linking: path, to: path == ".obsidian" ? "." : "daily-notes.json")
    #expect(try test.vault().read { try $0.dailySettings() }.folder != "Elsewhere")
    #expect(test.notices.contains { $0.contains(".obsidian/daily-notes.json") && $0.contains("symbolic link") })
  }

  @Test func theRootItselfMayBeReachedThroughOne() throws {
    let test = try ChangedVault([".vault/config.yaml": "theme: blue\n"])
    try outside.link("way", to: test.folder.path)
    #expect(try AtomicFile.read(".vault/config.yaml", inside: outside.absolute("way")) == Array("theme: blue\n".utf8))
    #expect(try AtomicFile.read(".vault/none.yaml", inside: outside.absolute("way")) == nil)
  }

  @Test func templatesOfTheVaultsOwnAreNoLinks() throws {
    let test = try ChangedVault(["Secret.md": "secret", ".vault/templates/real.md": "text"])
    try test.folder.link(".vault/templates/way.md", to: "../../Secret.md")
    try test.folder.link(".vault/templates/out.md", to: outside.absolute("victim"))
    for name in ["way", "out"] {
      let error = #expect(throws: ChangeError.self) { try test.vault().read { try $0.template(name) } }
      #expect(error?.description.contains("symbolic link") == true)
    }
    #expect(try test.vault().read { try $0.template("real") } == Array("text".utf8))
  }

  // MARK: Modes

  /// Whoever edits another's file gives no bits by which it would run as that other.
  @Test(.enabled(if: geteuid() == 0)) func onlyTheOwnerKeepsTheBitsOfAnOwner() throws {
    for (owner, mode) in [(uid_t(0), mode_t(0o4755)), (54_321, 0o755)] {
      let test = try ChangedVault(["a.md": "a"])
      chown(test.folder.absolute("a.md"), owner, gid_t(owner))
      try test.folder.setMode(0o4755, of: "a.md")
      _ = try test.vault().editor.set("k", to: .text("v"), in: ["a"])
      let written = status(of: test.folder.absolute("a.md"))
      #expect(written?.st_uid == owner)
      #expect(written?.st_mode == S_IFREG | mode)
    }
  }
}
