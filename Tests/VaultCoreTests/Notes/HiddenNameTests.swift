import Testing

@testable import VaultCore

/// Names that some system reads as those of hidden places.
@Suite("Hidden names") struct HiddenNameTests {
  private static let spellings = [
    ".git", ".GIT", ".git ", ".git.", ".git::$INDEX_ALLOCATION", "git~1", "GIT~1", "git~2", "git~1. ", "Git~1::$DATA",
    "vault~1", "OBSIDI~1", "ZK~1", ".g\u{200C}it", "\u{200C}.git", "\u{FEFF}.vault", ".\u{200D}obsidian",
    "g\u{200C}it~1",
    "\u{2060}\u{FEFF}.x", "a\\.git", "a\\git~1\\x", ".vault", ".obsidian", ".x",
  ]

  @Test(arguments: spellings) func otherSpellingsAreHidden(_ name: String) {
    #expect(HiddenName.isHidden(name.utf8))
    for path in [name, "a/" + name, name + "/hooks/x.md", "é/" + name + "/config"] {
      #expect(NotePath(path).isHidden, "\(path.debugDescription)")
      #expect(NoteFileName.problem(inPath: path)?.severity == .refused, "\(path.debugDescription)")
    }
    #expect(NoteFileName.problem(inNewFolder: name) != nil)
  }

  @Test(arguments: [
    "git", "git~", "git~x", "git~1.md", "git~1 notes", "agit~1", "vault", "obsidian~1", "a~1", "Käse", "a\u{200C}.git",
    "👩‍👩‍👧.md", "a.git", "~1", "é.git", "a\\b",
  ])
  func othersAreNot(_ name: String) {
    #expect(!HiddenName.isHidden(name.utf8))
    #expect(!NotePath("a/" + name).isHidden)
  }

  @Test func theHiddenPartIsTheFirst() {
    #expect(NotePath("a/git~1/hooks/.x").hiddenPart == NotePath("a/git~1"))
    #expect(NotePath("a/b/.x").hiddenPart == NotePath("a/b/.x"))
    #expect(NotePath("a/b").hiddenPart == nil)
  }

  @Test(arguments: ["git~1", "\u{200C}.git", "vault~2", "{{title}}"]) func newNamesAreNone(_ folder: String) throws {
    for title in spelledTitles {
      let path = try NoteFileName.make(
        pattern: folder + "/{{title}}", title: title, id: "", time: CivilTime(instant: 0, offset: 0))
      #expect(!NotePath(path).isHidden, "\(path.debugDescription)")
      #expect(NoteFileName.problem(inPath: path)?.severity != .refused, "\(path.debugDescription)")
    }
  }

  private let spelledTitles = ["git~1", "\u{200C}.git", "\u{FEFF}.\u{200C}x", "obsidi~1"]
}
