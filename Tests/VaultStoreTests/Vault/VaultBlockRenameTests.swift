import Testing
import VaultCore
import VaultTestSupport

@testable import VaultStore

struct VaultBlockRenameTests {
  private static let files = [
    "a.md": "One ^old\r\n\r\n- two ^other\r\n\r\n[[#^old]]\r\n",
    "b.md": "---\nof: \"[[a#^old]]\"\n---\n![[a#^OLD]] [x](a.md#^old) [[a#^other]]",
  ]

  @Test func linksFollow() throws {
    let test = try ChangedVault(Self.files)
    #expect(
      try test.differences { try $0.editor.renameBlock("old", of: "a", to: "new", $1) } == [
        "a.md": "One ^new\r\n\r\n- two ^other\r\n\r\n[[#^new]]\r\n",
        "b.md": "---\nof: \"[[a#^new]]\"\n---\n![[a#^new]] [x](a.md#^new) [[a#^other]]",
      ])
  }

  @Test func onlyTheFirstOfAnIDIsLinked() throws {
    let files = ["a.md": "One ^x\n\nTwo ^x\n", "b.md": "[[a#^x]]"]
    #expect(
      try ChangedVault(files).differences { try $0.editor.renameBlock("x", line: 3, of: "a", to: "y", $1) } == [
        "a.md": "One ^x\n\nTwo ^y\n"
      ])
    #expect(
      try ChangedVault(files).differences { try $0.editor.renameBlock("x", line: 1, of: "a", to: "y", $1) } == [
        "a.md": "One ^y\n\nTwo ^x\n", "b.md": "[[a#^y]]",
      ])
    let test = try ChangedVault(files)
    let error = #expect(throws: BlockNameError.self) {
      try test.vault().editor.renameBlock("x", of: "a", to: "y")
    }
    #expect(error?.description == "a.md: has the block ^x in lines 1, 3; say which by its line")
  }

  @Test func whatCannotBeRenamedIsLeft() throws {
    let test = try ChangedVault(Self.files)
    for (id, new) in [("old", "other"), ("old", "a b"), ("old", "")] {
      #expect(throws: ChangeError.self) { try test.vault().editor.renameBlock(id, of: "a", to: new) }
    }
    let error = #expect(throws: BlockNameError.self) { try test.vault().editor.renameBlock("ol", of: "a", to: "x") }
    #expect(error?.description == "a.md: has no block ^ol")
    #expect(try test.tree() == Self.files)
  }
}
