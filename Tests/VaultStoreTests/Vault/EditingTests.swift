import Testing
import VaultCore
import VaultTestSupport

@testable import VaultStore

/// What comes back from an editor.
struct EditingTests {
  private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  /// Edits `a.md` while another program makes `other` of it.
  private func finish(_ original: String, _ edited: String, other: String) throws -> (ChangedVault, ChangeOutcome) {
    let test = try ChangedVault(["a.md": original])
    let (path, text) = try test.vault().read { try $0.textToEdit("a") }
    #expect(text == bytes(original))
    try test.folder.write(other, to: "a.md")
    return (test, try test.vault().editor.finishEditing(path, from: text, to: bytes(edited), copy: "/copy"))
  }

  @Test func isWrittenAsItIs() throws {
    let (test, outcome) = try finish("1\r\n2", "1\r\ntwo", other: "1\r\n2")
    #expect(try test.text("a.md") == "1\r\ntwo")
    #expect(outcome.planned.records == [ChangeRecord(.updated, "a.md")])
    _ = try test.vault().editor.undo()
    #expect(try test.text("a.md") == "1\r\n2")
  }

  @Test func bothChangesAreKept() throws {
    let (test, _) = try finish("1\n2\n3\n4\n5\n", "one\n2\n3\n4\n5\n", other: "1\n2\n3\n4\nfive\n")
    #expect(try test.text("a.md") == "one\n2\n3\n4\nfive\n")
    #expect(test.notices.contains { $0.contains("both changes") })
    // Undoing takes back the edit alone.
    _ = try test.vault().editor.undo()
    #expect(try test.text("a.md") == "1\n2\n3\n4\nfive\n")
  }

  @Test func theSameLinesAreRefused() throws {
    let test = try ChangedVault(["a.md": "1\n"])
    let (path, text) = try test.vault().read { try $0.textToEdit("a") }
    try test.folder.write("uno\n", to: "a.md")
    let error = #expect(throws: EditConflictError.self) {
      try test.vault().editor.finishEditing(path, from: text, to: bytes("one\n"), copy: "/copy")
    }
    #expect(error?.description.contains("/copy") == true)
    #expect(try test.text("a.md") == "uno\n")
    #expect(try test.vault().read { try $0.history() }.isEmpty)
  }

  @Test func goneMeanwhileIsRefused() throws {
    let test = try ChangedVault(["a.md": "1\n"])
    let (path, text) = try test.vault().read { try $0.textToEdit("a") }
    try test.folder.remove("a.md")
    let error = #expect(throws: EditConflictError.self) {
      try test.vault().editor.finishEditing(path, from: text, to: bytes("one\n"), copy: "/copy")
    }
    #expect(
      error?.description
        == "a.md: was moved or deleted by another program meanwhile, so nothing is written. What you wrote is in /copy")
    #expect(try test.tree().isEmpty)
  }

  @Test func whatIsNoTextIsNotOpened() throws {
    let test = try ChangedVault()
    try test.folder.write([0x61, 0xFF], to: "a.md")
    #expect(throws: ChangeError.self) { try test.vault().read { try $0.textToEdit("a") } }
  }
}
