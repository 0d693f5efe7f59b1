import Testing
import VaultCore

@testable import VaultStore

/// What a name given to `mv`, `rename` and `rm` may mean.
struct MovableTests {
  /// Not that there is no note of that name.
  @Test func whatLiesOutsideIsSaid() throws {
    let test = try ChangedVault(["a.md": "a"])
    for name in ["../a.md", "/etc/hosts", "../../x/"] {
      let error = #expect(throws: MoveError.self) { try test.vault().editor.delete(named: [name]) }
      #expect(error?.description.contains("outside the vault") == true, "\(name): \(String(describing: error))")
    }
  }

  private func expectAmbiguous(
    _ files: [String: String], _ name: String, _ candidates: [NotePath], folder: NotePath?,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) throws {
    let test = try ChangedVault(files)
    let before = try test.tree()
    let commands: [(OpenVault) throws -> ChangeOutcome] = [
      { try $0.editor.delete(named: [name]) }, { try $0.editor.move([name], to: "new/") },
      { try $0.editor.rename([name], title: "r") { _, _ in "new" } },
    ]
    for command in commands {
      do {
        _ = try command(test.vault())
        Issue.record("done", sourceLocation: sourceLocation)
      } catch let error as NoteNameError {
        guard case .ambiguous(name, let found, let other) = error else { throw error }
        #expect(found == candidates, sourceLocation: sourceLocation)
        #expect(other == folder, sourceLocation: sourceLocation)
        if let folder { #expect("\(error)".contains("  \(folder)/\n"), sourceLocation: sourceLocation) }
      }
      #expect(try test.tree() == before, sourceLocation: sourceLocation)
    }
  }

  /// A note anywhere of a folder's name, by whatever it has that name, is not taken for the folder, nor the folder for it.
  @Test(arguments: [
    ("z/work.md", "z"), ("Work.md", "z"), ("Work/Work.md", "z"), ("z/n.md", "---\ntitle: Work\n---\n"),
    ("z/n.md", "---\naliases: [work]\n---\n"), ("z/n.md", "---\nid: Work\n---\n"),
  ])
  func aFolderAndANoteOfOneName(_ path: String, _ text: String) throws {
    try expectAmbiguous(["Work/a.md": "a", path: text], "Work", [NotePath(path)], folder: "Work")
  }

  @Test func aFolderAndSeveralNotes() throws {
    try expectAmbiguous(
      ["Work/a.md": "", "y/work.md": "", "z/work.md": ""], "Work", ["y/work.md", "z/work.md"], folder: "Work")
    try expectAmbiguous(["y/work.md": "", "z/work.md": ""], "Work", ["y/work.md", "z/work.md"], folder: nil)
  }

  @Test(arguments: ["Work/", "Work", "./Work"])
  func aFolderAlone(_ name: String) throws {
    let test = try ChangedVault(["Work/a.md": "a", "b.md": "b"])
    _ = try test.vault().editor.delete(named: [name])
    #expect(try test.tree() == ["b.md": "b"])
  }

  @Test func theSlashAndThePathTellThemApart() throws {
    let test = try ChangedVault(["Work/a.md": "a", "Work.md": "w"])
    _ = try test.vault().editor.delete(named: ["Work.md"])
    #expect(try test.tree() == ["Work": "(folder)", "Work/a.md": "a"])
    _ = try test.vault().editor.undo()
    _ = try test.vault().editor.delete(named: ["Work/"])
    #expect(try test.tree() == ["Work.md": "w"])
  }

  @Test func whatLiesInADeletedFolderGoesWithIt() throws {
    let test = try ChangedVault(["f/a.md": "a", "f/g/b.md": "b", "c.md": "c"])
    _ = try test.vault().editor.delete(named: ["f/g/b.md", "f/", "f/a.md", "f/"])
    #expect(try test.tree() == ["c.md": "c"])
    _ = try test.vault().editor.undo()
    #expect(try test.tree().count == 5)
  }
}
