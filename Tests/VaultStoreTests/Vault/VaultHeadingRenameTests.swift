import Testing
import VaultCore
import VaultTestSupport

@testable import VaultStore

struct VaultHeadingRenameTests {
  private static let files = [
    "a.md": "# A\r\n\r\n## Same\r\n\r\n# B\r\n\r\n## Same ##\r\n[[#B#Same]]\r\n", "b.md": "[[a#B#Same]] [x](a.md#B)",
  ]

  @Test func linksFollow() throws {
    let test = try ChangedVault(Self.files)
    #expect(
      try test.differences { try $0.editor.renameHeading("B", line: nil, of: "a", to: "C d", $1) } == [
        "a.md": "# A\r\n\r\n## Same\r\n\r\n# C d\r\n\r\n## Same ##\r\n[[#C d#Same]]\r\n",
        "b.md": "[[a#C d#Same]] [x](a.md#C%20d)",
      ])
  }

  @Test func hardLinksAreEditedOnce() throws {
    let test = try ChangedVault(Self.files)
    try test.folder.hardLink("c.md", to: "b.md")
    _ = try test.vault().editor.renameHeading("B", line: nil, of: "a", to: "B B")
    #expect(try test.text("c.md") == "[[a#B B#Same]] [x](a.md#B%20B)")
  }

  @Test func oneOfSeveralIsToldByItsLineOrWhatIsAbove() throws {
    let test = try ChangedVault(Self.files)
    let error = #expect(throws: HeadingNameError.self) {
      try test.vault().editor.renameHeading("Same", line: nil, of: "a", to: "x")
    }
    #expect(error?.description.contains("lines 3, 7") == true)
    for (heading, line) in [("B#Same", nil), ("", 7), ("same", 7)] {
      let differences = try ChangedVault(Self.files).differences {
        try $0.editor.renameHeading(heading, line: line, of: "a", to: "Other", $1)
      }
      #expect(differences["a.md"] == "# A\r\n\r\n## Same\r\n\r\n# B\r\n\r\n## Other ##\r\n[[#B#Other]]\r\n")
      #expect(differences["b.md"] == "[[a#B#Other]] [x](a.md#B)")
    }
  }

  @Test func missingOnesNameThoseThere() throws {
    let test = try ChangedVault(Self.files)
    let vault = try test.vault()
    let error = #expect(throws: HeadingNameError.self) {
      try vault.editor.renameHeading("Sam", line: nil, of: "a", to: "x")
    }
    #expect(error?.description == "a.md: has no heading \"Sam\"; did you mean \"Same\"?")
    let noLine = #expect(throws: HeadingNameError.self) {
      try vault.editor.renameHeading("", line: 2, of: "a", to: "x")
    }
    #expect(noLine?.description == "a.md: has no heading in line 2; its headings are in lines 1, 3, 5, 7")
  }

  @Test func theLineMustHoldTheHeading() throws {
    let test = try ChangedVault(Self.files)
    let error = #expect(throws: HeadingNameError.self) {
      try test.vault().editor.renameHeading("Same", line: 1, of: "a", to: "x")
    }
    #expect(
      error?.description == "a.md: line 1 holds the heading \"A\", not \"Same\"; give that text, or another line")
    #expect(try test.tree() == Self.files)
  }

  @Test func aHeadingMayHaveTheSeparatorInItsText() throws {
    let test = try ChangedVault(["a.md": "# C# notes\n# C\n## notes\n# C#\n"])
    #expect(
      try test.differences { try $0.editor.renameHeading("C# notes", line: nil, of: "a", to: "X", $1) } == [
        "a.md": "# X\n# C\n## notes\n# C#\n"
      ])
    #expect(
      try test.differences { try $0.editor.renameHeading("C", line: nil, of: "a", to: "Y", $1) } == [
        "a.md": "# X\n# Y\n## notes\n# C#\n"
      ])
  }

  @Test(arguments: ["", "two\nlines"])
  func textMustBeALine(_ text: String) throws {
    let test = try ChangedVault(Self.files)
    #expect(throws: ChangeError.self) { try test.vault().editor.renameHeading("B", line: nil, of: "a", to: text) }
    #expect(try test.tree() == Self.files)
  }
}
