import Testing
import VaultCore
import VaultTestSupport

@testable import VaultRPC

/// How a client and the server begin and end, and what becomes of messages that come at the wrong time.
@Suite(.serialized) struct EditorLifeTests {
  private func code(_ result: Result<JSONValue, RPCError>) -> Int? {
    if case .failure(let error) = result { error.code } else { nil }
  }

  @Test func requestsBeforeTheBeginningAndBehindTheEndAreRefused() throws {
    let editor = try EditorUnderTest(["a.md": "x"], initializes: false)
    let early = editor.begin("textDocument/hover", .object([]))
    #expect(code(try editor.answer(to: early)) == RPCError.Code.notInitialized.rawValue)
    _ = try editor.ask("initialize", .members(("capabilities", .object([]))))
    let twice = editor.begin("initialize", .members(("capabilities", .object([]))))
    #expect(code(try editor.answer(to: twice)) == RPCError.Code.invalidRequest.rawValue)
    _ = try editor.ask("shutdown", .null)
    let late = editor.begin("textDocument/hover", .object([]))
    #expect(code(try editor.answer(to: late)) == RPCError.Code.invalidRequest.rawValue)
  }

  @Test func unknownAndMalformedRequestsAreRefused() throws {
    let editor = try EditorUnderTest(["a.md": "x"])
    try editor.open("a.md")
    let asked: [(String, JSONValue, RPCError.Code)] = [
      ("vault/none", .object([]), .methodNotFound), ("$/none", .object([]), .methodNotFound),
      ("textDocument/hover", .members(("textDocument", .text("x"))), .invalidParams),
      ("textDocument/hover", .members(("textDocument", .members(("uri", .text(editor.uri("a.md")))))), .invalidParams),
      ("textDocument/hover", editor.place("b.md", 0, 0), .invalidParams),
      ("textDocument/rename", editor.place("a.md", 0, 0), .invalidParams),
    ]
    for (method, parameters, expected) in asked {
      #expect(code(try editor.answer(to: editor.begin(method, parameters))) == expected.rawValue, "\(method)")
    }
  }

  @Test func aBrokenBodyIsAnsweredAndTheNextMessageIsRead() throws {
    let editor = try EditorUnderTest(["a.md": "x"])
    editor.send(raw: Array("Content-Length: 3\r\n\r\n{ab".utf8))
    try editor.open("a.md")
    let found = try editor.ask("textDocument/documentSymbol", editor.place("a.md", 0, 0))
    #expect(found == .list([]))
  }

  @Test func aRequestIsCancelledOnce() throws {
    let editor = try EditorUnderTest(["a.md": "x"])
    try editor.open("a.md")
    var open: Set<RPCID> = []
    for _ in 0..<50 {
      let id = editor.begin("textDocument/references", editor.place("a.md", 0, 0))
      editor.say("$/cancelRequest", .members(("id", id.json)))
      open.insert(id)
    }
    // In whichever order they come, none comes twice, not even before the answer to what is asked last.
    while !open.isEmpty {
      guard case .response(let id, let result) = try editor.next() else { continue }
      #expect(open.remove(id) != nil)
      switch result {
      case .success(let value): #expect(value == .list([]))
      case .failure(let error): #expect(error == .cancelled)
      }
    }
    let id = editor.begin("textDocument/references", editor.place("a.md", 0, 0))
    while true {
      guard case .response(let found, _) = try editor.next() else { continue }
      #expect(found == id)
      break
    }
  }

  @Test func nothingButWhatTheClientTellsOfItsFilesIsAskedFor() throws {
    for operations in [[], ["didCreate"], ["willRename", "didRename", "didCreate", "didDelete"]] {
      let given = JSONValue.object(operations.map { JSONValue.Member($0, .bool(true)) })
      let editor = try EditorUnderTest(
        ["a.md": "x"], capabilities: .members(("workspace", .members(("fileOperations", given)))))
      let found = editor.initialized[path: ["capabilities", "workspace", "fileOperations"]]
      #expect(found?.members?.map(\.name) ?? [] == operations)
    }
  }

  /// A note of a folder that the client works in no more is known by its name alone.
  @Test func aRemovedFolderTakesItsNotesAway() throws {
    let editor = try EditorUnderTest(["a.md": "x"])
    try editor.folder.write("[[in/note]]\n", to: "plain/in/note.md")
    let folder = JSONValue.members(
      ("uri", .text(DocumentURI(folder: editor.folder.path, NotePath("plain")).text)), ("name", .text("plain")))
    func change(added: [JSONValue], removed: [JSONValue]) {
      editor.say(
        "workspace/didChangeWorkspaceFolders",
        .members(("event", .members(("added", .list(added)), ("removed", .list(removed))))))
    }
    change(added: [folder], removed: [])
    let uri = DocumentURI(folder: editor.folder.path, NotePath("plain/in/note.md")).text
    editor.say(
      "textDocument/didOpen",
      .members(
        (
          "textDocument",
          .members(
            ("uri", .text(uri)), ("languageId", .text("markdown")), ("version", .integer(1)),
            ("text", .text("[[in/note]]\n")))
        )))
    let place = JSONValue.members(
      ("textDocument", .members(("uri", .text(uri)))), ("position", Position(line: 0, character: 4).json))
    #expect(try editor.ask("textDocument/definition", place) != .null)
    change(added: [], removed: [folder])
    #expect(try editor.ask("textDocument/definition", place) == .null)
  }

