import Testing
import VaultCore
import VaultTestSupport

@testable import VaultStore

/// All lines of one note that a query's words stand in, with the index and without.
@Suite struct MatchingLinesTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("# Rye\n\nrye bread\nwheat\n\nmore rye, and rye\n", to: "a.md")
    try folder.write("nothing\n", to: "b.md")
  }

  private func lines(_ text: String, in path: String, noIndex: Bool) throws -> [Int] {
    let test = try VaultUnderTest(folder)
    return try test.vault(noIndex: noIndex).read {
      try $0.matchingLines(of: test.query(text), inNoteAt: NotePath(path)).map(\.line)
    }
  }

  @Test(arguments: [false, true]) func areAllOfThem(noIndex: Bool) throws {
    #expect(try lines("rye", in: "a.md", noIndex: noIndex) == [1, 3, 6])
    #expect(try lines("rye", in: "b.md", noIndex: noIndex) == [])
  }

  /// The note itself need not match.
  @Test(arguments: [false, true]) func areThereWhereTheNoteDoesNotMatch(noIndex: Bool) throws {
    #expect(try lines("wheat zirconium", in: "a.md", noIndex: noIndex) == [4])
  }

  @Test(arguments: [false, true]) func areNoneWhereNoTextIsAskedFor(noIndex: Bool) throws {
    #expect(try lines("", in: "a.md", noIndex: noIndex) == [])
    #expect(try lines("is:pinned", in: "a.md", noIndex: noIndex) == [])
    #expect(try lines("rye", in: "nowhere.md", noIndex: noIndex) == [])
  }
}
