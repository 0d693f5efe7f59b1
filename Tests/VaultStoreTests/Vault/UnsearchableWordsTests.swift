import Testing
import VaultTestSupport

@testable import VaultStore

/// A text without anything that is indexed says nothing about a note: it is left out, and that is told.
@Suite struct UnsearchableWordsTests {
  @Test(arguments: [false, true]) func areLeftOut(_ noIndex: Bool) throws {
    let folder = try TemporaryFolder()
    try folder.write("rye and bread\n", to: "a.md")
    try folder.write("rye\n", to: "b.md")
    let vault = try VaultUnderTest(folder)
    #expect(try vault.paths("rye & bread", noIndex: noIndex) == ["a.md"])
    #expect(try vault.paths("rye -> bread", noIndex: noIndex) == ["a.md"])
    #expect(vault.notices.all.contains { $0.contains("\"->\"") && $0.contains("left out") })
    // Of what joins two terms elsewhere the parser has warned.
    #expect(!vault.notices.all.contains { $0.contains("\"&\"") })
    #expect(try vault.paths("rye - bread", noIndex: noIndex) == ["a.md"])
    #expect(try vault.paths("rye NOT \"--\"", noIndex: noIndex) == ["a.md", "b.md"])
    #expect(try vault.paths("(\"&\" OR bread)", noIndex: noIndex) == ["a.md"])
  }

  /// Unless nothing else is asked for, or they stand in quotes: then they are looked for as they are.
  @Test(arguments: [false, true]) func areFoundWhereTheyAreMeant(_ noIndex: Bool) throws {
    let folder = try TemporaryFolder()
    try folder.write("rye -> bread\n", to: "a.md")
    try folder.write("rye!!!\n", to: "b.md")
    try folder.write("rye\n\n- [ ] ask ?\n- [ ] buy\n", to: "c.md")
    let vault = try VaultUnderTest(folder)
    #expect(try vault.paths("!!!", noIndex: noIndex) == ["b.md"])
    #expect(try vault.paths("->", noIndex: noIndex) == ["a.md"])
    #expect(try vault.paths("???", noIndex: noIndex) == [])
    #expect(try vault.paths("rye \"->\"", noIndex: noIndex) == ["a.md"])
    #expect(try vault.paths("content:(! OR ->)", noIndex: noIndex) == ["a.md", "b.md"])
    #expect(try vault.paths("line:(->)", noIndex: noIndex) == ["a.md"])
    #expect(try vault.paths("-\"->\"", noIndex: noIndex) == ["b.md", "c.md"])
    #expect(try vault.paths("task:(?)", noIndex: noIndex) == ["c.md"])
    #expect(try vault.paths("task:(ask ! OR !)", noIndex: noIndex) == ["c.md"])
    #expect(vault.notices.all == [])
    try folder.write("---\nsign: \"=>\"\nlist: [\"**\", a]\n---\n", to: "p.md")
    #expect(try vault.paths("[sign:=>]", noIndex: noIndex) == ["p.md"])
    #expect(try vault.paths("[list:** OR x]", noIndex: noIndex) == ["p.md"])
    #expect(try vault.paths("[sign:%%]", noIndex: noIndex) == [])
    #expect(try vault.paths("rye & \"!!!\"", noIndex: noIndex) == ["b.md"])
  }
}
