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

  @Test func enginesMayBeServers() throws {
    let settings = try settings(
      """
      default: chat
      on_save: path:Meetings/
      engines:
        chat: {url: "http://127.0.0.1:11434/v1/chat/completions", style: chat, model: llama3.2, version: 3}
        far:
          url: https://engine.example/ask?version=2
          token: abc
      """)
    var chat = HTTPEngine(address: "http://127.0.0.1:11434/v1/chat/completions")
    (chat.style, chat.model) = (.chat, "llama3.2")
    #expect(try settings.engine(nil) == Engine(name: "chat/3", work: .http(chat)))
    var far = HTTPEngine(address: "https://engine.example/ask?version=2")
    far.token = "abc"
    #expect(try settings.engine("far") == Engine(name: "far/1", work: .http(far)))
    #expect(settings.onSave == "path:Meetings/")
  }

  @Test func aQuestionIsHandedOverWhole() throws {
    var engine = HTTPEngine(address: "https://engine.example/")
    (engine.style, engine.model, engine.token) = (.chat, "m", "t")
    let question = HTTPQuestion(engine, about: .object([.init("title", .text("A"))]))
    #expect(HTTPQuestion(json: question.json.bytes) == question)
    #expect(HTTPQuestion(json: Array("{\"url\": 1}".utf8)) == nil && HTTPQuestion(json: []) == nil)
  }

  @Test func whatIsSavedIsFilledInOnlyWhereThatIsWanted() throws {
    #expect(try settings("default: rules\n").onSave == nil)
    #expect(try settings("default: rules\non_save: false\n").onSave == nil)
    #expect(try settings("default: rules\non_save: true\n").onSave == "")
  }

  @Test func nothingIsFilledInUntilOneIsNamed() throws {
    #expect(throws: EngineError.self) { try settings("engines: {}\n").engine(nil) }
    #expect(throws: EngineError.self) { try settings("").engine("x") }
    #expect(try settings("default: rules\n").engine(nil) == .rules)
  }

  @Test(arguments: [
    "default: [x]", "default: no", "engines: x", "engines: {a: x}", "engines: {a: {}}", "engines: {a: {command: x}}",
    "engines: {a: {command: []}}", "engines: {a: {command: [x], url: y}}", "engines: {rules: {command: [x]}}",
    "engines: {a/b: {command: [x]}}", "engines: {a: {command: [x], version: [1]}}", "other: 1", "on_save: true",
    "default: rules\non_save: [x]", "engines: {a: {url: 'http://engine.example/'}}", "engines: {a: {url: 'ftp://a/'}}",
    "engines: {a: {url: 'https://me:pw@a/'}}", "engines: {a: {url: 'https://a/', style: chat}}",
    "engines: {a: {url: 'https://a/', model: m}}", "engines: {a: {url: 'https://a/', style: odd, model: m}}",
    "engines: {a: {url: 'https://a/', token: 'a b'}}", "engines: {a: {command: [x], token: t}}",
    "engines: {a: {url: 'https://a:99999/'}}", "engines: {a: {url: 'https://%00/'}}", "engines: {a: {command: ['']}}",
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
    try folder.write("engines: {a: {url: 'https://a.example/', token: t}}\n", to: "vault/engines.yaml")
    try folder.setMode(0o644, of: "vault/engines.yaml")
    #expect(throws: EngineError.self) { try EngineSettings.load(folders) }
    try folder.setMode(0o600, of: "vault/engines.yaml")
    #expect(try EngineSettings.load(folders).engine("a").name == "a/1")
    try folder.setMode(0o666, of: "vault/engines.yaml")
    #expect(throws: AtomicFileError.self) { try EngineSettings.load(folders) }
    #expect(throws: EngineError.self) {
      try EngineSettings.load(UserFolders(["XDG_CONFIG_HOME": "/nowhere"])).engine(nil)
    }
  }
}
