import Testing
import VaultCore
import VaultTestSupport

@testable import VaultStore

/// Changes that are taken back by their number in the history.
struct UndoOneChangeTests {
  private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  private func write(_ text: String, to path: String, _ vault: OpenVault) throws {
    _ = try vault.editor.change("write \(path)") { try $0.replace(NotePath(path), with: bytes(text)) }
  }

  @Test func laterChangesOfOtherFilesStay() throws {
    let test = try ChangedVault(["a.md": "a\n", "b.md": "b\n"])
    let vault = try test.vault()
    try write("A\n", to: "a.md", vault)
    try write("B\n", to: "b.md", vault)
    _ = try vault.editor.undo(number: 1)
    #expect(try test.tree() == ["a.md": "a\n", "b.md": "B\n"])
    // The next undo is about the change that is left.
    _ = try vault.editor.undo(redo: true)
    #expect(try test.tree() == ["a.md": "A\n", "b.md": "B\n"])
    _ = try vault.editor.undo(number: 1)
    _ = try vault.editor.undo()
    #expect(try test.tree() == ["a.md": "a\n", "b.md": "b\n"])
  }

  @Test func laterChangesOfOtherLinesStay() throws {
    let test = try ChangedVault(["a.md": "1\n2\n3\n4\n"])
    let vault = try test.vault()
    try write("one\n2\n3\n4\n", to: "a.md", vault)
    try write("one\ntwo\n3\nfour\n", to: "a.md", vault)
    _ = try vault.editor.undo(number: 1)
    #expect(try test.text("a.md") == "1\ntwo\n3\nfour\n")
    _ = try vault.editor.undo()
    #expect(try test.text("a.md") == "1\n2\n3\n4\n")
  }

  @Test(arguments: [false, true]) func laterChangesOfTheSameLinesAreNamed(_ keepsChanged: Bool) throws {
    let test = try ChangedVault(["a.md": "1\n2\n", "b.md": "1\n"])
    let vault = try test.vault()
    _ = try vault.editor.change("both") { plan in
      try plan.replace("a.md", with: bytes("one\n2\n"))
      try plan.replace("b.md", with: bytes("one\n"))
    }
    try write("eins\n2\n", to: "a.md", vault)
    let before = try test.tree()
    if keepsChanged {
      _ = try vault.editor.undo(number: 1, keepingChanged: true)
      #expect(try test.tree() == ["a.md": "eins\n2\n", "b.md": "1\n"])
      return
    }
    let error = #expect(throws: ChangeNumberError.self) { try vault.editor.undo(number: 1) }
    #expect(error?.kind == .changedMeanwhile)
    #expect(error?.message.text.contains("  2  write a.md: a.md") == true)
    #expect(try test.tree() == before)
  }

  /// It would count as undone, and be lost.
  @Test func whatNothingIsLeftOfIsNotUndone() throws {
    let test = try ChangedVault(["a.md": "1\n"])
    let vault = try test.vault()
    try write("one\n", to: "a.md", vault)
    try write("eins\n", to: "a.md", vault)
    #expect(throws: ChangeNumberError.self) { try vault.editor.undo(number: 1, keepingChanged: true) }
    _ = try vault.editor.undo()
    _ = try vault.editor.undo()
    #expect(try test.text("a.md") == "1\n")
  }

  @Test func aChangeThatMovedOnIsLeft() throws {
    let test = try ChangedVault(["a.md": "1\n"])
    let vault = try test.vault()
    try write("one\n", to: "a.md", vault)
    _ = try vault.editor.move(["a.md"], to: "b.md")
    #expect(throws: UndoConflictError.self) { try vault.editor.undo(number: 1) }
    #expect(try test.text("b.md") == "one\n")
  }

  @Test func numbersOfNoChange() throws {
    let test = try ChangedVault(["a.md": "1\n"])
    let vault = try test.vault()
    #expect(throws: ChangeNumberError.self) { try vault.editor.undo(number: 1) }
    try write("one\n", to: "a.md", vault)
    _ = try vault.editor.undo(number: 1)
    for number in [0, 1, 2, 3, -1] {
      #expect(throws: ChangeNumberError.self, "\(number)") { try vault.editor.undo(number: number) }
    }
    #expect(try test.text("a.md") == "1\n")
  }

  @Test func aChangeIsShown() throws {
    let test = try ChangedVault(["a.md": "1\n2\n", "c.md": "c"])
    let vault = try test.vault()
    _ = try vault.editor.change("all") { plan in
      try plan.replace("a.md", with: bytes("1\ntwo\n"))
      try plan.create("b.md", bytes("b\n"))
    }
    _ = try vault.editor.move(["c.md"], to: "d.md")
    let (entry, made) = try vault.read { try $0.change(numbered: 1) }
    #expect(entry.title == "all")
    #expect(
      made.texts == [
        PlannedChange.Text(from: "a.md", to: "a.md", before: bytes("1\n2\n"), after: bytes("1\ntwo\n")),
        PlannedChange.Text(from: nil, to: "b.md", before: [], after: bytes("b\n")),
      ])
    #expect(made.moves == [])
    #expect(try vault.read { try $0.change(numbered: 2) }.made.moves == [PlannedChange.Move(from: "c.md", to: "d.md")])
    #expect(throws: ChangeNumberError.self) { try vault.read { try $0.change(numbered: 3) } }
  }
}
