import Testing
import VaultCore
import VaultTestSupport

@testable import VaultStore

struct TextInsertionTests {
  private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  @Test func severalNotesAreOneChange() throws {
    let test = try ChangedVault(["a.md": "# A\r\n", "b.md": "b"])
    #expect(
      try test.differences { try $0.editor.insert(bytes("x"), .append, under: nil, in: ["a", "b", "a.md"], $1) }
        == ["a.md": "# A\r\nx\r\n", "b.md": "b\n\nx"])
  }

  @Test func sectionsAreFoundOrMade() throws {
    let test = try ChangedVault(["a.md": "# A\n\n## Log\n\n- one\n\n## End\n"])
    #expect(
      try test.differences { try $0.editor.insert(bytes("- two"), .append, under: "log", in: ["a"], $1) }
        == ["a.md": "# A\n\n## Log\n\n- one\n- two\n\n## End\n"])
    #expect(
      try test.differences {
        try $0.editor.insert(bytes("x"), .prepend, under: SectionChoice("New", creates: true), in: ["a"], $1)
      }
        == ["a.md": "# A\n\n## Log\n\n- one\n- two\n\n## End\n\n## New\n\nx\n"])
  }

  @Test func missingHeadingNamesThoseThere() throws {
    let test = try ChangedVault(["a.md": "# A\n\n## Log\n"])
    let error = #expect(throws: HeadingNameError.self) {
      try test.vault().editor.insert(bytes("x"), .append, under: "Nowhere", in: ["a"])
    }
    #expect(
      error?.description
        == "a.md: has no heading \"Nowhere\"; it has \"A\", \"Log\"; say that it is new, and it is made")
  }

  @Test func severalHeadingsOfTheNameAreToldApart() throws {
    let test = try ChangedVault(["a.md": "# A\n\n## B\n\n## B\n\n# C\n\n## B\n"])
    for (name, lines) in [("B", "3, 5, 9"), ("A#B", "3, 5")] {
      let error = #expect(throws: HeadingNameError.self) {
        try test.vault().editor.insert(bytes("x"), .append, under: SectionChoice(name, creates: true), in: ["a"])
      }
      #expect(error?.description.contains("has the heading \"\(name)\" in lines \(lines);") == true)
    }
    #expect(
      try test.differences { try $0.editor.insert(bytes("x"), .append, under: "C#B", in: ["a"], $1) }
        == ["a.md": "# A\n\n## B\n\n## B\n\n# C\n\n## B\nx\n"])
    #expect(
      try test.differences {
        try $0.editor.insert(bytes("x"), .append, under: SectionChoice("B", line: 5), in: ["a"], $1)
      }
        == ["a.md": "# A\n\n## B\n\n## B\nx\n\n# C\n\n## B\nx\n"])
  }

  @Test func headingsInQuotesTakeNoText() throws {
    let test = try ChangedVault(["a.md": "> [!note]\n> ## Q\n> text\n\n- # L\n"])
    for (name, line) in [("Q", 2), ("L", 5)] {
      let error = #expect(throws: HeadingNameError.self) {
        try test.vault().editor.insert(bytes("x"), .append, under: SectionChoice(name), in: ["a"])
      }
      #expect(
        error?.description.hasPrefix(
          "a.md: the heading \"\(name)\" in line \(line) stands in a quote, callout or list") == true)
    }
    try test.folder.write("> # B\n\n# B\n", to: "b.md")
    #expect(
      try test.differences { try $0.editor.insert(bytes("x"), .append, under: "B", in: ["b"], $1) }
        == ["b.md": "> # B\n\n# B\nx\n"])
  }

  @Test func oneThatCannotBeEditedKeepsAllAsTheyAre() throws {
    let test = try ChangedVault(["a.md": "a", "c.md": "```\nopen"])
    try test.folder.write([0x62, 0xFF], to: "b.md")
    for names in [["a", "b"], ["a", "c"], ["a", "nowhere"]] {
      #expect(throws: (any Error).self) { try test.vault().editor.insert(bytes("x"), .append, under: nil, in: names) }
    }
    #expect(try test.text("a.md") == "a")
    #expect(throws: EmptyTextError.self) {
      try test.vault().editor.insert(bytes(" \n"), .append, under: nil, in: ["a"])
    }
    #expect(try test.vault().read { try $0.history() }.isEmpty)
  }
}
