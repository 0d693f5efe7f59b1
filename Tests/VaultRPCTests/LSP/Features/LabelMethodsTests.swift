import Testing
import VaultCore

@testable import VaultRPC

/// Footnotes and reference labels: where they are defined and used, and how they are renamed.
@Suite(.serialized) struct LabelMethodsTests {
  private static let text =
    "😀 a[^one] and b[^one], [😀 text][Label], [label]\n\n[^one]: 😀 The note\n[label]: Other.md\n"

  private func editor(_ encoding: String, mark: String = "", _ text: String = text) throws -> EditorUnderTest {
    let editor = try EditorUnderTest(
      ["Home.md": mark + text, "Other.md": "# Other\n"], capabilities: EditorUnderTest.capabilities(encoding))
    try editor.open("Home.md", text, version: 3)
    return editor
  }

  private func parameters(
    _ editor: EditorUnderTest, _ client: ClientText, _ needle: String, _ more: JSONValue.Member...
  ) throws -> JSONValue {
    let position = try client.position(of: needle, 1)
    return .object((editor.place("Home.md", position.line, position.character).members ?? []) + more)
  }

  @Test(arguments: ClientText.encodings) func usesLeadToDefinitions(_ encoding: String) throws {
    for text in [Self.text, Self.text.replacing("\n", with: "\r\n")] {
      let client = ClientText(text, encoding)
      let editor = try editor(encoding, mark: "\u{FEFF}", text)
      func definition(_ needle: String) throws -> [Position] {
        let found = try editor.ask("textDocument/definition", parameters(editor, client, needle))
        return try (found.list ?? []).map { try Position($0[path: ["range", "start"]] ?? .null) }
      }
      #expect(try definition("^one") == [Position(line: 2, character: 2)])
      #expect(try definition("Label") == [Position(line: 3, character: 1)])
      #expect(try definition("label]\r\n".prefix(6).description) == [Position(line: 3, character: 1)])
      #expect(try definition("😀 text") == [Position(line: 0, character: 0)])
      func references(_ needle: String, _ includesOwn: Bool) throws -> [String] {
        let context = JSONValue.Member("context", .members(("includeDeclaration", .bool(includesOwn))))
        let found = try editor.ask("textDocument/references", parameters(editor, client, needle, context))
        return try (found.list ?? []).map { try client.text(of: $0["range"]) }
      }
      #expect(try references("one]: ", true) == ["one", "one", "one"])
      #expect(try references("one]: ", false) == ["one", "one"])
      #expect(try references("label]: ", true) == ["Label", "label", "label"])
    }
  }

  @Test(arguments: ClientText.encodings) func labelsAreRenamed(_ encoding: String) throws {
    let client = ClientText(Self.text, encoding)
    let editor = try editor(encoding, mark: "\u{FEFF}")
    let prepared = try editor.ask("textDocument/prepareRename", parameters(editor, client, "Label"))
    #expect(prepared["placeholder"]?.text == "Label")
    #expect(try client.text(of: prepared["range"]) == "Label")
    func rename(_ needle: String, to name: String) throws -> [String] {
      let found = try editor.ask(
        "textDocument/rename", parameters(editor, client, needle, JSONValue.Member("newName", .text(name))))
      let change = found["documentChanges"]?.list?.first
      #expect(change?[path: ["textDocument", "version"]]?.integer == 3)
      return try (change?["edits"]?.list ?? []).map {
        try client.text(of: $0["range"]) + ">" + ($0["newText"]?.text ?? "")
      }
    }
    #expect(try rename("^one", to: "two") == ["one>two", "one>two", "one>two"])
    #expect(try rename("Label", to: "New") == ["Label>New", "label>New", "label>New"])
    #expect(throws: RPCError.self) { try rename("^one", to: "a b") }
  }

  @Test func aDocumentInDoubtIsNotRenamedIn() throws {
    let editor = try editor("utf-16")
    let client = ClientText(Self.text, "utf-16")
    editor.say(
      "textDocument/didChange",
      .members(
        ("textDocument", .members(("uri", .text(editor.uri("Home.md"))), ("version", .integer(4)))),
        (
          "contentChanges",
          .list([
            .members(
              ("range", PositionRange(Position(line: 90, character: 0), Position(line: 91, character: 0)).json),
              ("text", .text("")))
          ])
        )))
    func rename() throws -> JSONValue {
      try editor.ask(
        "textDocument/rename", parameters(editor, client, "^one", JSONValue.Member("newName", .text("two"))))
    }
    #expect(throws: RPCError.self) { try rename() }
    editor.say(
      "textDocument/didSave",
      .members(
        ("textDocument", .members(("uri", .text(editor.uri("Home.md"))))), ("text", .text(Self.text))))
    #expect(try rename()["documentChanges"]?.list?.count == 1)
  }

  @Test func withoutAVaultToo() throws {
    let editor = try EditorUnderTest(["a.md": "x"])
    editor.say(
      "textDocument/didOpen",
      .members(
        (
          "textDocument",
          .members(
            ("uri", .text("untitled:x")), ("languageId", .text("markdown")), ("version", .integer(1)),
            ("text", .text("a[^1]\n\n[^1]: b\n")))
        )))
    func parameters(_ more: JSONValue.Member...) -> JSONValue {
      .object(
        [
          JSONValue.Member("textDocument", .members(("uri", .text("untitled:x")))),
          JSONValue.Member("position", Position(line: 0, character: 3).json),
        ] + more)
    }
    #expect(try editor.ask("textDocument/prepareRename", parameters())["placeholder"]?.text == "1")
    #expect(try editor.ask("textDocument/references", parameters()).list?.count == 1)
    let found = try editor.ask("textDocument/rename", parameters(JSONValue.Member("newName", .text("2"))))
    #expect(found["documentChanges"]?.list?.first?["edits"]?.list?.count == 2)
    let hover = try editor.ask("textDocument/hover", parameters())
    #expect(hover[path: ["contents", "value"]]?.text == "[^1]: b")
  }
}
