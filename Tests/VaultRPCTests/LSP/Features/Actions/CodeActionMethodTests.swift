import Testing
import VaultCore
import VaultTestSupport

@testable import VaultRPC

/// What is offered to be done, and what it does.
@Suite(.serialized) struct CodeActionMethodTests {
  /// A client that asks for the edit of an action once it is chosen, or not.
  static func capabilities(resolves: Bool, files: Bool = true) -> JSONValue {
    .members(
      (
        "workspace",
        .members(
          ("applyEdit", .bool(true)),
          (
            "workspaceEdit",
            .members(
              ("documentChanges", .bool(true)), ("resourceOperations", files ? .texts(["create", "rename"]) : nil))
          ))
      ),
      (
        "textDocument",
        .members(
          (
            "codeAction",
            .members(
              ("codeActionLiteralSupport", .object([])), ("dataSupport", resolves ? .bool(true) : nil),
              ("resolveSupport", resolves ? .members(("properties", .texts(["edit"]))) : nil))
          ))
      ))
  }

  private static let notes: KeyValuePairs<String, String> = [
    "Desk.md":
      "# My desk\n\n- [ ] 😀 call 📅 2026-03-10\n- plain\n\n[[Nowhere]] and [[Deks]]\n\n## Part\n\ntext of it\n\n![[Other]]\n",
    "Other.md": "# Other\n\nIt says so.\n",
  ]

  private func actions(
    _ editor: EditorUnderTest, _ line: Int, _ character: Int = 3, only: String? = nil
  ) throws -> [String: JSONValue] {
    let place = Position(line: line, character: character)
    let found = try editor.ask(
      "textDocument/codeAction",
      .members(
        ("textDocument", .members(("uri", .text(editor.uri("Desk.md"))))), ("range", PositionRange(place, place).json),
        ("context", .members(("diagnostics", .list([])), ("only", only.map { .texts([$0]) })))))
    return Dictionary((found.list ?? []).map { ($0["title"]?.text ?? "", $0) }) { first, _ in first }
  }

  /// What a chosen action changes: the edits of texts as `line:text`, and the kinds of what is done with files.
  private func changes(_ action: JSONValue?, _ editor: EditorUnderTest) throws -> [String] {
    var edit = action?["edit"]
    if let command = action?["command"] {
      // The client gets it as a question.
      editor.answers["workspace/applyEdit"] = .members(("applied", .bool(true)))
      _ = try editor.ask("workspace/executeCommand", command)
      edit = editor.questions.last { $0.method == "workspace/applyEdit" }?.parameters["edit"]
    } else if edit == nil, let action {
      edit = try editor.ask("codeAction/resolve", action)["edit"]
    }
    return (edit?["documentChanges"]?.list ?? []).flatMap { change -> [String] in
      if let kind = change["kind"]?.text { return [kind] }
      return (change["edits"]?.list ?? []).map {
        "\($0[path: ["range", "start", "line"]]?.integer ?? -1):\($0["newText"]?.text ?? "")"
      }
    }
  }

  @Test(arguments: [true, false]) func actionsOfATask(_ resolves: Bool) throws {
    let editor = try EditorUnderTest(Self.notes, capabilities: Self.capabilities(resolves: resolves))
    try editor.open("Desk.md")
    var found = try actions(editor, 2)
    func edit(_ title: String) throws -> [String] {
      guard let action = found[title] else { throw TestFailure("no \"\(title)\"") }
      return try changes(action, editor)
    }
    #expect(try edit("Toggle the task") == ["2:x", "2: ✅ 2026-03-14"])
    #expect(try edit("Due tomorrow") == ["2:2026-03-15"])
    #expect(try edit("No due date") == ["2:"])
    #expect(try edit("Priority: high").joined().contains("⏫"))
    #expect(try edit("Make the task a plain item") == ["2:"])
    found = try actions(editor, 3)
    #expect(try edit("Make the item a task") == ["3:[ ] "])
    #expect(try edit("Add a block id, for links to this line").count == 1)
  }

