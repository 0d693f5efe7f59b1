import Testing
import VaultCore
import VaultTestSupport

@testable import VaultRPC

/// What commands do, what the client is asked to change, and what becomes of it where the client refuses.
@Suite(.serialized) struct CommandMethodTests {
  private func editor(files: Bool = true) throws -> EditorUnderTest {
    let capabilities = JSONValue.members(
      (
        "workspace",
        .members(
          ("applyEdit", .bool(true)),
          (
            "workspaceEdit",
            .members(
              ("documentChanges", .bool(true)), ("resourceOperations", files ? .texts(["create", "rename"]) : nil))
          ))
      ))
    let editor = try EditorUnderTest(
      ["a.md": "# A\n- [ ] one\n[[b]]\n", "b.md": "to [[a]]\n", "c.md": "and [[b]]\n"], capabilities: capabilities)
    try editor.open("a.md")
    return editor
  }

  private func run(_ editor: EditorUnderTest, _ command: String, _ arguments: JSONValue...) throws -> JSONValue {
    try editor.ask(
      "workspace/executeCommand", .members(("command", .text(command)), ("arguments", .list(arguments))))
  }

  private func applied(_ editor: EditorUnderTest) -> [JSONValue] {
    editor.questions.filter { $0.method == "workspace/applyEdit" }.map(\.parameters)
  }

  @Test func aTaskIsToggledByTheClient() throws {
    let editor = try editor()
    editor.answers["workspace/applyEdit"] = .members(("applied", .bool(true)))
    _ = try run(editor, "vault.toggleTask", .text(editor.uri("a.md")), .number("1"))
    let edits = applied(editor).first?[path: ["edit", "documentChanges"]]?.list?.first?["edits"]?.list
    #expect(edits?.map { $0["newText"] } == [.text("x"), .text(" ✅ 2026-03-14")])
    #expect(try editor.text("a.md").contains("- [ ] one"))
  }

