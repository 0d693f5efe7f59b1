import Testing
import VaultCore
import VaultTestSupport

@testable import VaultStore

/// What links call a note counts for it, with the index and without.
@Suite struct LinkTextsTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("# Ways\n\nsalt was carried here\n", to: "ways.md")
    try folder.write("# Trade\n\nsalt was carried here\n", to: "trade.md")
    try folder.write("[the salt road](ways.md), ![salt](trade.md) and [salt](https://example.org)\n", to: "x.md")
    for number in 0..<6 { try folder.write("nothing\n", to: "\(number).md") }
  }

  private func explained(_ text: String, noIndex: Bool) throws -> [String: Ranking.Traits] {
    let test = try VaultUnderTest(folder)
    let result = try test.vault(noIndex: noIndex).read {
      try $0.search(test.query(text), options: SearchOptions(linesPerHit: 0, explains: 9))
    }
    return Dictionary(
      uniqueKeysWithValues: try #require(result.explanation).notes.map { ($0.path.text, $0.traits) })
  }

  @Test(arguments: [false, true]) func countForTheNoteThatTheyLeadTo(noIndex: Bool) throws {
    let notes = try explained("salt", noIndex: noIndex)
    #expect(notes.keys.sorted() == ["trade.md", "ways.md", "x.md"])
    #expect(notes["ways.md"]?.inLinks == [1])
    #expect(notes["trade.md"]?.inLinks == [], "an embed's text describes what is shown")
    #expect(notes["x.md"]?.inLinks == [])
    let share = try #require(notes["ways.md"]?.name.share)
    #expect(share > 0 && share < 1)
    #expect(try explained("the salt road", noIndex: noIndex).keys.sorted() == ["x.md"], "they find no note")
  }

  @Test(arguments: [false, true]) func aTextOfManyLinksCountsOnce(noIndex: Bool) throws {
    try folder.write("[the salt road](ways.md) [[ways|the salt road]] [[ways|old salt]]\n", to: "y.md")
    #expect(try explained("salt", noIndex: noIndex)["ways.md"]?.inLinks == [2])
  }

  /// A note is not the one that was asked for because somebody calls it so.
  @Test(arguments: [false, true]) func noLinkMakesANameEqual(noIndex: Bool) throws {
    try folder.write("[[trade|salt]]\n", to: "y.md")
    let name = try #require(try explained("salt", noIndex: noIndex)["trade.md"]?.name)
    #expect(name.share == 1 && !name.isEqual)
  }

  @Test(arguments: [false, true]) func namesAndPathsAreNoTexts(noIndex: Bool) throws {
    try folder.write("salt\n", to: "a/salt pans.md")
    try folder.write(
      "[[salt pans]] [[a/salt pans]] [[a/salt pans|salt pans]] [salt pans](a/salt%20pans.md) [[salt pans#salt|salt pans]]\n",
      to: "y.md")
    #expect(try explained("salt", noIndex: noIndex)["a/salt pans.md"]?.inLinks == [])
  }

  @Test(arguments: [false, true]) func linksOfChangedNotesAreForgotten(noIndex: Bool) throws {
    let test = try VaultUnderTest(folder)
    func inLinks() throws -> [Int]? {
      try test.vault(noIndex: noIndex).read {
        try $0.search(test.query("salt"), options: SearchOptions(linesPerHit: 0, explains: 9))
      }.explanation?.notes.first { $0.path.text == "ways.md" }?.traits.inLinks
    }
    #expect(try inLinks() == [1])
    try folder.write("nothing any more\n", to: "x.md")
    #expect(try inLinks() == [])
  }
}
