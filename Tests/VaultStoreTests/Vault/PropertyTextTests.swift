import Testing
import VaultCore
import VaultTestSupport

@testable import VaultStore

/// Plain words find file names and the texts of properties, with the index and without.
@Suite struct PropertyTextTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func found(_ text: String, noIndex: Bool) throws -> [String] {
    let test = try VaultUnderTest(folder)
    return try test.vault(noIndex: noIndex).read { reader in
      let query = try test.query(text)
      let found = try reader.search(query, options: SearchOptions(linesPerHit: 0)).hits
      #expect(found.allSatisfy { $0.score > 0 }, "\(text)")
      return found.map(\.record.path.text).sorted()
    }
  }

  @Test(arguments: [false, true]) func namesAndPropertiesAreSearched(noIndex: Bool) throws {
    try folder.write(
      "---\nauthor: [E. M. Forster]\nplace: {town: Weybridge}\nrating: 45\n---\n# Title\n", to: "My reading.md")
    for word in ["forster", "weybridge", "read", "title", "~orste", "/Forst/", "match-case:Forster", "\"M. Forster\""] {
      #expect(try found(word, noIndex: noIndex) == ["My reading.md"], "\(word)")
    }
    for word in ["author", "45", "title:reading", "content:forster", "match-case:forster", "\"Forster Weybridge\""] {
      #expect(try found(word, noIndex: noIndex) == [], "\(word)")
    }
  }

  /// Whatever is read of them otherwise: the first of two keys, one type, what no tag can hold.
  @Test(
    arguments: [
      "aliases: [one]\nalias: \"[[Target|quux]]\"", "tags: \"[[Target|quux]]\"", "title: [\"[[Target|quux]]\"]",
      "title: x\nTitle: \"[[Target|quux]]\"", "aliases: {a: \"[[Target|quux]]\"}", "keywords: [\"!!! quux\"]",
      "tags: [\"a b quux!\"]",
    ], [false, true])
  func noTextIsLost(properties: String, noIndex: Bool) throws {
    try folder.write("---\n\(properties)\n---\ntext\n", to: "a.md")
    try folder.write("text\n", to: "Target.md")
    for query in ["quux", "~uu", "/quux/", "quu*"] {
      #expect(try found(query, noIndex: noIndex) == ["a.md"], "\(query)")
    }
  }

  /// Front matter is read for what has to be looked for in it where its bytes do not rule that out.
  @Test(
    arguments: [
      ("a: \"foo\\x62ar\"", "/foobar/"), ("a: \u{fb01}sh-bone", "~fish-"), ("a: >\n  alpha\n  beta", "/alpha beta/"),
      ("a: 'it''s quux'", "/it's quux/"), ("a: FOOBAR", "/foobar/i"), ("a: barn", "/foo|bar/"),
      ("a: [x, {b: foobar}]", "/^foobar$/"),
      ("a: foobar", "/fo+bar/ /o{2}/"),
    ])
  func noTextOfAPropertyIsPassedBy(properties: String, query: String) throws {
    try folder.write("---\n\(properties)\n---\ntext\n", to: "a.md")
    try folder.write("---\na: other\n---\nanother\n", to: "b.md")
    for noIndex in [false, true] { #expect(try found(query, noIndex: noIndex) == ["a.md"], "\(noIndex)") }
  }

  @Test(arguments: [false, true]) func notebooksAreNoDifference(noIndex: Bool) throws {
    try folder.write("", to: ".zk/config.toml")
    try folder.write("---\nkeywords: [work, \"!!! Hello World\"]\n---\ntext\n", to: "a.md")
    for query in ["hello", "match-case:Hello", "~\"hello wor\"", "/Hello/", "work"] {
      #expect(try found(query, noIndex: noIndex) == ["a.md"], "\(query)")
    }
  }
}
