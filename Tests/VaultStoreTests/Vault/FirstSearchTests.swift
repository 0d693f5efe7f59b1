import Foundation
import Testing
import VaultCore
import VaultTestSupport

@testable import VaultStore

/// What a search answers before there is an index.
@Suite struct FirstSearchTests {
  static let queries = [
    "bread", "sourdough starter", "\"rye flour\"", "bread NOT rye", "tag:baking bread", "title:rye", "~ourdoug",
    "~\"he sta\"",
    "/star(ter|t)/i", "word1", "überblick", "heading body", "bread (rye OR wheat)", "café", "uber", "is:pinned the",
    "note words",
    "fooBar", "foo_bar", "foo", "title:foo", "block:(bread flour)", "task-todo:call the", "content:the salt", "strasse",
  ]

  /// Of notes in all kinds of spelling.
  private func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let texts = [
      "Plain bread and rye flour.\n", "BREAD with a Sourdough-Starter\n", "---\ntitle: Caf\u{E9} Rye\n---\nthe salt\n",
      "---\ntitle: \"Caf\\u00e9 two\"\n---\nwords\n", "# Caf&eacute; heading body\n",
      "so\u{AD}urdough starter soft hyphen\n",
      "Cafe\u{301} combining\n", "Stra\u{DF}e and STRASSE\n", "\u{201C}bread\u{201D} in quotes, fooBar_baz foo_bar\n",
      "---\naliases: [Rye]\ntags: [baking]\npin: true\n---\nbread of the day\n",
      "\u{130}stanbul \u{FB01}sh \u{FF42}read\n",
      "+++\ndescription = \"\"\"\n+++more\n\"\"\"\ntitle = \"f\\u006fo\"\n+++\nbody\n",
      "bread\n\nflour\n\n- [ ] call the baker\n", "", "caf\u{E9}bread camelBreadCase x1word1\n",
    ]
    for (number, text) in texts.enumerated() { try folder.write(text, to: "\(number % 3)/note \(number).md") }
    try folder.write([0x62, 0x72, 0xFF, 0x65, 0x61, 0x64, 0x20, 0x62, 0x72, 0x65, 0x61, 0x64, 0x0A], to: "bytes.md")
    try folder.write("nothing in it\n", to: "\u{DC}berblick.md")
    try folder.write("nothing in it\n", to: "Sourdough starter.md")
    try folder.write("max_file_size: 4000\n", to: ".vault/config.yaml")
    try folder.write(String(repeating: "too much bread ", count: 400), to: "1/bread too large.md")
    try folder.write("a note by another name, with bread\n", to: "0/bread.txt")
    try folder.link("linked bread.md", to: "0/bread.txt")
    try folder.link("linked note.md", to: "note 0.md")
    return folder
  }

  private func check(_ test: VaultUnderTest, _ queries: [String]) throws -> Int {
    var filtered = 0
    let vault = try test.vault(noIndex: true)
    let scan = try vault.scanner.scan()
    for text in queries {
      let query = try test.query(text)
      let texts = QueryTexts(query.root)
      guard let filter = TextPrefilter(texts) else { continue }
      filtered += 1
      let read = try vault.scanner.scan(reading: (filter, vault.configuration.maximumFileSize))
      #expect(read.folders.map(\.fingerprint) == scan.folders.map(\.fingerprint))
      let notes = try #require(read.prefiltered)
      let part = try FileSnapshot(
        scan: read, pipeline: vault.pipeline, patterns: texts.patterns, only: (notes, filter.patterns))
      let whole = try FileSnapshot(scan: scan, pipeline: vault.pipeline, patterns: texts.patterns)
      func records(_ snapshot: FileSnapshot) throws -> [NoteRecord] {
        let reader = VaultReader(vault, snapshot)
        return try reader.result(of: reader.select(texts), texts, query, SearchOptions(linesPerHit: 0)).hits.map(
          \.record
        ).sorted { $0.path < $1.path }
      }
      #expect(try records(part) == records(whole), "\(text)")
      #expect(part.noteCount == whole.noteCount)
    }
    return filtered
  }

  @Test func whatIsLeftOutDoesNotMatch() throws {
    let folder = try folder()
    let test = try VaultUnderTest(folder)
    #expect(try check(test, Self.queries) > 15)
    let tooLarge = try test.vault(noIndex: true).read { try $0.search(test.query("too large")) }.hits.map(\.record)
    #expect(tooLarge.map(\.path.text) == ["1/bread too large.md"] && tooLarge.first?.isPartlyRead == true)
  }

  @Test func nothingOfTheSampleVaultIsMissed() throws {
    let test = try VaultUnderTest(root: RepositoryPlaces.sampleVault)
    #expect(try check(test, Self.queries) > 15)
  }

  @Test(arguments: 0..<4) func nothingOfRandomVaultsIsMissed(_ seed: UInt64) throws {
    let folder = try TemporaryFolder()
    var changes = RandomChanges(folder, seed: 300 + seed)
    for _ in 0..<120 { _ = try changes.next() }
    let queries = [
      "words body", "foobar", "baz", "word1", "é", "note", "heading one", "task title:note", "other", "bytes",
      "tag:work deep",
    ]
    #expect(try check(VaultUnderTest(folder), queries) > 5)
  }

  /// The index's answer and that before it are the same, but for what ranks them.
  @Test func theIndexIsNotWaitedFor() throws {
    let folder = try TemporaryFolder()
    let test = try VaultUnderTest(folder)
    for number in 0..<Vault.fewNotes {
      try folder.write("note word\(number % 40)\n", to: "\(number % 20)/\(number).md")
    }
    func search(_ text: String) throws -> SearchResult {
      try test.vault().vault.search(test.query(text), options: SearchOptions(mayPrecedeIndex: true))
    }
    let first = try search("word7")
    #expect(first.precedesIndex && first.total == 50)
    #expect(!FileManager.default.fileExists(atPath: try test.indexPath()))
    // What rules nothing out, and what finds nothing.
    #expect(try search("is:pinned").precedesIndex == false)
    let second = try search("word7")
    #expect(!second.precedesIndex)
    #expect(second.hits.map(\.record.path) == first.hits.map(\.record.path))
    #expect(second.hits.first?.matches.count == first.hits.first?.matches.count)
  }
}