  @Test func actionsOfALink() throws {
    let editor = try EditorUnderTest(Self.notes, capabilities: Self.capabilities(resolves: false))
    try editor.open("Desk.md")
    #expect(try changes(actions(editor, 5)["Create the note \"Nowhere\""], editor).first == "create")
    let near = try actions(editor, 5, 20)
    #expect(try changes(near["Link to \"Desk.md\""], editor) == ["5:Desk"])
    #expect(near["Create the note \"Deks\""]?["isPreferred"] == .bool(true))
    #expect(try actions(editor, 5, only: "refactor.extract").isEmpty)
    #expect(try actions(editor, 5, only: "quickfix").count == 1)
  }

  @Test func sectionsAreTakenOutAndEmbedsPutIn() throws {
    let editor = try EditorUnderTest(Self.notes, capabilities: Self.capabilities(resolves: false))
    try editor.open("Desk.md")
    let section = try actions(editor, 7)
    #expect(try changes(section["Move the section into a note of its own, and embed it"], editor).contains("create"))
    let title = try actions(editor, 0)
    #expect(try changes(title["Name the file after its title"], editor) == ["rename"])
    let embed = try actions(editor, 11)
    #expect(try changes(embed["Put in the text of the embedded note"], editor).first?.contains("It says so.") == true)
  }

  @Test func anActionOfAnOlderTextIsRefused() throws {
    let editor = try EditorUnderTest(Self.notes, capabilities: Self.capabilities(resolves: true))
    try editor.open("Desk.md")
    let action = try #require(try actions(editor, 2)["Toggle the task"])
    editor.change("Desk.md", to: "- [ ] other\n", version: 2)
    #expect(throws: RPCError.self) { try editor.ask("codeAction/resolve", action) }
  }

  @Test func whoCannotMakeFilesHasThemMade() throws {
    let editor = try EditorUnderTest(Self.notes, capabilities: Self.capabilities(resolves: false, files: false))
    try editor.open("Desk.md")
    let action = try #require(try actions(editor, 5)["Create the note \"Nowhere\""])
    let command = try #require(action["command"])
    _ = try editor.ask("workspace/executeCommand", command)
    #expect(editor.folder.exists("vault/Nowhere.md"))
    _ = try editor.ask("workspace/executeCommand", .members(("command", .text("vault.undo"))))
    #expect(!editor.folder.exists("vault/Nowhere.md"))
  }

  @Test func linksAreWrittenInTheOtherSyntax() throws {
    let editor = try EditorUnderTest(
      [
        "Desk.md": "[[Sub note#Part one|x]] [y](sub/Sub%20note.md#Part%20one) ![[Sub note]] [[#Own]]\n# Own\n",
        "sub/Sub note.md": "# Part one\n",
      ], capabilities: Self.capabilities(resolves: false))
    try editor.open("Desk.md")
    let wiki = try actions(editor, 0, 4)["Write it as a Markdown link"]
    #expect(try changes(wiki, editor) == ["0:[x](sub/Sub%20note.md#Part%20one)"])
    #expect(try changes(actions(editor, 0, 30)["Write it as a wikilink"], editor) == ["0:[[Sub note#Part one|y]]"])
    #expect(
      try changes(actions(editor, 0, 68)["Write it as a Markdown link"], editor) == ["0:![Sub note](sub/Sub%20note.md)"]
    )
  }

  @Test func tablesAreAligned() throws {
    let editor = try EditorUnderTest(
      ["Desk.md": "|a|b|\n|-|-|\n|1|long|\n"], capabilities: Self.capabilities(resolves: false))
    try editor.open("Desk.md")
    let action = try actions(editor, 2)["Align the table"]
    #expect(try changes(action, editor) == ["0:| a   | b    |", "1:| --- | ---- |", "2:| 1   | long |"])
  }
}
