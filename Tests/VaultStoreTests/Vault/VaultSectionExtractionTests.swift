import Testing
import VaultCore
import VaultTestSupport

@testable import VaultStore

struct VaultSectionExtractionTests {
  private static let files = [
    "x/a.md": "# A\r\n\r\n## B\r\n![](i.png) [[#A]]\r\n\r\n### C ^c\r\n\r\n## D\r\n[[#C]]\r\n",
    "b.md": "[[a#B]] [[a#A#C|c]] ![[a#^c]] [[a#D]] [[a]]", "x/i.png": "",
  ]

  @Test(arguments: [SectionExtraction.Rest.link, .embed]) func linksFollow(_ rest: SectionExtraction.Rest) throws {
    let test = try ChangedVault(Self.files)
    let left = rest == .link ? "[[New]]" : "![[New]]"
    #expect(
      try test.differences { try $0.editor.extract(.section("B", line: nil), of: "a", to: "y/New", leaving: rest, $1) }
        == [
          "y": "(folder)", "y/New.md": "# B\r\n![](../x/i.png) [[a#A]]\r\n\r\n## C ^c\r\n",
          "x/a.md": "# A\r\n\r\n\(left)\r\n\r\n## D\r\n[[New#C]]\r\n",
          "b.md": "[[New#B]] [[New#C|c]] ![[New#^c]] [[a#D]] [[a]]",
        ])
  }

  @Test func linesAreTaken() throws {
    let test = try ChangedVault(["a.md": "one\n\ntwo ^b\n\nthree\n", "b.md": "[[a#^b]] [[New]]", "x/New.md": ""])
    #expect(
      try test.differences { try $0.editor.extract(.lines(3...3), of: "a", to: "New.md", $1) } == [
        "New.md": "two ^b\n", "a.md": "one\n\n[[New]]\n\nthree\n", "b.md": "[[New#^b]] [[x/New]]",
      ])
  }

  @Test func whatCannotBeTakenIsLeft() throws {
    let test = try ChangedVault(Self.files)
    let vault = try test.vault()
    #expect(throws: ChangeError.self) { try vault.editor.extract(.lines(4...4), of: "a", to: "b") }
    #expect(throws: ChangeError.self) { try vault.editor.extract(.section("B", line: nil), of: "a", to: "b") }
    #expect(throws: ChangeError.self) { try vault.editor.extract(.lines(90...99), of: "a", to: "New") }
    #expect(throws: HeadingNameError.self) { try vault.editor.extract(.section("X", line: nil), of: "a", to: "New") }
    #expect(try test.tree().filter { $0.value != "(folder)" } == Self.files)
  }
}
