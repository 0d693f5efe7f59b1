import Testing
import VaultCore
import VaultTestSupport

@testable import VaultStore

/// A folder that is a notebook of zk.
@Suite struct NotebookTests {
  private static let notes = [
    "202102241246-my-note.md": "# Mine\n\n:one:two: #hash #two words#\n",
    "home.md": "[[202102241246]] [x](2021022412)\n",
    "sub/202103010000-other.md": "---\nkeywords: [key, two words]\n---\n[[my-note]] [y](../2021022412)\n",
  ]
  private static let everything = "[format.markdown]\ncolon-tags = true\nmultiword-tags = true\n"
  private let folder: TemporaryFolder
  private let test: VaultUnderTest

  init() throws {
    folder = try TemporaryFolder()
    for (path, text) in Self.notes { try folder.write(text, to: path) }
    test = try VaultUnderTest(folder)
  }

  private func text(_ path: String) throws -> String { String(decoding: try folder.bytes(of: path), as: UTF8.self) }

  private func tags(noIndex: Bool) throws -> [String] {
    try test.vault(noIndex: noIndex).read { try $0.tags() }.map(\.tag)
  }

  @Test func theIndexFollowsItsConfiguration() throws {
    for (configuration, expected) in [
      (nil, ["hash", "two"]), ("", ["hash", "key", "two", "two words"]),
      (Self.everything, ["hash", "key", "one", "two", "two words"]),
      ("[format.markdown]\nhashtags = false\n", ["key", "two words"]),
    ] {
      if let configuration { try folder.write(configuration, to: ".zk/config.toml") }
      #expect(try tags(noIndex: false) == expected)
      #expect(try tags(noIndex: true) == expected)
    }
    #expect(test.notices.all == [])
    try folder.write("[format.markdown]\nhashtags = 1\n", to: ".zk/config.toml")
    #expect(try tags(noIndex: false) == ["hash", "key", "two", "two words"])
    #expect(
      test.notices.all == [
        ".zk/config.toml:2:12: hashtags should be true or false, so true holds, which is zk's default; mend it there"
      ])
  }

  @Test func itsConfigurationIsReadThroughNoLink() throws {
    try folder.write(Self.everything, to: "elsewhere.toml")
    try folder.makeFolder(".zk")
    try folder.link(".zk/config.toml", to: "../elsewhere.toml")
    #expect(try tags(noIndex: false) == ["hash", "key", "two", "two words"])
    #expect(test.notices.all.count == 1 && test.notices.all.allSatisfy { $0.contains("zk's defaults hold") })
  }

  @Test(arguments: [false, true]) func tagsOfSeveralWordsAreFound(_ noIndex: Bool) throws {
    try folder.write(Self.everything, to: ".zk/config.toml")
    let vault = try test.vault(noIndex: noIndex)
    func paths(_ text: String) throws -> [String] {
      let query = try QueryParser(context: vault.queryContext).parse(text)
      return try vault.read { try $0.list(query) }.records.map(\.path.text).sorted()
    }
    #expect(try paths("tag:\"two words\"") == ["202102241246-my-note.md", "sub/202103010000-other.md"])
    #expect(try paths("tag:one") == ["202102241246-my-note.md"])
    #expect(throws: QueryError.self) { try test.query("tag:\"two words\"") }
  }

  @Test(arguments: [false, true]) func linksNameParts(_ noIndex: Bool) throws {
    try folder.makeFolder(".zk")
    let vault = try test.vault(noIndex: noIndex)
    let backlinks = try vault.read { try $0.backlinks(to: "202102241246-my-note") }.links
    #expect(
      backlinks.map { "\($0.source) \($0.link.target)" } == [
        "home.md 202102241246", "home.md 2021022412", "sub/202103010000-other.md my-note",
        "sub/202103010000-other.md ../2021022412",
      ])
    #expect(
      try vault.read { try $0.orphans(Query()) }.records.map(\.path.text).sorted() == [
        "home.md", "sub/202103010000-other.md",
      ])
    #expect(try vault.read { try $0.links(of: "home") }.allSatisfy { !$0.isDangling })
  }

  @Test func linksFollowAMove() throws {
    try folder.makeFolder(".zk")
    let vault = try test.vault()
    _ = try vault.editor.move(["202102241246-my-note.md"], to: "else.md")
    #expect(try text("home.md") == "[[else]] [x](else.md)\n")
    #expect(try text("sub/202103010000-other.md").hasSuffix("[[else]] [y](else.md)\n"))
  }

  @Test func keywordsAreRenamedToo() throws {
    try folder.write(Self.everything, to: ".zk/config.toml")
    let vault = try test.vault()
    _ = try vault.editor.renameTag("two words", to: "pair")
    #expect(try text("sub/202103010000-other.md").hasPrefix("---\nkeywords: [key, pair]\n---\n"))
    #expect(try text("202102241246-my-note.md").hasSuffix("#hash #pair#\n"))
  }
}
