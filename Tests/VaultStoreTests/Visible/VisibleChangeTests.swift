import Testing
import VaultCore
import VaultTestSupport

@testable import VaultStore

/// Whoever sees a part of a vault changes no more than that.
struct VisibleChangeTests {
  private func expectRefusal(
    _ error: VisibleChangeError, _ vault: FilteredVault, sourceLocation: Testing.SourceLocation = #_sourceLocation,
    _ change: (VaultEditor, ChangeOptions) throws -> Any
  ) throws {
    let before = try vault.whole().read { try $0.files() }
    for options in [ChangeOptions(), ChangeOptions(dryRun: true)] {
      #expect(throws: error, sourceLocation: sourceLocation) { _ = try change(vault.editor(), options) }
    }
    #expect(try vault.whole().read { try $0.files() } == before, sourceLocation: sourceLocation)
  }

  private func text(_ path: String, _ vault: FilteredVault) throws -> String {
    String(decoding: try vault.folder.bytes(of: path), as: UTF8.self)
  }

  @Test func nothingIsChangedThatMayBeReadOnly() throws {
    let vault = try FilteredVault(["a.md": "- [ ] x 🆔 one\n", "b.md": "y"], isReadOnly: true)
    for change in [
      { try $0.make(NewNote(title: "new"), $1) }, { try $0.delete(named: ["a"], $1) },
      { try $0.move(["a"], to: "c.md", $1) },
      { try $0.completeTasks(["one"], $1) }, { try $0.renameTag("x", to: "y", $1) }, { try $0.undo($1) },
      { try $0.dailyNote(VaultUnderTest.today, $1) }, { try $0.restore(["a"], $1) },
    ] as [(VaultEditor, ChangeOptions) throws -> Any] {
      // Whatever else would be wrong with it is of no interest.
      for options in [ChangeOptions(), ChangeOptions(dryRun: true)] {
        let error = #expect(throws: (any Error).self) { _ = try change(vault.editor(), options) }
        #expect(error is VisibleChangeError || error is NothingToUndoError)
      }
    }
    #expect(throws: VisibleChangeError.readOnly) {
      try vault.editor().emptyTrash([
        TrashItem(
          path: "a.md", deleted: vault.test.environment.now, id: "1", size: 1, place: "x", moved: 1, isForeign: false)
      ])
    }
    #expect(throws: VisibleChangeError.readOnly) { try vault.vault().read { try $0.noteToEdit("a") } }
    #expect(!vault.folder.exists(".vault"))
  }

  @Test func whatIsHiddenIsNotNamedByItsPath() throws {
    let vault = try FilteredVault(["a.md": "x", "Diary/secret.md": "y", "Diary/p.jpg": "z"], hide: "path:Diary/")
    let gone = try FilteredVault(["a.md": "x"])
    func message(_ vault: FilteredVault, _ change: (VaultEditor) throws -> Any) throws -> String {
      do { return "done: \(try change(vault.editor()))" } catch { return "\(error)" }
    }
    for name in ["Diary/secret.md", "Diary", "Diary/", "Diary/p.jpg", "secret"] {
      for change in [
        { try $0.delete(named: [name]) }, { try $0.move([name], to: "b.md") },
        { try $0.rename([name], title: "t") { _, _ in "x" } },
      ] as [(VaultEditor) throws -> Any] {
        #expect(try message(vault, change) == message(gone, change))
      }
    }
    #expect(vault.folder.exists("Diary/secret.md") && vault.folder.exists("Diary/p.jpg"))
  }

  /// A name that is taken by what is hidden is refused as any other place among it.
  @Test func nothingIsMadeWhereNothingShows() throws {
    let vault = try FilteredVault(
      ["a.md": "x", "Diary/secret.md": "y", "Mixed/private.md": "#private", "Mixed/b.md": "z"],
      hide: "path:Diary/ OR #private")
    func make(_ title: String, in folder: String) -> (VaultEditor, ChangeOptions) throws -> Any {
      { editor, options in
        var note = NewNote(title: title)
        note.folder = folder
        return try editor.make(note, options)
      }
    }
    for title in ["secret", "other"] {
      try expectRefusal(.place(NotePath("Diary/\(title).md")), vault, make(title, in: "Diary"))
      try expectRefusal(.place(NotePath("Diary/\(title).md")), vault) {
        try $0.move(["a"], to: "Diary/\(title).md", $1)
      }
    }
    try expectRefusal(.place("Mixed/private.md"), vault, make("private", in: "Mixed"))
    try expectRefusal(.place("Mixed/Private.md"), vault, make("Private", in: "Mixed"))
    _ = try make("other", in: "Mixed")(vault.editor(), ChangeOptions())
    #expect(vault.folder.exists("Mixed/other.md"))
  }

  @Test func onlyFoldersToReadAndWriteInAreWrittenIn() throws {
    let files = ["In/a.md": "#tag [[c]]", "In/Sub/b.md": "#tag", "In/Sub/d.md": "[[a]]", "Out/c.md": "#tag"]
    let reading = try FilteredVault(files, readIn: ["In"])
    try expectRefusal(.place("Out/a.md"), reading) { try $0.move(["a"], to: "Out/a.md", $1) }
    try expectRefusal(.place("n.md"), reading) { try $0.make(NewNote(title: "n"), $1) }
    try expectRefusal(.place("In2"), reading) { try $0.move(["In/"], to: "In2", $1) }
    try expectRefusal(.place("In"), reading) { try $0.delete(named: ["In/"], $1) }
    // Tags of what does not show are nobody's.
    _ = try reading.editor().renameTag("tag", to: "new")
    #expect(try text("In/a.md", reading).hasPrefix("#new") && text("Out/c.md", reading) == "#tag")

    let writing = try FilteredVault(files, writeIn: ["In/Sub"])
    try expectRefusal(.place("In/a.md"), writing) { try $0.renameTag("tag", to: "new", $1) }
    try expectRefusal(.place("In/a.md"), writing) { try $0.delete(named: ["a"], $1) }
    _ = try writing.editor().move(["In/Sub/b.md"], to: "In/Sub/e.md")
    #expect(writing.folder.exists("In/Sub/e.md"))
  }

  /// Else they would lead nowhere, without anybody having seen it.
  @Test func aMoveThatHiddenLinksWouldHaveToFollowIsRefused() throws {
    let vault = try FilteredVault(
      [
        "a.md": "# Plan\n[[b]]", "b.md": "[[a#Plan]]", "free.md": "# H\n",
        "Diary/s.md": "[[a]] [t](../a.md) [[a#Plan]] [[H]]",
        "Diary/u.md": "[[a]]",
      ], hide: "path:Diary/")
    try expectRefusal(.links(4), vault) { try $0.move(["a"], to: "c.md", $1) }
    try expectRefusal(.links(1), vault) { try $0.renameHeading("Plan", line: nil, of: "a", to: "Goal", $1) }
    _ = try vault.editor().renameHeading("H", line: nil, of: "free", to: "Now")
    _ = try vault.editor().move(["b"], to: "Sub/b.md")
    #expect(try text("a.md", vault) == "# Plan\n[[b]]")
    #expect(try text("Sub/b.md", vault) == "[[a#Plan]]")
    #expect(try text("Diary/s.md", vault).hasPrefix("[[a]] [t](../a.md)"))
    let message = try #require("\(VisibleChangeError.links(4))" as String?)
    #expect(message.contains("4 links") && !message.contains("Diary"))
  }

  /// A note's own relative links to what is hidden would break.
  @Test func aMoveThatWouldBreakLinksToHiddenNotesIsRefused() throws {
    let vault = try FilteredVault(
      ["a.md": "[x](Diary/s.md) [[b]]", "b.md": "y", "Diary/s.md": "z"], hide: "path:Diary/")
    try expectRefusal(.links(1), vault) { try $0.move(["a"], to: "Sub/a.md", $1) }
  }

  @Test func aFolderThatHoldsSomethingHiddenStays() throws {
    let vault = try FilteredVault(
      ["F/a.md": "x", "F/s.md": "#private", "F/s.png": "p", "F/t.md": "#private ![[s.png]]", "G/b.md": "x"],
      hide: "#private")
    try expectRefusal(.filesInside("F", 3), vault) { try $0.delete(named: ["F/"], $1) }
    try expectRefusal(.filesInside("F", 3), vault) { try $0.move(["F/"], to: "H", $1) }
    _ = try vault.editor().move(["G/"], to: "H")
    #expect(vault.folder.exists("H/b.md"))
    _ = try vault.editor().delete(named: ["F/a.md"])
    #expect(vault.folder.exists("F/s.md"))
  }

  @Test func capturesAndTasksGoNowhereHidden() throws {
    let vault = try FilteredVault(
      ["inbox.md": "#private", "a.md": "x", ".vault/config.yaml": "inbox: inbox.md\n"], hide: "#private")
    try expectRefusal(.place("inbox.md"), vault) { try $0.capture(Array("text".utf8), in: .inbox, under: nil, $1) }
    #expect(try text("inbox.md", vault) == "#private")
  }
}
