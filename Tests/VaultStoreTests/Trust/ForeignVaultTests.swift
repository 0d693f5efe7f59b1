import Foundation
import Testing
import VaultCore
import VaultPlatform
import VaultTestSupport

@testable import VaultStore

/// A vault that lies above the working folder and belongs to another user. Only root can give files away; what root then
/// finds is what any user finds.
@Suite(.enabled(if: geteuid() == 0, "only root can give files away"))
struct ForeignVaultTests {
  private let folder: TemporaryFolder
  private let other: uid_t = 1_000

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("- [ ] zirconium\n", to: "theirs/n1.md")
    try folder.write("zirconium\n", to: "theirs/Old/n2.md")
    try folder.write(
      """
      ignore: [Old/]
      index: .vault/index.sqlite
      theme: green
      inbox: ../../outside.md
      """, to: "theirs/.vault/config.yaml")
    try folder.makeFolder("theirs/sub")
  }

  private func give(_ paths: String..., to owner: uid_t? = nil) throws {
    for path in paths {
      try #require(lchown(folder.absolute(path), owner ?? other, 0) == 0)
    }
  }

  private func user(_ text: String) throws -> UserConfiguration {
    try folder.write(text, to: "config/vault/config.yaml")
    return try .load(UserFolders(["XDG_CONFIG_HOME": folder.absolute("config")]))
  }

  private func find(
    _ explicit: String? = nil, _ environment: String? = nil, at cwd: String = "theirs/sub",
    by user: UserConfiguration = UserConfiguration()
  ) throws -> VaultLocation {
    try VaultLocation.find(explicit: explicit, environment: environment, from: folder.absolute(cwd), user: user)
  }

  @Test(arguments: ["theirs", "theirs/.vault"])
  func isKnownByItsOwner(_ path: String) throws {
    #expect(try !find().isForeign)
    try give(path)
    #expect(try find().isForeign)
    #expect(try find().root == folder.absolute("theirs"))
  }

  /// A name of a vault is no path in the working folder, nor is a place beneath a home that nobody knows.
  @Test func isNotAcceptedByWhatStandsInTheWorkingFolder() throws {
    let here = FileManager.default.currentDirectoryPath
    for name in ["Sources", "./Sources", "~/Sources"] {
      let user = try user("default_vault: \(name)\nvaults: {Sources: /nowhere}\n")
      #expect(
        try !user.accepts(String(validating: resolvedPath(Array((here + "/Sources").utf8)).get(), as: UTF8.self)!))
    }
  }

  @Test func isAcceptedByNamingIt() throws {
    try give("theirs", "theirs/.vault")
    let root = folder.absolute("theirs")
    #expect(try !find("..").isForeign)
    #expect(try !find(nil, root).isForeign)
    #expect(try !find("them", by: user("vaults: {them: \"\(root)\"}\n")).isForeign)
    try folder.link("link", to: "theirs")
    for text in [
      "trusted: [\"\(root)\"]", "trusted: [\"\(root)/\"]", "vaults: {them: \"\(root)\"}", "default_vault: \"\(root)\"",
      "vaults: {them: \"\(folder.absolute("link"))\"}",
    ] {
      #expect(try !find(by: user(text + "\n")).isForeign, "\(text)")
    }
    for text in ["", "trusted: [\"\(folder.path)\"]", "trusted: [\"\(root)/sub\"]", "trusted: [\"*\"]"] {
      #expect(try find(by: user(text + "\n")).isForeign, "\(text)")
    }
  }

  /// As if somebody had made a `.vault` in the system's temporary folder.
  @Test func doesNotTakeInAnObsidianVaultOfOnesOwn() throws {
    try folder.makeFolder("theirs/mine/.obsidian")
    try folder.makeFolder("theirs/mine/deeper")
    try give("theirs", "theirs/.vault")
    #expect(
      try find(at: "theirs/mine/deeper") == VaultLocation(root: folder.absolute("theirs/mine"), marker: .obsidian))
    // A folder without a marker is taken in, but not without a word.
    #expect(try find(at: "theirs/sub").isForeign)
    try give("theirs/mine/.obsidian")
    #expect(try find(at: "theirs/mine/deeper").root == folder.absolute("theirs"))
    #expect(try find(at: "theirs/mine/deeper").isForeign)
  }

  private func vault(_ location: VaultLocation, _ notices: VaultUnderTest.Notices) throws -> OpenVault {
    var listener = VaultListener()
    listener.notice = { notices.add($0.message) }
    var environment = VaultEnvironment.fixed(VaultUnderTest.today)
    environment.variables = [
      "XDG_CACHE_HOME": folder.absolute("cache"), "XDG_STATE_HOME": folder.absolute("state"),
      "XDG_CONFIG_HOME": folder.absolute("none"),
    ]
    let vault = try Vault(location: location, environment: environment, notice: listener.notice)
    return OpenVault(vault: vault, listener: listener)
  }

  @Test func isReadWithoutItsPowers() throws {
    try give("theirs", "theirs/.vault")
    let notices = VaultUnderTest.Notices()
    let open = try vault(find(), notices)
    var expected = Configuration.default
    expected.ignore = ["Old/"]
    #expect(open.vault.configuration == expected)
    #expect(open.vault.indexPath?.hasPrefix(folder.absolute("cache")) == true)
    let hits = try open.read { reader in
      try reader.search(QueryParser(context: QueryContext(today: VaultUnderTest.today)).parse("zirconium"))
    }.hits
    #expect(hits.map(\.record.path.text) == ["n1.md"])
    #expect(notices.all.count == 1)
    let notice = try #require(notices.all.first)
    for words in ["belongs to another user", "Trust Vault", "its folder", "VAULT_DIR"] {
      #expect(notice.contains(words), "\(notice)")
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.absolute("theirs/.vault")) == ["config.yaml"])

    // Named outright it has all of them.
    let named = VaultUnderTest.Notices()
    #expect(try vault(find(".."), named).vault.configuration.theme == .green)
    #expect(named.all == [])
  }

  @Test func isNotChanged() throws {
    try give("theirs", "theirs/.vault")
    let editor = try vault(find(), VaultUnderTest.Notices()).vault.editor()
    let path = NotePath("n1.md")
    func change(_ options: ChangeOptions = ChangeOptions()) throws -> ChangeOutcome {
      try editor.change("x", options) { try $0.replace(path, with: Array("changed\n".utf8)) }
    }
    let error = #expect(throws: ForeignVaultError.self) { try change() }
    #expect(error?.kind == .refused)
    #expect(error?.message.remedies == [.command(.trustVault), .option(.vaultFolder)])
    #expect(throws: ForeignVaultError.self) { try change(ChangeOptions { _ in true }) }
    #expect(try change(ChangeOptions(dryRun: true)).end == .dryRun)
    #expect(try folder.bytes(of: "theirs/n1.md") == Array("- [ ] zirconium\n".utf8))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.absolute("theirs/.vault")) == ["config.yaml"])
    _ = try vault(find(".."), VaultUnderTest.Notices()).vault.editor()
      .change("x") { try $0.replace(path, with: Array("changed\n".utf8)) }
    #expect(try folder.bytes(of: "theirs/n1.md") == Array("changed\n".utf8))
  }

  /// What looks like an interrupted change is nobody's to take back.
  @Test func itsJournalIsLeftAlone() throws {
    try folder.write("{}\n", to: "theirs/.vault/journal/pending")
    try give("theirs", "theirs/.vault")
    _ = try vault(find(), VaultUnderTest.Notices()).read { try $0.list(Query()) }
    #expect(try folder.bytes(of: "theirs/.vault/journal/pending") == Array("{}\n".utf8))
    #expect(!FileManager.default.fileExists(atPath: folder.absolute("theirs/.vault/state")))
  }
}
