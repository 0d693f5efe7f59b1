import Testing
import VaultCore
import VaultPlatform
import VaultTestSupport

@testable import VaultStore

/// To-dos and times of reference, which no note's file takes.
@Suite struct AppImportTests {
  private func request(_ json: String, note: String? = nil) -> ImportRequest {
    var request = ImportRequest(.bytes(Array(json.utf8)))
    request.taskNote = note
    return request
  }

  @Test func toDosGoToOneNote() throws {
    let changed = try ChangedVault(["Inbox.md": "# In\n\n- [ ] old\n"])
    let json = #"[{"title": "a", "isDone": false}, {"title": "N", "body": "text"}, {"title": "b", "dueDate": 0}]"#
    let (outcome, report) = try changed.vault().editor.importNotes(request(json, note: "Inbox"))
    #expect(outcome.end == .done && report.tasks == 2 && report.created == 1 && report.problems == [])
    #expect(
      try changed.tree()
        == ["Inbox.md": "# In\n\n- [ ] old\n- [ ] a\n- [ ] b 📅 2001-01-01\n", "N.md": "text"])
    _ = try changed.vault().editor.undo()
    #expect(try changed.tree() == ["Inbox.md": "# In\n\n- [ ] old\n"])
  }

  @Test func theNoteIsMade() throws {
    let changed = try ChangedVault()
    _ = try changed.vault().editor.importNotes(request(#"{"title": "a", "isDone": true}"#, note: "New/To do"))
    #expect(try changed.tree() == ["New": "(folder)", "New/To do.md": "- [x] a\n"])
  }

  @Test func withoutANoteNothingIsImported() throws {
    let changed = try ChangedVault()
    let error = #expect(throws: ImportError.self) {
      try changed.vault().editor.importNotes(request(#"[{"title": "N", "body": "x"}, {"title": "a", "isDone": true}]"#))
    }
    #expect(error == .noTaskNote("standard input", tasks: 1))
    #expect(try changed.tree() == [:])
  }

  @Test func onlyWhatHasToDosTakesANote() throws {
    let changed = try ChangedVault()
    let source = try TemporaryFolder()
    try source.write("text", to: "a.txt")
    var request = ImportRequest(.path(source.absolute("a.txt")))
    request.taskNote = "x"
    #expect(throws: ImportError.noTasks("a.txt")) { try changed.vault().editor.importNotes(request) }
    _ = try changed.vault().editor.importNotes(self.request(#"{"title": "N", "body": "b"}"#, note: "x"))
    #expect(try changed.tree() == ["N.md": "b"])
  }

  @Test func timesOfReferenceGoToTheUsersState() throws {
    let changed = try ChangedVault()
    let json = #"[{"title": "N", "body": "x", "lastReferencedAt": 763000000}, {"title": "M", "body": "y"}]"#
    let vault = try changed.vault()
    let store = try ReferencedNotes(of: vault.location, changed.folders)
    _ = try vault.editor.importNotes(request(json), ChangeOptions(dryRun: true))
    #expect(try store.read() == [])
    _ = try vault.editor.importNotes(request(json))
    #expect(try store.read() == [NoteReference(path: "N.md", milliseconds: 1_741_307_200_000)])
    #expect(try changed.tree() == ["N.md": "x", "M.md": "y"])
  }
}
