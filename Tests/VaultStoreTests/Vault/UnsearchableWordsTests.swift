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
    #expect(vault.notices.all.contains { $0.contains("\"&\"") && $0.contains("left out") })
    #expect(try vault.paths("rye - bread", noIndex: noIndex) == ["a.md"])
    #expect(try vault.paths("rye NOT \"--\"", noIndex: noIndex) == ["a.md", "b.md"])
    #expect(try vault.paths("(\"&\" OR bread)", noIndex: noIndex) == ["a.md"])
  }
}
