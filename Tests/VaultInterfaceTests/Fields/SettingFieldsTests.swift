import Foundation
import Testing
import VaultCore
import VaultStore
import VaultTestSupport

@testable import VaultInterface

/// All settings, and where each value is from.
@Suite struct SettingFieldsTests {
  private func settings(own: String, user: String = "") throws -> [String: Setting] {
    let folder = try TemporaryFolder()
    try folder.write(own, to: "vault/.vault/config.yaml")
    try folder.write(user, to: "config/vault/config.yaml")
    var environment = VaultEnvironment(now: Date(timeIntervalSince1970: 1_790_000_000), timeZone: .gmt)
    environment.variables = ["XDG_CONFIG_HOME": folder.absolute("config")]
    let vault = try Vault(
      location: VaultLocation(root: folder.absolute("vault"), marker: .vault), environment: environment)
    return Dictionary(uniqueKeysWithValues: try vault.settings().map { ($0.key.name, $0) })
  }

  @Test func eachKeyIsThereOnce() throws {
    let found = try settings(own: "")
    #expect(Set(found.keys) == Set(ConfigurationKey.all.map(\.name)))
    #expect(found.values.allSatisfy { $0.source == .default && !$0.isSet && $0.rejection == nil })
  }

  @Test func theVaultsOwnComesBeforeTheUsers() throws {
    let found = try settings(own: "web.density: compact\n", user: "web.density: comfortable\nappearance: dark\n")
    #expect(found["web.density"]?.source == .file && found["web.density"]?.isSet == true)
    #expect(found["appearance"]?.source == .user && found["appearance"]?.isSet == false)
    #expect(found["archive"]?.source == .default)
  }
}
