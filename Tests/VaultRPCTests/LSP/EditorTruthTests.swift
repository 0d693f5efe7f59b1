import Foundation
import Testing
import VaultCore
import VaultStore
import VaultTestSupport

@testable import VaultRPC

/// Whatever is opened, typed, saved and closed, and whatever happens to the files meanwhile, a checkout too: what is answered is what a look
/// at the files without an index answers, were all open texts saved.
@Suite(.serialized) struct EditorTruthTests {
  private static let isLong = ProcessInfo.processInfo.environment["VAULT_SOAK"] != nil
  private static let sequences = isLong ? 10_000 : 25
  private static let seed = TestSeed(fixed: 300)

  fileprivate static let names = ["a.md", "b.md", "sub/c.md", "sub/d e.md", "é.md"]
  private static let pieces = [
    "[[a]] ", "[[b#One]] ", "![[c]]", "[x](sub/c.md) ", "[y](../a.md#two) ", "[[d e|t]]", "[[nick]] ", "[[#One]]",
    "[[é#^id]] ", "# One\n", "## two\n", "text 😀 ", "\n", "\r\n", "#tag ", "#tag/sub ", "- [ ] do 📅 2026-03-20 🆔 q1\n",
    "- [x] did ⛔ q1\n", "word ^id\n", "[r]: b.md\n", "[r] ", "`[[a]]` ", "%% [[b]] %%", "---\naliases: [nick]\n---\n",
    "---\ntags: [tag, other]\n---\n", "[^1] ", "[^1]: note\n", "漢字 ",
  ]
  private static let methods = [
    "textDocument/definition", "textDocument/references", "textDocument/hover", "textDocument/documentLink",
    "textDocument/documentSymbol", "textDocument/diagnostic", "textDocument/prepareRename",
    "textDocument/foldingRange", "textDocument/documentHighlight", "textDocument/semanticTokens/full",
    "textDocument/codeLens",
  ]

  /// The vault as it would be with all open texts saved.
  private struct Model {
    let editor: EditorUnderTest
    var files: [String: String] = [:]
    var open: [String: (text: String, version: Int)] = [:]
    /// The vault's repository, and states of it that were committed.
    let repository: TestRepository
    var commits: [String] = []

    /// Reads which files are there.
    mutating func readFiles() throws {
      files = [:]
      for name in EditorTruthTests.names where editor.folder.exists("vault/" + name) {
        files[name] = try editor.text(name)
      }
    }

    func write() throws {
      let folder = editor.folder
      if folder.exists("model") { try folder.remove("model") }
      try folder.write("", to: "model/.vault/config.yaml")
      for (path, text) in files.merging(open.mapValues(\.text), uniquingKeysWith: { $1 }) {
        try folder.write(text, to: "model/" + path)
      }
    }

    /// What a look at the files says.
    func answer(_ method: String, _ path: String, _ parameters: JSONValue) throws -> JSONValue {
      let root = editor.folder.absolute("model")
      let place = RootPlace(root: root, shown: root)
      var environment = VaultEnvironment.fixed(CivilDate(year: 2026, month: 3, day: 14)!)
      environment.variables = ["HOME": editor.folder.absolute("home")]
      let vault = try Vault(
        location: VaultLocation(root: root, marker: .vault), environment: environment,
        options: Vault.Options(noIndex: true))
      let bytes = Array((open[path]?.text ?? "").utf8)
      let note = NotePath(path)
      let document = DocumentText(
        place.uri(of: note), version: 1, bytes: bytes, coder: PositionCoder(bytes, .utf16), modified: 0)
      let client = ClientCapabilities(.members(("capabilities", EditorUnderTest.capabilities())))
      let workspace = OpenWorkspace(
        client: client, place: place, documents: [note: document], parsing: vault.parsingOptions,
        settings: EditorSettings(vault.configuration))
      let request = LanguageRequest(
        parameters: RPCParameters(parameters), document: document, workspace: workspace, path: note)
      guard let method = LanguageMethod.all[method] else { throw TestFailure(method) }
      switch method.work {
      case .text(let body): return try body(request)
      case .vault(let body): return try vault.read { try body(request, $0) }
      case .plan, .command, .vaults: throw TestFailure("\(method.name) makes a plan")
      }
    }
  }

  private static func text(_ random: inout SeededGenerator) -> String {
    (0..<random.below(12)).map { _ in pieces[random.below(pieces.count)] }.joined()
  }

  /// The answer with one folder's name for both.
  private static func plain(_ json: JSONValue, _ folder: String) -> String {
    String(decoding: json.bytes, as: UTF8.self).replacing(folder + "/model", with: "R").replacing(
      folder + "/vault", with: "R")
  }

  @Test func randomSequences() throws {
    var random = SeededGenerator(seed: Self.seed.value)
    var editor: EditorUnderTest?
    var asked = 0
    for sequence in 0..<Self.sequences {
      // One server serves for many sequences, as it does in an editor.
      if sequence.isMultiple(of: 50) { editor = nil }
      let current = try editor ?? EditorUnderTest(["a.md": "first [[b]]\n"])
      editor = current
      asked += try run(&random, current, sequence)
    }
    #expect(asked > Self.sequences)
  }

