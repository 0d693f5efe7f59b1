import Foundation
import Testing
import VaultCore
import VaultPlatform
import VaultTestSupport

@testable import VaultStore

/// What the user has decided for all vaults, beside what a vault says.
@Suite struct UserConfigurationTests {
  private let folder: TemporaryFolder
  private let folders: UserFolders

  init() throws {
    folder = try TemporaryFolder()
    folders = UserFolders(["HOME": folder.absolute("home"), "XDG_CONFIG_HOME": folder.absolute("config")])
  }

  private func user(_ text: String) throws -> UserConfiguration {
    try folder.write(text, to: "config/vault/config.yaml")
    return try .load(folders)
  }

  private func vault(_ text: String) throws -> Vault {
    try folder.write(text, to: "notes/.vault/config.yaml")
    var environment = VaultEnvironment.fixed(VaultUnderTest.today)
    environment.variables = ["HOME": folder.absolute("home"), "XDG_CONFIG_HOME": folder.absolute("config")]
    return try Vault(location: VaultLocation(root: folder.absolute("notes"), marker: .vault), environment: environment)
  }

  // MARK: What holds

  @Test func nothingWhereThereIsNone() throws {
    let user = try UserConfiguration.load(folders)
    #expect(user.configuration == .default)
    #expect(user.settings == [])
    #expect(user.notices == [])
    #expect(try UserConfiguration.load(UserFolders([:])).configuration == .default)
  }

  @Test func vaultsWinWhereTheTableSaysSo() throws {
    let user = try user("theme: blue\nappearance: light\neditor: mine\n")
    #expect(user.settings == ["theme", "appearance", "editor"])
    let silent = try vault("inbox: In.md\n").configuration
    #expect(silent.theme == .blue)
    #expect(silent.appearance == .light)
    #expect(silent.editor == "mine")
    let loud = try vault("theme: green\nappearance: dark\neditor: theirs\n")
    #expect(loud.configuration.theme == .green)
    #expect(loud.configuration.appearance == .light)
    #expect(loud.configuration.editor == "mine")
    #expect(loud.configurationDiagnostics.map(\.code.rawValue) == ["config-not-here"])
  }

  @Test func mistakesAreToldWithTheirPlace() throws {
    let user = try user("theme: blue\ninbox: x\nthme: x\n")
    let path = folder.absolute("config/vault/config.yaml")
    #expect(user.notices.map { $0.message.hasPrefix(path + ":") } == [true, true])
    #expect(user.notices[0].message.contains(":2:1: \"inbox\" is a setting of a vault's own"))
    #expect(user.configuration.theme == .blue)
  }

  // MARK: Whose it is

  @Test func linksAreFollowed() throws {
    try folder.write("theme: blue\n", to: "dotfiles/vault/config.yaml")
    try folder.makeFolder("config")
    try folder.link("config/vault", to: "../dotfiles/vault")
    #expect(try UserConfiguration.load(folders).configuration.theme == .blue)

    try folder.remove("config/vault")
    try folder.makeFolder("config/vault")
    try folder.link("config/vault/config.yaml", to: "../../dotfiles/vault/config.yaml")
    #expect(try UserConfiguration.load(folders).configuration.theme == .blue)
  }

  @Test(arguments: ["config/vault/config.yaml", "config/vault"])
  func whatOthersMayWriteIsNotRead(_ path: String) throws {
    try folder.write("theme: blue\neditor: touch PWNED\n", to: "config/vault/config.yaml")
    for mode in [0o777, 0o775] {
      try folder.setMode(mode_t(mode), of: path)
      let user = try UserConfiguration.load(folders)
      #expect(user.configuration == .default)
      #expect(
        user.notices.map(\.message) == [
          "\(folder.absolute(path)): belongs to another user, or others may write to it, so it is not read; make it yours alone"
        ])
      #expect(throws: (any Error).self) { try UserConfiguration.change(folders) { $0 + "picker: x\n" } }
    }
    try folder.setMode(0o755, of: path)
    #expect(try UserConfiguration.load(folders).configuration.theme == .blue)
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give files away"))
  func whatBelongsToAnotherIsNotRead() throws {
    try folder.write("editor: touch PWNED\n", to: "config/vault/config.yaml")
    #expect(chown(folder.absolute("config/vault/config.yaml"), 1_000, 1_000) == 0)
    let user = try UserConfiguration.load(folders)
    #expect(user.configuration == .default)
    #expect(user.notices.count == 1)
  }

  @Test func whatIsNoFileOrTooLargeIsTold() throws {
    try folder.makeFolder("config/vault")
    #expect(mkfifo(folder.absolute("config/vault/config.yaml"), 0o600) == 0)
    #expect(try UserConfiguration.load(folders).notices.first?.message.contains("is a FIFO") == true)
    try folder.remove("config/vault/config.yaml")
    try folder.write("", to: "config/vault/config.yaml")
    #expect(truncate(folder.absolute("config/vault/config.yaml"), 20 << 30) == 0)
    #expect(try UserConfiguration.load(folders).notices.first?.message.contains("has more than the 4 MiB") == true)
  }

  // MARK: Changing it

  private func set(_ name: String, _ value: String) throws {
    try UserConfiguration.change(folders) { try ConfigurationEditor.setting(name, value, in: $0, of: .user) }
  }

