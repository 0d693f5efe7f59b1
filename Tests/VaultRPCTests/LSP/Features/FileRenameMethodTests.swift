import Testing
import VaultCore
import VaultTestSupport

@testable import VaultRPC

/// Links follow when an editor renames or moves files itself.
@Suite(.serialized) struct FileRenameMethodTests {
  private func editor() throws -> EditorUnderTest {
    try EditorUnderTest([
      "a.md": "[[b]] [x](sub/c.md)\n", "b.md": "[[c]]\n", "sub/c.md": "[up](../b.md) ![](pic.png)\n",
      "sub/pic.png": "x",
    ])
  }

  private func edits(_ editor: EditorUnderTest, _ renames: [(String, String)]) throws -> [String] {
    let found = try editor.ask(
      "workspace/willRenameFiles",
      .members(
        (
          "files",
          .list(
            renames.map {
              .members(("oldUri", .text(editor.uri($0.0))), ("newUri", .text(editor.uri($0.1))))
            })
        )))
    return (found["documentChanges"]?.list ?? []).flatMap { change -> [String] in
      let name = change[path: ["textDocument", "uri"]]?.text?.split(separator: "/").last ?? ""
      return (change["edits"]?.list ?? []).map { "\(name) \($0["newText"]?.text ?? "")" }
    }
  }

  @Test func notesFoldersAndOtherFiles() throws {
    let editor = try editor()
    try editor.open("a.md")
    #expect(try edits(editor, [("b.md", "new.md")]) == ["a.md new", "c.md ../new.md"])
    #expect(try edits(editor, [("sub", "deep/er")]) == ["a.md deep/er/c.md", "c.md ../../b.md"])
    #expect(try edits(editor, [("sub/pic.png", "pic.png")]) == ["c.md ../pic.png"])
    #expect(try edits(editor, [("sub/c.md", "c.md"), ("b.md", "sub/b.md")]).contains("a.md c.md"))
  }

  @Test func unsavedTextCounts() throws {
    let editor = try editor()
    try editor.open("a.md", "one [[b]] two [[b]]\n")
    #expect(try edits(editor, [("b.md", "new.md")]) == ["a.md new", "a.md new", "c.md ../new.md"])
  }

  @Test func whatThisServerHasSaidItselfIsNotAnsweredTwice() throws {
    let editor = try editor()
    try editor.open("a.md")
    _ = try editor.ask(
      "textDocument/rename", editor.place("a.md", of: "b]", JSONValue.Member("newName", .text("new"))))
    #expect(try edits(editor, [("b.md", "new.md")]) == [])
    #expect(try edits(editor, [("b.md", "new.md")]) == ["a.md new", "c.md ../new.md"])
  }

  @Test func whatLeavesTheVaultHasNoEdits() throws {
    let editor = try editor()
    try editor.open("a.md")
    #expect(try edits(editor, [("b.md", "../../outside.md")]) == [])
    #expect(throws: RPCError.self) { try edits(editor, [("none.md", "new.md")]) }
  }
}
