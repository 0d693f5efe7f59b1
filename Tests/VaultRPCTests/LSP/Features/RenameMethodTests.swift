import Testing
import VaultCore

@testable import VaultRPC

/// What is renamed, and by which edits.
@Suite(.serialized) struct RenameMethodTests {
  private func editor(_ capabilities: JSONValue = EditorUnderTest.capabilities()) throws -> EditorUnderTest {
    let editor = try EditorUnderTest(
      [
        "Home.md": "# Home\n\n😀 [[Other#Second|x]] #tag/deep\n", "Other.md": "# Other\n\n## Second\n\n[[#Second]]\n",
        "Third.md": "![[Other]]\n",
      ], capabilities: capabilities)
    try editor.open("Home.md", version: 7)
    return editor
  }

  private func rename(_ editor: EditorUnderTest, _ needle: String, to name: String) throws -> JSONValue {
    try editor.ask(
      "textDocument/rename", editor.place("Home.md", of: needle, JSONValue.Member("newName", .text(name))))
  }

  /// `Home.md 7 2:5-2:10 New` for each edit, `old > new` for each file that is renamed.
  private func changes(_ edit: JSONValue) -> [String] {
    func name(_ uri: JSONValue?) -> String { String(uri?.text?.split(separator: "/").last ?? "") }
    func place(_ json: JSONValue?) -> String {
      "\(json?["line"]?.integer ?? -1):\(json?["character"]?.integer ?? -1)"
    }
    return (edit["documentChanges"]?.list ?? []).flatMap { change -> [String] in
      if change["kind"] == .text("rename") { return ["\(name(change["oldUri"])) > \(name(change["newUri"]))"] }
      let version = change[path: ["textDocument", "version"]]?.integer.map { "\($0)" } ?? "-"
      return (change["edits"]?.list ?? []).map { edit in
        "\(name(change[path: ["textDocument", "uri"]])) \(version) \(place(edit[path: ["range", "start"]]))-"
          + "\(place(edit[path: ["range", "end"]])) \(edit["newText"]?.text ?? "")"
      }
    }
  }

  @Test func theNoteOfALinkIsRenamedWithAllLinks() throws {
    let found = try rename(editor(), "Other", to: "New name")
    #expect(
      changes(found) == ["Home.md 7 2:5-2:10 New name", "Third.md - 0:3-0:8 New name", "Other.md > New%20name.md"])
  }

  @Test func theHeadingOfALinkIsRenamed() throws {
    let found = try rename(editor(), "Second", to: "First")
    #expect(
      changes(found) == ["Other.md - 2:3-2:9 First", "Other.md - 4:3-4:9 First", "Home.md 7 2:11-2:17 First"])
  }

  @Test func tagsAreRenamed() throws {
    #expect(changes(try rename(editor(), "tag/deep", to: "top")) == ["Home.md 7 2:23-2:31 top"])
  }

  @Test func whatIsNoNameIsNotRenamed() throws {
    let editor = try editor()
    let prepared = try editor.ask("textDocument/prepareRename", editor.place("Home.md", of: "😀"))
    #expect(prepared == .null)
    #expect(throws: RPCError.self) { try rename(editor, "😀", to: "x") }
  }

  @Test func aClientThatCannotRenameFilesIsTold() throws {
    let editor = try editor(.object([]))
    #expect(throws: RPCError.self) { try rename(editor, "Other", to: "New") }
    let found = try rename(editor, "Second", to: "First")
    #expect(found["changes"]?.members?.count == 2)
  }

  @Test func aDocumentInDoubtGetsNoEdits() throws {
    let editor = try editor()
    editor.say(
      "textDocument/didChange",
      .members(
        ("textDocument", .members(("uri", .text(editor.uri("Home.md"))), ("version", .integer(8)))),
        (
          "contentChanges",
          .list([
            .members(
              ("range", PositionRange(Position(line: 90, character: 0), Position(line: 91, character: 0)).json),
              ("text", .text("")))
          ])
        )))
    #expect(throws: RPCError.self) { try rename(editor, "Second", to: "First") }
    editor.change("Home.md", to: try editor.text("Home.md"), version: 9)
    #expect(changes(try rename(editor, "Second", to: "First")).last == "Home.md 9 2:11-2:17 First")
  }
}
