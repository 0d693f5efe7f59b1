import Foundation
import Testing
import VaultCore
import VaultPlatform
import VaultTestSupport

@testable import VaultStore

/// Settings that are read anew once their files are other ones, and not before.
@Suite struct KeptSettingsTests {
  private let folder: TemporaryFolder
  private let home: TemporaryFolder
  private let kept: KeptSettings
  private var environment = VaultEnvironment.fixed(CivilDate(dayNumber: 20_000))

  init() throws {
    (folder, home) = (try TemporaryFolder(), try TemporaryFolder())
    try folder.makeFolder(".vault")
    environment.variables = ["HOME": home.path, "XDG_CONFIG_HOME": home.absolute("config")]
    kept = KeptSettings(VaultLocation(root: folder.path, marker: .vault), Vault.Options())
  }

  private func vault(told: (VaultNotice) -> Void = { _ in }) throws -> Vault {
    try kept.vault(in: environment, notice: told)
  }

  @Test func everyChangeIsSeen() throws {
    #expect(try vault().configuration == Configuration.default)
    for density in ["compact", "relaxed", "compact", "relaxed"] {
      // Each within a tick of the clock of the one before.
      try folder.write("web:\n  density: \(density)\n", to: ".vault/config.yaml")
      let fresh = try Vault(location: VaultLocation(root: folder.path, marker: .vault), environment: environment)
      #expect(try vault().configuration == fresh.configuration)
      #expect(try vault().configurationDiagnostics.count == fresh.configurationDiagnostics.count)
    }
    try folder.remove(".vault/config.yaml")
    #expect(try vault().configuration == Configuration.default)
    try home.write("appearance: dark\n", to: "config/vault/config.yaml")
    let own = try UserConfiguration.load(environment.folders)
    #expect(try vault().user.settings == own.settings && !own.settings.isEmpty)
    try folder.write(##"{"globalFilter": "#task"}"##, to: ".obsidian/plugins/obsidian-tasks-plugin/data.json")
    #expect(try vault().configuration.taskFilter == "#task")
    try folder.write("[note]\n", to: ".zk/config.toml")
    #expect(try vault().notebook != nil)
  }

  @Test func whatIsWrongIsToldOnce() throws {
    try folder.write("colour: red\n", to: ".vault/config.yaml")
    usleep(2_100_000)
    var told: [String] = []
    for _ in 0..<3 { _ = try vault { told.append($0.message) } }
    #expect(told.count == 1 && told[0].contains("colour"))
    // A file of the same size, and of the same time to a second.
    try folder.write("coluor: red\n", to: ".vault/config.yaml")
    _ = try vault { told.append($0.message) }
    #expect(told.count == 2)
  }

  @Test func theMomentIsTheOneOfTheQuestion() throws {
    let later = VaultEnvironment.fixed(CivilDate(dayNumber: 20_001))
    var other = environment
    other.now = later.now
    _ = try vault()
    let vault = try kept.vault(in: other) { _ in }
    #expect(vault.environment.today == CivilDate(dayNumber: 20_001))
    #expect(vault.environment.firstWeekday == vault.configuration.firstWeekday)
  }
}