  @Test func aClientThatRefusesIsTold() throws {
    let editor = try editor()
    editor.answers["workspace/applyEdit"] = .members(("applied", .bool(false)))
    #expect(throws: RPCError.self) {
      try run(editor, "vault.toggleTask", .text(editor.uri("a.md")), .number("1"))
    }
  }

  @Test func fieldsAreSetByWords() throws {
    let editor = try editor()
    editor.answers["workspace/applyEdit"] = .members(("applied", .bool(true)))
    _ = try run(
      editor, "vault.setTask", .text(editor.uri("a.md")), .number("1"),
      .members(("due", .text("tomorrow")), ("priority", .text("high"))))
    let edits = applied(editor).first?[path: ["edit", "documentChanges"]]?.list?.first?["edits"]?.list
    #expect(edits?.compactMap { $0["newText"]?.text }.joined() == " ⏫ 📅 2026-03-15")
  }

  @Test func notesAreMadeAndFound() throws {
    let editor = try editor()
    let made = try run(editor, "vault.newNote", .text("New one"))
    #expect(made["uri"] == .text(editor.uri("New one.md")))
    #expect(editor.folder.exists("vault/New one.md"))
    let today = try run(editor, "vault.today")
    #expect(today["uri"]?.text?.hasSuffix("2026-03-14.md") == true)
    let found = try run(editor, "vault.search", .text("and"))
    #expect(found.list?.compactMap { $0["uri"] } == [.text(editor.uri("c.md"))])
    let tasks = try run(editor, "vault.tasks")
    #expect(tasks.list?.compactMap { $0["text"] } == [.text("one")])
    #expect(tasks.list?.compactMap { $0["line"] } == [.number("1")])
  }

  @Test(
    arguments: [
      ("vault.none", []), ("vault.toggleTask", []), ("vault.newNote", []), ("vault.search", [.text("\"")]),
      ("vault.setTask", [.text("file:///a.md"), .number("1"), .object([])]),
      ("vault.rename", [.text("nothing"), .text("x")]),
    ] as [(String, [JSONValue])]) func badArgumentsAreRefused(_ command: String, _ arguments: [JSONValue]) throws
  {
    let editor = try editor()
    #expect(throws: RPCError.self) {
      try editor.ask(
        "workspace/executeCommand", .members(("command", .text(command)), ("arguments", .list(arguments))))
    }
  }

  // MARK: What the server writes itself

  @Test func whatTheClientCannotRenameIsRenamedHere() throws {
    let editor = try editor(files: false)
    editor.answers["workspace/applyEdit"] = .members(("applied", .bool(true)))
    _ = try run(editor, "vault.rename", .text("b.md"), .text("new"))
    #expect(editor.folder.exists("vault/new.md"))
    #expect(!editor.folder.exists("vault/b.md"))
    #expect(try editor.text("c.md") == "and [[new]]\n")
    // The open text is the client's.
    #expect(try editor.text("a.md").contains("[[b]]"))
    let edits = applied(editor).first?[path: ["edit", "documentChanges"]]?.list?.first?["edits"]?.list
    #expect(edits?.map { $0["newText"] } == [.text("new")])
  }

  @Test func whatWasWrittenIsTakenBackWhereTheClientRefuses() throws {
    let editor = try editor(files: false)
    editor.answers["workspace/applyEdit"] = .members(("applied", .bool(false)))
    #expect(throws: RPCError.self) { try run(editor, "vault.rename", .text("b.md"), .text("new")) }
    // The next change waits for the one before it.
    _ = try run(editor, "vault.newNote", .text("Later"))
    #expect(try editor.text("c.md") == "and [[b]]\n")
    #expect(editor.folder.exists("vault/b.md"))
  }

  /// The history knows what the server has written alone.
  @Test func whatTheClientHasMadeInPartIsNotUndoneInPart() throws {
    let editor = try editor(files: false)
    editor.answers["workspace/applyEdit"] = .members(("applied", .bool(true)))
    _ = try run(editor, "vault.rename", .text("b.md"), .text("new"))
    editor.change("a.md", to: "# A\n- [ ] one\n[[new]]\n", version: 2)
    #expect(throws: RPCError.self) { try run(editor, "vault.undo") }
    // A key does not take it back.
    editor.change("a.md", to: "# A\nx\n- [ ] one\n[[new]]\n", version: 3)
    #expect(throws: RPCError.self) { try run(editor, "vault.undo") }
    #expect(editor.folder.exists("vault/new.md"))
    // Behind the editor's own undo.
    editor.change("a.md", to: "# A\n- [ ] one\n[[b]]\n", version: 4)
    _ = try run(editor, "vault.undo")
    #expect(editor.folder.exists("vault/b.md") && !editor.folder.exists("vault/new.md"))
    #expect(try editor.text("c.md") == "and [[b]]\n")
  }

  /// Nobody is told of a name that nothing has.
  @Test func whatIsTakenBackIsNotTold() throws {
    let editor = try editor(files: false)
    editor.answers["workspace/applyEdit"] = .members(("applied", .bool(false)))
    try editor.open("b.md")
    #expect(throws: RPCError.self) { try run(editor, "vault.rename", .text("b.md"), .text("new")) }
    _ = try run(editor, "vault.newNote", .text("Later"))
    #expect(!editor.notifications.contains { $0.parameters["message"]?.text?.contains("new.md") == true })
  }

  @Test func anOpenNoteIsMovedOnlyWhenItIsSaved() throws {
    let editor = try editor(files: false)
    editor.answers["workspace/applyEdit"] = .members(("applied", .bool(true)))
    editor.change("a.md", to: "# A\nunsaved\n", version: 2)
    #expect(throws: RPCError.self) { try run(editor, "vault.rename", .text("a.md"), .text("z")) }
    #expect(editor.folder.exists("vault/a.md"))
    editor.change("a.md", to: try editor.text("a.md"), version: 3)
    _ = try run(editor, "vault.rename", .text("a.md"), .text("z"))
    #expect(editor.folder.exists("vault/z.md"))
    #expect(try editor.text("b.md") == "to [[z]]\n")
  }

  @Test func manyFilesAreWrittenHereOnceSomebodyAgrees() throws {
    var notes: [(String, String)] = [("a.md", "# A\n"), ("b.md", "# B\n")]
    for number in 0..<60 { notes.append(("n\(number).md", "to [[b]]\n")) }
    let editor = try EditorUnderTest()
    for (path, text) in notes { try editor.folder.write(text, to: "vault/" + path) }
    try editor.open("a.md", "[[b]]\n")
    let rename = editor.place("a.md", 0, 3, JSONValue.Member("newName", .text("new")))
    // Nobody agrees.
    #expect(throws: RPCError.self) { try editor.ask("textDocument/rename", rename) }
    #expect(try editor.text("n7.md") == "to [[b]]\n")
    editor.answers["window/showMessageRequest"] = .members(("title", .text("Write them")))
    editor.answers["workspace/applyEdit"] = .members(("applied", .bool(true)))
    _ = try editor.ask("textDocument/rename", rename)
    #expect(try editor.text("n7.md") == "to [[new]]\n")
    // The client renames the file, and changes the open text.
    let changes = editor.questions.last { $0.method == "workspace/applyEdit" }?
      .parameters[path: ["edit", "documentChanges"]]?.list
    #expect(changes?.map { $0["kind"] ?? .null } == [.null, .text("rename")])
    _ = try editor.ask("workspace/executeCommand", .members(("command", .text("vault.undo"))))
    #expect(try editor.text("n7.md") == "to [[b]]\n")
  }

  /// Words are words, whatever they begin with.
  @Test func wordsAreNoAddresses() throws {
    let editor = try editor()
    #expect(try run(editor, "vault.search", .text("file:abc")) == .list([]))
    let made = try run(editor, "vault.newNote", .text("file how"))
    #expect(made["uri"] == .text(editor.uri("file how.md")))
  }

  @Test func argumentsAreCheckedLikeACommandLine() throws {
    let editor = try editor()
    let uri = JSONValue.text(editor.uri("a.md"))
    let refused: [(String, [JSONValue])] = [
      ("vault.setTask", [uri, .number("1"), .members(("due", .text("tomorrow")), ("statuss", .text("done")))]),
      ("vault.setTask", [uri, .number("1"), .members(("priority", .number("5")))]),
      ("vault.setTask", [uri, .number("1"), .members(("due", .text("some day")))]),
      ("vault.tasks", [.number("5")]), ("vault.search", [.null]), ("vault.toggleTask", [uri, .text("1")]),
    ]
    for (command, arguments) in refused {
      let error = #expect(throws: RPCError.self) {
        try editor.ask(
          "workspace/executeCommand", .members(("command", .text(command)), ("arguments", .list(arguments))))
      }
      #expect(error?.code == RPCError.Code.invalidParams.rawValue, "\(command) \(arguments)")
    }
  }
}