  /// The folder that stays is held open all the time.
  @Test func aRemovedFolderLeavesTheOthers() throws {
    let editor = try EditorUnderTest(["a.md": "x"])
    try editor.folder.write("y", to: "second/b.md")
    editor.say("$/setTrace", .members(("value", .text("messages"))))
    let folders = ["vault", "second"].map { name in
      JSONValue.members(
        ("uri", .text(DocumentURI(folder: editor.folder.path, NotePath(name)).text)), ("name", .text(name)))
    }
    editor.say(
      "workspace/didChangeWorkspaceFolders",
      .members(("event", .members(("added", .list(folders)), ("removed", .list([]))))))
    func count() throws -> Int {
      try editor.ask("workspace/symbol", .members(("query", .text("")))).list?.count ?? 0
    }
    #expect(try count() == 2)
    editor.say(
      "workspace/didChangeWorkspaceFolders",
      .members(("event", .members(("added", .list([])), ("removed", .list([folders[1]]))))))
    #expect(try count() == 1)
    let told = editor.notifications.compactMap { $0.parameters["message"]?.text }
    #expect(told.count { $0.hasPrefix("holds the vault") } == 2, "\(told)")
    #expect(told.count { $0.hasPrefix("lets the vault") } == 1, "\(told)")
  }

  /// Nothing is told before the client knows who speaks.
  @Test func theFirstAnswerComesFirst() throws {
    let editor = try EditorUnderTest(["a.md": "x"], initializes: false)
    let id = editor.begin(
      "initialize",
      .members(
        ("processId", .null), ("capabilities", .object([])), ("rootUri", .null), ("trace", .text("verbose")),
        ("initializationOptions", .members(("lenses", .text("perhaps"))))))
    guard case .response(let first, _) = try editor.next() else {
      Issue.record("\(editor.notifications)")
      return
    }
    #expect(first == id)
    _ = try editor.wait("window/showMessage") { $0["message"]?.text?.contains("lenses") == true }
  }

  /// What cannot be read of a change may be what the next one builds upon.
  @Test func aChangeThatIsNoneMakesTheDocumentDoubtful() throws {
    let editor = try EditorUnderTest(
      ["a.md": "x"], capabilities: CodeActionMethodTests.capabilities(resolves: true))
    try editor.open("a.md", "- [ ] one\n")
    func actions() throws -> Int {
      let place = PositionRange(Position(line: 0, character: 7), Position(line: 0, character: 7)).json
      return try editor.ask(
        "textDocument/codeAction",
        .members(
          ("textDocument", .members(("uri", .text(editor.uri("a.md"))))), ("range", place),
          ("context", .members(("diagnostics", .list([])))))
      ).list?.count ?? 0
    }
    #expect(try actions() > 0)
    func change(_ version: Int, _ changes: [JSONValue]) {
      editor.say(
        "textDocument/didChange",
        .members(
          ("textDocument", .members(("uri", .text(editor.uri("a.md"))), ("version", .integer(version)))),
          ("contentChanges", .list(changes))))
    }
    let start = PositionRange(Position(line: 0, character: 0), Position(line: 0, character: 0)).json
    change(2, [.members(("range", start))])
    change(3, [.members(("range", start), ("text", .text(" ")))])
    #expect(try actions() == 0)
    change(4, [.members(("text", .text("- [ ] one\n")))])
    #expect(try actions() > 0)
  }

  /// A rename that somebody types into is asked for anew by the client, and is no error to people.
  @Test func aRenameThatIsOvertakenHasLapsed() throws {
    let editor = try EditorUnderTest(["a.md": "[[b]]\n", "b.md": "x\n"])
    try editor.open("a.md")
    for version in 2..<30 {
      let place = editor.place("a.md", 0, 3).members ?? []
      let id = editor.begin("textDocument/rename", .object(place + [.init("newName", .text("c"))]))
      editor.change("a.md", to: "[[b]]\n", version: version)
      if case .failure(let error) = try editor.answer(to: id) {
        #expect(error.code == RPCError.Code.contentModified.rawValue, "\(error)")
      }
    }
  }