  /// Returns how many answers were compared.
  private func run(_ random: inout SeededGenerator, _ editor: EditorUnderTest, _ sequence: Int) throws -> Int {
    var asked = 0
    let isRepository = editor.folder.exists("vault/.git")
    var model = Model(
      editor: editor, repository: try TestRepository(in: editor.folder, at: "vault", initialized: !isRepository))
    try model.readFiles()
    for step in 0..<8 {
      let path = Self.names[random.below(Self.names.count)]
      switch random.below(9) {
      case 0, 1:
        if model.open[path] == nil {
          let text = model.files[path] ?? Self.text(&random)
          try editor.open(path, text)
          model.open[path] = (text, 1)
        }
      case 2, 3, 4:
        guard let known = model.open[path] else { continue }
        try change(path, known, &model, &random)
      case 5:
        guard let known = model.open[path] else { continue }
        try editor.folder.write(known.text, to: "vault/" + path)
        model.files[path] = known.text
        editor.say("textDocument/didSave", editor.place(path, 0, 0, JSONValue.Member("text", .text(known.text))))
      case 6:
        guard model.open.removeValue(forKey: path) != nil else { continue }
        editor.say("textDocument/didClose", editor.place(path, 0, 0))
      case 7: try checkOut(&model, &random)
      default:
        if random.below(4) == 0, model.files[path] != nil {
          try editor.folder.remove("vault/" + path)
          model.files[path] = nil
        } else {
          let text = Self.text(&random)
          try editor.folder.write(text, to: "vault/" + path)
          model.files[path] = text
        }
      }
      if try ask(model, &random, "sequence \(sequence), step \(step), \(Self.seed)") { asked += 1 }
    }
    for path in model.open.keys { editor.say("textDocument/didClose", editor.place(path, 0, 0)) }
    return asked
  }

  /// What is there is committed, and an earlier state comes back at once, as when somebody changes to another branch.
  private func checkOut(_ model: inout Model, _ random: inout SeededGenerator) throws {
    model.commits.append(try model.repository.commit())
    try model.repository.git("checkout", "--quiet", "--detach", model.commits[random.below(model.commits.count)])
    try model.readFiles()
  }

  /// Some of the text is replaced, by places as a client counts them.
  private func change(
    _ path: String, _ known: (text: String, version: Int), _ model: inout Model, _ random: inout SeededGenerator
  ) throws {
    let scalars = Array(known.text.unicodeScalars)
    let (first, second) = (random.below(scalars.count + 1), random.below(scalars.count + 1))
    let (start, end) = (min(first, second), min(max(first, second), min(first, second) + 12))
    let bytes = Array(known.text.utf8)
    let coder = PositionCoder(bytes, .utf16)
    func offset(_ count: Int) -> Int { String(String.UnicodeScalarView(scalars[..<count])).utf8.count }
    let range = coder.range(offset(start)..<offset(end), in: bytes)
    // Between CR and LF there is no place, so the server is asked what the client means.
    let real = coder.range(range, in: bytes)
    let new = random.below(2) == 0 ? Self.pieces[random.below(Self.pieces.count)] : ""
    let changed = Array(bytes[..<real.lowerBound]) + Array(new.utf8) + Array(bytes[real.upperBound...])
    model.open[path] = (String(decoding: changed, as: UTF8.self), known.version + 1)
    model.editor.say(
      "textDocument/didChange",
      .members(
        ("textDocument", .members(("uri", .text(model.editor.uri(path))), ("version", .integer(known.version + 1)))),
        ("contentChanges", .list([.members(("range", range.json), ("text", .text(new)))]))))
  }

  /// False where no document is open, so that nothing can be asked.
  private func ask(_ model: Model, _ random: inout SeededGenerator, _ what: String) throws -> Bool {
    let paths = model.open.keys.sorted()
    guard !paths.isEmpty else { return false }
    let path = paths[random.below(paths.count)]
    let bytes = Array((model.open[path]?.text ?? "").utf8)
    let coder = PositionCoder(bytes, .utf16)
    let position = coder.position(of: random.below(bytes.count + 1), in: bytes)
    let method = Self.methods[random.below(Self.methods.count)]
    let context = JSONValue.Member("context", .members(("includeDeclaration", .bool(true))))
    let parameters = model.editor.place(path, position.line, position.character, context)
    try model.write()
    let folder = model.editor.folder.path
    let wanted = try Self.plain(model.answer(method, path, parameters), folder)
    var found = try Self.plain(model.editor.ask(method, parameters), folder)
    if found != wanted, method == "textDocument/diagnostic" {
      // What was typed a moment ago is not called wrong yet.
      usleep(1_100_000)
      found = try Self.plain(model.editor.ask(method, parameters), folder)
    }
    try #require(found == wanted, "\(what): \(method) in \(path) at \(position)")
    return true
  }
}
