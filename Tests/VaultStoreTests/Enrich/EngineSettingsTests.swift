import Testing
import VaultCore
import VaultTestSupport

@testable import VaultStore

@Suite struct EngineSettingsTests {
  private func settings(_ text: String) throws -> EngineSettings { try EngineSettings(text, "/h/engines.yaml") }

  @Test func enginesHaveNamesAndPrograms() throws {
    let settings = try settings(
      "default: local\nengines:\n  local: {command: [llm, -m, small], version: 2}\n  b:\n    command: [b]\n")
    #expect(try settings.engine(nil) == Engine(name: "local/2", work: .command(["llm", "-m", "small"])))
    #expect(try settings.engine("b").name == "b/1")
    #expect(try settings.engine("rules") == .rules)
  }

  @Test func nothingIsFilledInUntilOneIsNamed() throws {
    #expect(throws: EngineError.self) { try settings("engines: {}\n").engine(nil) }
    #expect(throws: EngineError.self) { try settings("").engine("x") }
    #expect(try settings("default: rules\n").engine(nil) == .rules)
  }

  @Test(arguments: [
    "default: [x]", "default: no", "engines: x", "engines: {a: x}", "engines: {a: {}}", "engines: {a: {command: x}}",
    "engines: {a: {command: []}}", "engines: {a: {command: [x], url: y}}", "engines: {rules: {command: [x]}}",
    "engines: {a/b: {command: [x]}}", "engines: {a: {command: [x], version: [1]}}", "other: 1",
    "engines: {a: {command: [x]",
  ])
  func mistakesAreTold(_ text: String) {
    #expect(throws: EngineError.self) { try settings(text) }
  }

  @Test func aFileThatOthersWriteIsNone() throws {
    let folder = try TemporaryFolder()
    try folder.write("default: rules\n", to: "vault/engines.yaml")
    let folders = UserFolders(["XDG_CONFIG_HOME": folder.path])
    #expect(try EngineSettings.load(folders).engine(nil) == .rules)
    try folder.setMode(0o666, of: "vault/engines.yaml")
    #expect(throws: AtomicFileError.self) { try EngineSettings.load(folders) }
    #expect(throws: EngineError.self) {
      try EngineSettings.load(UserFolders(["XDG_CONFIG_HOME": "/nowhere"])).engine(nil)
    }
  }
}