  /// A vault may be made around a note that is open.
  @Test func anOpenNoteJoinsAVaultThatIsMadeAroundIt() throws {
    let editor = try EditorUnderTest(["x.md": "x"])
    try editor.folder.write("text\n", to: "later/a.md")
    try editor.folder.write("[[a]]\n", to: "later/b.md")
    func open(_ name: String, _ text: String) -> String {
      let uri = DocumentURI(folder: editor.folder.path, NotePath("later/" + name)).text
      editor.say(
        "textDocument/didOpen",
        .members(
          (
            "textDocument",
            .members(
              ("uri", .text(uri)), ("languageId", .text("markdown")), ("version", .integer(1)), ("text", .text(text)))
          )))
      return uri
    }
    let first = open("a.md", "---\naliases: [typed]\n---\n")
    try editor.folder.write("", to: "later/.vault/config.yaml")
    let second = open("b.md", "[[typed]]\n")
    let place = JSONValue.members(
      ("textDocument", .members(("uri", .text(second)))), ("position", Position(line: 0, character: 4).json))
    let found = try editor.ask("textDocument/definition", place)
    #expect(found.list?.first?["uri"] == .text(first), "\(found)")
  }

  @Test func theEncodingIsTheFirstThatBothHave() throws {
    for (offered, expected) in [("utf-8", "utf-8"), ("utf-16", "utf-16"), ("utf-32", "utf-16"), ("utf-7", "utf-16")] {
      let editor = try EditorUnderTest(["a.md": "x"], capabilities: EditorUnderTest.capabilities(offered))
      #expect(editor.initialized[path: ["capabilities", "positionEncoding"]] == .text(expected))
    }
  }

  /// A client that gives a token sees that a rename is at work, and can cancel it by the token.
  @Test func longWorkIsShown() throws {
    let capabilities = JSONValue.members(
      ("window", .members(("workDoneProgress", .bool(true)))),
      (
        "workspace",
        .members(
          ("workspaceEdit", .members(("documentChanges", .bool(true)), ("resourceOperations", .texts(["rename"])))))
      ),
      ("textDocument", .members(("rename", .members(("prepareSupport", .bool(true)))))))
    let editor = try EditorUnderTest(["a.md": "[[b]]\n", "b.md": "x\n"], capabilities: capabilities)
    #expect(editor.initialized[path: ["capabilities", "renameProvider", "workDoneProgress"]] == .bool(true))
    try editor.open("a.md")
    func rename(_ token: String) -> RPCID {
      let place = editor.place("a.md", 0, 3).members ?? []
      return editor.begin(
        "textDocument/rename", .object(place + [.init("newName", .text("c")), .init("workDoneToken", .text(token))]))
    }
    _ = try editor.answer(to: rename("one")).get()
    let kinds = editor.notifications.filter { $0.method == "$/progress" }.map {
      $0.parameters[path: ["value", "kind"]]
    }
    #expect(kinds == [.text("begin"), .text("end")])
    let id = rename("two")
    editor.say("window/workDoneProgress/cancel", .members(("token", .text("two"))))
    switch try editor.answer(to: id) {
    case .success: break  // It was done before.
    case .failure(let error): #expect(error == .cancelled)
    }
  }

  /// A text that moved on while a person was asked gets no edits that were made for another.
  @Test func aTextThatMovedOnIsLeftAlone() throws {
    let editor = try EditorUnderTest(
      ["a.md": "[[b]]\n", "b.md": "x\n", "c.md": "[[b]]\n"],
      capabilities: .members(
        ("workspace", .members(("applyEdit", .bool(true)), ("configuration", .bool(true))))))
    editor.answers["workspace/configuration"] = .list([.members(("rename_limit", .integer(0)))])
    try editor.open("a.md")
    _ = try editor.ask("textDocument/references", editor.place("a.md", 0, 0))
    editor.answers["window/showMessageRequest"] = .members(("title", .text("Write them")))
    editor.answers["workspace/applyEdit"] = .members(("applied", .bool(true)))
    let place = editor.place("a.md", 0, 3).members ?? []
    let id = editor.begin("textDocument/rename", .object(place + [.init("newName", .text("new"))]))
    editor.change("a.md", to: "typed\n[[b]]\n", version: 2)
    #expect(throws: RPCError.self) { try editor.answer(to: id).get() }
    #expect(!editor.questions.contains { $0.method == "workspace/applyEdit" })
    #expect(try editor.text("c.md") == "[[b]]\n" && editor.folder.exists("vault/b.md"))
  }

  /// Whoever cancels what is written all the same hears what became of it.
  @Test func whatIsWrittenIsNotCalledCancelled() throws {
    let editor = try EditorUnderTest(["a.md": "x\n"])
    try editor.open("a.md")
    for number in 0..<10 {
      let id = editor.begin(
        "workspace/executeCommand",
        .members(("command", .text("vault.newNote")), ("arguments", .list([.text("New \(number)")]))))
      editor.say("$/cancelRequest", .members(("id", id.json)))
      let isMade: Bool
      switch try editor.answer(to: id) {
      case .success: isMade = true
      case .failure(let error):
        #expect(error == .cancelled)
        isMade = false
      }
      #expect(editor.folder.exists("vault/New \(number).md") == isMade)
    }
  }
}
