import Testing

@testable import VaultCore

@Suite struct ConflictCopyTests {
  private func path(_ note: String, _ taken: [String: Bool] = [:]) -> String {
    ConflictCopy.path(of: NotePath(note), .theirs, holding: Array("text".utf8)) { taken[$0.text] }.text
  }

  @Test func isNamedByItsText() {
    // printf text | sha256sum
    #expect(path("a/Note.md") == "a/Note (theirs 982d9e).md")
    #expect(path("Note.2.markdown") == "Note.2 (theirs 982d9e).markdown")
    #expect(path("a.b/README") == "a.b/README (theirs 982d9e)")
    #expect(path(".hidden") == ".hidden (theirs 982d9e)")
  }

  @Test func aRetryFindsIt() {
    #expect(path("Note.md", ["Note (theirs 982d9e).md": true]) == "Note (theirs 982d9e).md")
    #expect(path("Note.md", ["Note (theirs 982d9e).md": false]) == "Note (theirs 982d9e3).md")
  }

  @Test(arguments: [
    ("Note (theirs 982d9e).md", true), ("Note (ours 982d9e3).png", true), ("Note (theirs).md", false),
    ("Note (theirs 982d9).md", false), ("Note (theirs 982D9E).md", false), ("(theirs 982d9e).md", false),
    ("Note theirs 982d9e).md", false), ("Note (hers 982d9e).md", false), ("Note (theirs 982d9e) 2.md", false),
    ("Note.sync-conflict-20260314-093000-K3ZQ7XA.md", true), ("Note.sync-conflict.md", false),
    ("Note (Ada's conflicted copy 2026-03-14).md", true), ("Note (conflicted copy 2026-03-14 093000).md", true),
    ("A conflicted copy.md", false),
  ]) func isKnownByItsName(name: String, isOne: Bool) {
    #expect(ConflictCopy.isName(name) == isOne)
  }
}
