import Testing
import VaultCore
import VaultTestSupport

@testable import VaultStore

@Suite("Explanations") struct ExplanationTests {
  /// A note that was found by something else has no words to be explained by, and is explained all the same.
  @Test(arguments: [false, true]) func theFirstNoteIsExplainedWhereItHasNoneOfTheWords(noIndex: Bool) throws {
    let folder = try TemporaryFolder()
    try folder.write("---\npin: true\n---\nalpha\n", to: "pinned.md")
    try folder.write("beta\n", to: "other.md")
    let test = try VaultUnderTest(folder)
    for (query, path) in [("zeta OR is:pinned", "pinned.md"), ("beta", "other.md")] {
      let result = try test.vault(noIndex: noIndex).read {
        try $0.search(test.query(query), options: SearchOptions(explains: 3))
      }
      #expect(result.explanation?.notes.first?.path == NotePath(path), "\(query)")
    }
  }
}
