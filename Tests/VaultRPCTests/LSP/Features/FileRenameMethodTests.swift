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

  /// The notes of a vault within a vault are read by both: what is typed there counts in both.
  @Test func unsavedTextOfAVaultWithinCounts() throws {
    let editor = try EditorUnderTest([
      "a.md": "x\n", "in/.vault/config.yaml": "", "in/d.md": "# D\n\n[up](../a.md)\n",
    ])
    try editor.open("a.md")
    try editor.open("in/d.md", "typed\n# D\n\n[up](../a.md)\n")
    let found = try editor.ask(
      "workspace/willRenameFiles",
      .members(
        (
          "files",
          .list([.members(("oldUri", .text(editor.uri("a.md"))), ("newUri", .text(editor.uri("new.md"))))])
        )))
    let change = try #require(found["documentChanges"]?.list?.first)
    #expect(change[path: ["textDocument", "version"]] == .integer(1))
    #expect(change["edits"]?.list?.first?[path: ["range", "start", "line"]] == .integer(3))
  }

  /// What the vault does not see is renamed by the editor all the same.
  @Test func whatIsNoneOfTheVaultsIsNotAnswered() throws {
    let editor = try editor()
    try editor.folder.write("x", to: "vault/.github/a.yml")
    try editor.open("a.md")
    #expect(try edits(editor, [(".github/a.yml", ".github/b.yml")]) == [])
    #expect(try edits(editor, [(".github", ".gitlab")]) == [])
    #expect(try edits(editor, [("b.md", ".trash/b.md")]) == [])
    #expect(
      try edits(editor, [(".github/a.yml", ".github/b.yml"), ("b.md", "new.md")]) == ["a.md new", "c.md ../new.md"])
  }

  @Test func unsavedTextCounts() throws {
    let editor = try editor()
    try editor.open("a.md", "one [[b]] two [[b]]\n")
    #expect(try edits(editor, [("b.md", "new.md")]) == ["a.md new", "a.md new", "c.md ../new.md"])
  }

  /// Helix asks about the files of a rename once it has changed the texts. A link that is right by then must not follow again:
  /// from the old place it leads to another note.
  @Test func whatThisServerHasSaidItselfIsNotAnsweredTwice() throws {
    let editor = try EditorUnderTest([
      "a.md": "[[b]]\n", "b.md": "[x](sub/c.md)\n", "c.md": "one\n", "sub/c.md": "other\n",
    ])
    try editor.open("a.md")
    try editor.open("b.md")
    let edit = try editor.ask(
      "textDocument/rename", editor.place("a.md", of: "b]", JSONValue.Member("newName", .text("sub/b"))))
    let texts = (edit["documentChanges"]?.list ?? []).flatMap { $0["edits"]?.list ?? [] }.compactMap {
      $0["newText"]?.text
    }
    #expect(texts == ["./c.md"])
    // The edit was not made, or was taken back.
    #expect(try edits(editor, [("b.md", "sub/b.md")]) == ["b.md ./c.md"])
    editor.change("b.md", to: "[x](./c.md)\n", version: 2)
    #expect(try edits(editor, [("b.md", "sub/b.md")]) == [])
    editor.change("b.md", to: "[x](sub/c.md)\n", version: 3)
    #expect(try edits(editor, [("b.md", "sub/b.md")]) == ["b.md ./c.md"])
  }

  @Test func whatLeavesTheVaultHasNoEdits() throws {
    let editor = try editor()
    try editor.open("a.md")
    #expect(try edits(editor, [("b.md", "../../outside.md")]) == [])
    #expect(throws: RPCError.self) { try edits(editor, [("none.md", "new.md")]) }
    // A name that no link can have is said to be such.
    #expect(throws: RPCError.self) { try edits(editor, [("b.md", "Bad|#^[].md")]) }
  }
}
