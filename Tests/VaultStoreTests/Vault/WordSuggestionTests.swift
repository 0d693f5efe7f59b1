import Testing
import VaultTestSupport

@testable import VaultStore

@Suite struct WordSuggestionTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("rye bread, baked with honey\n", to: "bread.md")
    try folder.write("wooden bench\n", to: "bench.md")
    try folder.write("a beach and deutsche Seen, deutsche Wälder\n", to: "beach.md")
  }

  private func suggested(_ text: String, noIndex: Bool) throws -> [[String]] {
    let test = try VaultUnderTest(folder)
    let result = try test.vault(noIndex: noIndex).read {
      try $0.search(test.query(text), options: SearchOptions(suggests: true))
    }
    #expect(result.hits.isEmpty)
    return result.suggestions.map { [$0.word] + $0.words }
  }

  /// Nothing is suggested that finds nothing: no note has wood and a beach.
  @Test(arguments: [false, true]) func findSomething(_ noIndex: Bool) throws {
    #expect(try suggested("honyy", noIndex: noIndex) == [["honyy", "honey"]])
    #expect(try suggested("benhc", noIndex: noIndex) == [["benhc", "bench", "beach"]])
    #expect(try suggested("breach", noIndex: noIndex) == [["breach", "beach", "bench", "bread"]])
    #expect(try suggested("rye breach", noIndex: noIndex) == [["breach", "bread"]])
    #expect(try suggested("\"rye breach\"", noIndex: noIndex) == [["breach", "bread"]])
    #expect(try suggested("honey -rye benhc", noIndex: noIndex) == [])
  }

  /// Of several, none can be tried alone.
  @Test(arguments: [false, true]) func areMadeForEachWord(_ noIndex: Bool) throws {
    #expect(try suggested("ryw breat", noIndex: noIndex) == [["ryw", "rye"], ["breat", "bread"]])
  }

  /// A word with which others begin is known.
  @Test(arguments: [false, true]) func areNotMadeForBeginnings(_ noIndex: Bool) throws {
    #expect(try suggested("deutsch rye tag:none", noIndex: noIndex) == [])
    #expect(try suggested("\"deutsch Seen\"", noIndex: noIndex) == [["deutsch", "deutsche"]])
  }
}
