import Testing
import VaultCore

@testable import VaultStore

struct TaggingTests {
  private static let files = [
    "a.md": "---\ntags:\n  - Work # mine\n  - home\n---\n#work/deep and `#work`\n", "b.md": "#Work\r\n",
    "c.md": "---\ntag: workshop\n---\n", "d.md": "none\n",
  ]

  @Test func addingLeavesNotesThatHaveIt() throws {
    let test = try ChangedVault(Self.files)
    #expect(
      try test.differences { try $0.editor.addTag("#WORK", to: ["a", "b", "c", "d"], $1) } == [
        "c.md": "---\ntag: [workshop, WORK]\n---\n", "d.md": "---\ntags: [WORK]\n---\nnone\n",
      ])
  }

  @Test func removingLeavesTheText() throws {
    let test = try ChangedVault(Self.files)
    #expect(
      try test.differences { try $0.editor.removeTag("work", from: ["a", "b", "c"], $1) } == [
        "a.md": "---\ntags:\n  - home\n---\n#work/deep and `#work`\n"
      ])
    #expect(test.notices.contains { $0.hasPrefix("b.md:1:") })
  }

  @Test func renamingTakesTheChildrenAlong() throws {
    let test = try ChangedVault(Self.files)
    #expect(
      try test.differences { try $0.editor.renameTag("work", to: "job", $1) } == [
        "a.md": "---\ntags:\n  - job # mine\n  - home\n---\n#job/deep and `#work`\n", "b.md": "#job\r\n",
      ])
    #expect(throws: NoSuchTagError.self) { try test.vault().editor.renameTag("work", to: "x") }
  }

  @Test func tagThatEndsInASlashIsOneOfThatName() throws {
    let files = ["a.md": "---\ntags: [trail/, trail]\n---\n#trail/ #trail//x #trail/x\n", "b.md": "#trail\n"]
    let renamed = "---\ntags: [path, trail]\n---\n#path #path/x #trail/x\n"
    let removed = "---\ntags: [trail]\n---\n#trail/ #trail//x #trail/x\n"
    #expect(
      try ChangedVault(files).differences { try $0.editor.renameTag("trail/", to: "path", $1) } == ["a.md": renamed])
    #expect(
      try ChangedVault(files).differences { try $0.editor.removeTag("trail/", from: ["a", "b"], $1) } == [
        "a.md": removed
      ])
    // None is made.
    let test = try ChangedVault(files)
    #expect(throws: TagRenameError.emptyLevel("trail/")) { try test.vault().editor.addTag("trail/", to: ["b"]) }
    #expect(throws: TagRenameError.emptyLevel("path/")) { try test.vault().editor.renameTag("trail", to: "path/") }
  }

  @Test func whatCannotBeEditedKeepsItAndIsTold() throws {
    let toml = "+++\ntags = [\"work\"]\n+++\n#work\n"
    let test = try ChangedVault(["a.md": "#work\n", "t.md": toml])
    #expect(try test.differences { try $0.editor.renameTag("work", to: "job", $1) } == ["a.md": "#job\n"])
    #expect(test.notices.contains { $0.hasPrefix("t.md:") && $0.contains("keeps the tag") })
    // Where it is all there is, it is an error.
    #expect(throws: ChangeError.self) { try test.vault().editor.renameTag("work", to: "job") }
    #expect(try test.text("t.md") == toml)
  }

  @Test(arguments: ["", "#", "two words", "2026", "a#b", "a,b"])
  func whatIsNoTagIsRefused(_ tag: String) throws {
    let test = try ChangedVault(Self.files)
    let before = try test.tree()
    #expect(throws: (any Error).self) { try test.vault().editor.addTag(tag, to: ["a"]) }
    #expect(throws: (any Error).self) { try test.vault().editor.renameTag("work", to: tag) }
    #expect(try test.tree() == before)
  }
}
