import Testing
import VaultCore
import VaultTestSupport

@testable import VaultRPC

/// What is found in all vaults without a document.
@Suite(.serialized) struct WorkspaceSymbolMethodTests {
  private func symbols(_ editor: EditorUnderTest, _ query: String) throws -> [String] {
    let found = try editor.ask("workspace/symbol", .members(("query", .text(query))))
    return try (found.list ?? []).map { symbol in
      let location = try #require(symbol["location"])
      let range = try PositionRange(#require(location["range"]))
      let file = location["uri"]?.text?.split(separator: "/").last ?? ""
      return "\(symbol["name"]?.text ?? "") \(symbol["kind"]?.integer ?? 0) \(file):\(range.start.line):"
        + "\(range.start.character)-\(range.end.character)"
    }
  }

  private func editor(_ encoding: String) throws -> EditorUnderTest {
    let editor = try EditorUnderTest(
      [
        "Home.md": "\u{FEFF}---\r\naliases: [Start]\r\n---\r\n# 😀 Alpha beta\r\n\r\nalpha in text #tag/deep\r\n",
        "Sub/Other.md":
          "# Other\n\n## Gamma alpha ##\n\nSetext alphabet\n-----\n\n- [ ] 😀 buy alpha milk\n- [x] buy bread\n",
        "Third.md": "😀 #tag #other-tag\n",
      ], capabilities: EditorUnderTest.capabilities(encoding))
    try editor.open("Third.md")
    return editor
  }

  @Test(arguments: ClientText.encodings) func eachKind(_ encoding: String) throws {
    let editor = try editor(encoding)
    let emoji = encoding == "utf-8" ? 4 : 2
    #expect(try symbols(editor, "start") == ["Start 1 Home.md:0:0-0"])
    #expect(try symbols(editor, "third") == ["Third 1 Third.md:0:0-0"])
    let headings = try symbols(editor, "heading:alp").sorted()
    #expect(
      headings == [
        "heading:Gamma alpha 15 Other.md:2:3-14", "heading:Setext alphabet 15 Other.md:4:0-15",
        "heading:😀 Alpha beta 15 Home.md:3:2-\(13 + emoji)",
      ])
    #expect(try symbols(editor, "heading:alp be").count == 1)
    #expect(try symbols(editor, "heading:") == [])
    #expect(
      try symbols(editor, "#tag").sorted() == [
        "#other-tag 22 Third.md:0:\(emoji + 7)-\(emoji + 16)", "#tag 22 Third.md:0:\(emoji + 2)-\(emoji + 5)",
        "#tag/deep 22 Home.md:5:15-23",
      ])
    #expect(try symbols(editor, "!buy alp") == ["!😀 buy alpha milk 17 Other.md:7:0-\(21 + emoji)"])
    #expect(try symbols(editor, "!buy").count == 2)
    #expect(try symbols(editor, "").count == 3)
  }

  @Test func unsavedTextCounts() throws {
    let editor = try editor("utf-16")
    editor.change("Third.md", to: "# Alphabetical\n\n#new\n", version: 2)
    #expect(try symbols(editor, "heading:alphabetical") == ["heading:Alphabetical 15 Third.md:0:2-14"])
    #expect(try symbols(editor, "#new") == ["#new 22 Third.md:2:1-4"])
    #expect(try symbols(editor, "#other") == [])
  }

  @Test func noMoreThanMay() throws {
    let editor = try EditorUnderTest(["a.md": "# A\n"])
    for number in 0..<250 {
      try editor.folder.write("- [ ] t \(number) #t\(number)\n\n# H\n", to: "vault/n\(number).md")
    }
    try editor.open("a.md")
    for query in ["", "#", "!", "heading:H", "n"] {
      let found = try editor.ask("workspace/symbol", .members(("query", .text(query))))
      #expect(found.list?.count == WorkspaceSymbolMethod.most)
    }
  }

  /// A second vault beside the first, both of them folders of the client.
  private func editorOfTwo() throws -> EditorUnderTest {
    let editor = try EditorUnderTest(["One.md": "# One\n"], initializes: false)
    try editor.folder.write("", to: "second/.vault/config.yaml")
    try editor.folder.write("# Two one\n", to: "second/Two.md")
    try editor.folder.write("# Three one\n", to: "second/Three.md")
    let folders = ["vault", "second", "missing"].map {
      JSONValue.members(("uri", .text("file://" + editor.folder.absolute($0))), ("name", .text($0)))
    }
    _ = try editor.ask(
      "initialize", .members(("capabilities", .object([])), ("workspaceFolders", .list(folders))))
    return editor
  }

  @Test func allVaultsAreAskedWithoutADocument() throws {
    let editor = try editorOfTwo()
    #expect(
      Set(try symbols(editor, "heading:one")) == [
        "heading:One 15 One.md:0:2-5", "heading:Two one 15 Two.md:0:2-9", "heading:Three one 15 Three.md:0:2-11",
      ])
    #expect(try symbols(editor, "").count == 3)
  }

  @Test func noVaultNoSymbols() throws {
    let editor = try EditorUnderTest(["a.md": "x"])
    #expect(try symbols(editor, "a") == [])
  }

  @Test func exactlyOneAnswerEachThatIsCancelled() throws {
    let editor = try editorOfTwo()
    var ids: [RPCID] = []
    for number in 0..<30 {
      let id = editor.begin("workspace/symbol", .members(("query", .text("heading:one"))))
      ids.append(id)
      if number % 2 == 0 {
        let name: JSONValue = if case .number(let text) = id { .number(text) } else { .null }
        editor.say("$/cancelRequest", .members(("id", name)))
      }
    }
    let last = editor.begin("shutdown", .null)
    var answers: [RPCID: Int] = [:]
    while answers[last] == nil {
      if case .response(let id, let result) = try editor.next() {
        answers[id, default: 0] += 1
        if case .failure(let error) = result { #expect(error.code == RPCError.Code.requestCancelled.rawValue) }
      }
    }
    #expect(ids.allSatisfy { answers[$0] == 1 })
    #expect(answers.count == 31)
  }

  @Test func theBestOfEachFirst() throws {
    let results = Results()
    let gathered = GatheredLists(named: ["p", "q", "r"], most: 4) { results.add($0, $1) }
    gathered.put(.success([.text("a"), .text("b"), .text("c")]), at: 0)
    gathered.put(.failure(TestFailure("gone")), at: 2)
    #expect(results.all.isEmpty)
    gathered.put(.success([.text("x"), .text("y")]), at: 1)
    #expect(results.all.map { try? $0.get() } == [["a", "x", "b", "y"].map { .text($0) }])
    #expect(results.failures == ["r cannot be asked: gone"])
    let failing = GatheredLists(named: ["p"], most: 4) { results.add($0, $1) }
    failing.put(.failure(TestFailure("gone")), at: 0)
    #expect(throws: TestFailure.self) { try results.all.last?.get() }
  }
}

/// What was told, on whatever thread.
private final class Results: @unchecked Sendable {
  private(set) var all: [Result<[JSONValue], any Error>] = []
  private(set) var failures: [String] = []

  func add(_ result: Result<[JSONValue], any Error>, _ more: [String]) {
    all.append(result)
    failures += more
  }
}