  @Test func isMadeForTheUserAlone() throws {
    try set("editor", "vim -n")
    let path = folder.absolute("config/vault/config.yaml")
    #expect(status(of: path).map { $0.st_mode & 0o777 } == 0o600)
    #expect(status(of: folder.absolute("config/vault")).map { $0.st_mode & 0o777 } == 0o700)
    let text = String(decoding: try folder.bytes(of: "config/vault/config.yaml"), as: UTF8.self)
    #expect(text == ConfigurationTemplate.text(for: .user) + "editor: vim -n\n")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.absolute("config/vault")) == ["config.yaml"])
  }

  @Test func onlyItsLineChanges() throws {
    try folder.write("# mine\r\ntheme: blue # nice\r\n", to: "config/vault/config.yaml")
    try folder.setMode(0o640, of: "config/vault/config.yaml")
    try set("theme", "green")
    #expect(
      try folder.bytes(of: "config/vault/config.yaml") == Array("# mine\r\ntheme: green # nice\r\n".utf8))
    #expect(status(of: folder.absolute("config/vault/config.yaml")).map { $0.st_mode & 0o777 } == 0o640)
  }

  @Test func aLinkStaysOne() throws {
    try folder.write("theme: blue\n", to: "dotfiles/mine.yaml")
    try folder.makeFolder("config/vault")
    try folder.setMode(0o700, of: "config/vault")
    try folder.link("config/vault/config.yaml", to: "../../dotfiles/mine.yaml")
    try set("theme", "green")
    #expect(try folder.bytes(of: "dotfiles/mine.yaml") == Array("theme: green\n".utf8))
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: folder.absolute("config/vault/config.yaml"))
        == "../../dotfiles/mine.yaml")
  }

  @Test func nothingIsMadeForNothing() throws {
    try UserConfiguration.change(folders) { try ConfigurationEditor.removing("theme", in: $0, of: .user) }
    #expect(!FileManager.default.fileExists(atPath: folder.absolute("config/vault/config.yaml")))
    let error = #expect(throws: UserConfigurationError.self) { try UserConfiguration.change(UserFolders([:])) { $0 } }
    #expect(error?.kind == .noPlace)
  }

  /// Nobody's change is lost where several are made at once.
  @Test func manyAtOnce() async throws {
    let folders = folders
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<8 {
        group.addTask {
          try UserConfiguration.change(folders) { text in
            let known = ConfigurationParser.parse(text, of: .user).configuration.trusted
            let key = try #require(ConfigurationKey.named("trusted"))
            return try ConfigurationEditor.setting(
              key, to: .list((known + ["/\(number)"]).map { .text($0) }), in: text, of: .user)
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try UserConfiguration.load(folders).configuration.trusted.sorted() == (0..<8).map { "/\($0)" })
  }

  // MARK: Finding vaults

  private func find(
    _ explicit: String? = nil, _ environment: String? = nil, at cwd: String, _ user: UserConfiguration
  ) throws -> VaultLocation {
    try VaultLocation.find(explicit: explicit, environment: environment, from: folder.absolute(cwd), user: user)
  }

  @Test func vaultsHaveNames() throws {
    try folder.makeFolder("home/Work")
    try folder.makeFolder("Home notes/.obsidian")
    try folder.makeFolder("here/work/.vault")
    let user = try user("vaults: {work: ~/Work, home: \"\(folder.absolute("Home notes"))\"}\n")
    // A folder of that name is no vault of that name, whoever put it there.
    #expect(try find("work", at: "here", user).root == folder.absolute("home/Work"))
    #expect(try find(nil, "work", at: "here", user).root == folder.absolute("home/Work"))
    #expect(try find("./work", at: "here", user).root == folder.absolute("here/work"))
    #expect(try find("home", at: "here", user) == VaultLocation(root: folder.absolute("Home notes"), marker: .obsidian))
    let near = #expect(throws: VaultLocationError.self) { try find("wrok", at: "here", user) }
    #expect(near?.description.contains("Did you mean your vault \"work\"?") == true)
    let gone = #expect(throws: VaultLocationError.self) {
      try find("gone", at: "here", self.user("vaults: {gone: /gone}\n"))
    }
    #expect(gone?.description.hasPrefix("vaults: /gone: No such file or directory.") == true)
  }

  @Test func theDefaultVaultIsTheLast() throws {
    try folder.makeFolder("home/Work")
    try folder.makeFolder("in/.vault")
    try folder.makeFolder("out")
    for name in ["work", "~/Work", folder.absolute("home/Work")] {
      let user = try user("vaults: {work: ~/Work}\ndefault_vault: \(name)\n")
      #expect(try find(at: "out", user).root == folder.absolute("home/Work"))
      #expect(try find(at: "in", user).root == folder.absolute("in"))
      #expect(try find(nil, folder.absolute("out"), at: "out", user).root == folder.absolute("out"))
      #expect(try find(".", at: "out", user).root == folder.absolute("out"))
    }
    let unknown = #expect(throws: VaultLocationError.self) {
      try find(at: "out", user("vaults: {work: ~/Work}\ndefault_vault: home\n"))
    }
    #expect(unknown == .unknownName("home", known: ["work"]))
    #expect(unknown?.message.remedies == [.setting("default_vault"), .setting("vaults")])
  }
}
