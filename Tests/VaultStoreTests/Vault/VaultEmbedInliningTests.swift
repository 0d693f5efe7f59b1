import Testing
import VaultCore
import VaultTestSupport

@testable import VaultStore

struct VaultEmbedInliningTests {
  private static let files = [
    "a.md": "# A\r\n\r\n![[b#B]]\r\n\r\nend", "x/b.md": "---\nt: 1\n---\n# B\n![](i.png) [[#C]]\n# C\n", "x/i.png": "",
  ]

  @Test func theTextComesIntoTheNote() throws {
    let test = try ChangedVault(Self.files)
    #expect(
      try test.differences { try $0.editor.inlineEmbed(atLine: 3, of: "a", $1) } == [
        "a.md": "# A\r\n\r\n## B\r\n![](x/i.png) [[b#C]]\r\n\r\nend"
      ])
  }

  @Test func whatIsNoneIsLeft() throws {
    let test = try ChangedVault(Self.files.merging(["c.md": "![[None]]\n\n![[i.png]]\n"]) { $1 })
    let before = try test.tree()
    for (line, note) in [(1, "a"), (1, "c"), (3, "c")] {
      #expect(throws: ChangeError.self) { try test.vault().editor.inlineEmbed(atLine: line, of: note) }
    }
    #expect(try test.tree() == before)
  }
}
