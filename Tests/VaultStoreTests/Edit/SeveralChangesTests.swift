import Testing
import VaultCore
import VaultTestSupport

@testable import VaultStore

/// Several changes that are one operation, and the small ones that front ends make of files, folders and bodies.
struct SeveralChangesTests {
  private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  @Test func allAreOneOperation() throws {
    let test = try ChangedVault(["a.md": "---\ntags: [x]\n---\nalpha\n", "b.md": "[[a]]\n"])
    let vault = try test.vault()
    let before = try test.tree()
    let outcome = try vault.editor.changeAsOne("both") { editor in
      _ = try editor.addTag("new", to: ["a"])
      _ = try editor.insert(bytes("more\n"), .append, under: nil, in: ["a"])
      _ = try editor.move(["a"], to: "c.md")
    }
    #expect(try test.text("c.md") == "---\ntags: [x, new]\n---\nalpha\n\nmore\n")
    #expect(try test.text("b.md") == "[[c]]\n")
    #expect(outcome.planned.records.map(\.path) == ["c.md", "b.md"])
    #expect(try vault.read { try $0.history() }.map(\.title) == ["both"])
    _ = try vault.editor.undo()
    #expect(try test.tree() == before)
  }

  @Test func oneThatFailsLeavesNothing() throws {
    let test = try ChangedVault(["a.md": "alpha\n"])
    let vault = try test.vault()
    #expect(throws: NoteNameError.self) {
      try vault.editor.changeAsOne("both") { editor in
        _ = try editor.addTag("new", to: ["a"])
        _ = try editor.addTag("new", to: ["nothing"])
      }
    }
    #expect(try test.tree() == ["a.md": "alpha\n"])
    #expect(try vault.read { try $0.history() }.isEmpty)
  }

  @Test func aFileIsAddedAndNeverOverNothing() throws {
    let test = try ChangedVault(["a.md": "alpha\n"])
    let vault = try test.vault()
    _ = try vault.editor.addFile("Files/p.png", [0, 1, 2])
    #expect(throws: ChangeError.self) { try vault.editor.addFile("Files/p.png", [3]) }
    #expect(throws: ChangeError.self) { try vault.editor.addFile("files/P.png", [3]) }
    #expect(throws: ChangeError.self) { try vault.editor.addFile("b.md", [3]) }
    #expect(try test.folder.bytes(of: "Files/p.png") == [0, 1, 2])
    _ = try vault.editor.undo()
    #expect(try test.tree() == ["a.md": "alpha\n"])
  }

  @Test(arguments: ["a.md", "A.md", "Sub", "sub", "", "x/../y", ".hidden", "a:b"])
  func aFolderNeedsAFreeName(_ name: String) throws {
    let test = try ChangedVault(["a.md": "alpha\n", "Sub/b.md": "beta\n"])
    let (vault, before) = (try test.vault(), try test.tree())
    #expect(throws: (any Error).self) { try vault.editor.makeFolder(NotePath(name)) }
    #expect(try test.tree() == before)
  }

  @Test func aFolderIsMadeAndTakenBack() throws {
    let test = try ChangedVault(["a.md": "alpha\n"])
    let vault = try test.vault()
    let outcome = try vault.editor.makeFolder("New/Below")
    #expect(outcome.planned.records == [ChangeRecord(.created, "New/Below")])
    #expect(test.folder.exists("New/Below"))
    _ = try vault.editor.undo()
    #expect(!test.folder.exists("New"))
    _ = try vault.editor.undo(redo: true)
    #expect(test.folder.exists("New/Below"))
  }

  @Test(arguments: [
    ("---\ntags: [x]\n---\nold\n", "new\n", "---\ntags: [x]\n---\nnew\n"),
    ("old\r\nmore\r\n", "new\nlines\n", "new\r\nlines\r\n"), ("old\n", "old\n", "old\n"),
    ("---\ntags: [x]\n---\nold\n", "", "---\ntags: [x]\n---\n"),
  ])
  func theBodyIsReplaced(_ before: String, _ body: String, _ after: String) throws {
    let test = try ChangedVault(["a.md": before])
    _ = try test.vault().editor.replaceBody(of: "a", with: bytes(body))
    #expect(try test.text("a.md") == after)
  }

  @Test func aNoteOfBlanksIsRefused() throws {
    let test = try ChangedVault(["a.md": "old\n"])
    #expect(throws: EmptyTextError.self) { try test.vault().editor.replaceBody(of: "a", with: bytes(" \n")) }
    #expect(try test.text("a.md") == "old\n")
  }

  @Test func aChangeIsFoundByItsRequest() throws {
    let test = try ChangedVault(["a.md": "- [ ] one\n- [ ] two\n"])
    let vault = try test.vault()
    var options = ChangeOptions()
    options.request = "key-1 body"
    let made = try vault.editor.completeTasks(["one"], options)
    _ = try vault.editor.addTag("later", to: ["a"])
    let found = try vault.read { reader in
      try reader.change(requestedAs: "key-1 ").map { ($0, try $0.made.map { try reader.tasks(changedBy: $0) }) }
    }
    let (change, tasks) = try #require(found)
    #expect(change.sequence == made.change.sequence && change.request == "key-1 body")
    #expect(tasks?.map(\.view.task.description) == ["one"] && tasks?.first?.view.task.status.type == .done)
    #expect(try vault.read { try $0.change(requestedAs: "key-2") } == nil)
  }

  @Test func aLinkNamesJustItsNote() throws {
    let test = try ChangedVault(["a.md": "x\n", "Sub/a.md": "x\n", "Sub/b.md": "x\n"])
    let texts = try test.vault().read { reader in
      try ["a.md", "Sub/a.md", "Sub/b.md"].map { try reader.linkText(to: NotePath($0)) }
    }
    #expect(texts[1] == "Sub/a" && texts[2] == "b")
    let first = try #require(texts[0])
    let meant = try test.vault().read { reader in
      LinkResolver(try reader.snapshot.directory).resolve(target: first, kind: .wiki, from: "Sub/b.md").path
    }
    #expect(meant == "a.md")
  }
}
