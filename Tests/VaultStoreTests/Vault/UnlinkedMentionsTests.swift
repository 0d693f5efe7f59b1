import Testing
import VaultCore
import VaultTestSupport

@testable import VaultStore

@Suite struct UnlinkedMentionsTests {
  private static let notes = [
    "Bike.md": "---\ntitle: The red bike\naliases: [Velo, 7]\n---\nMy bike.\n",
    "a.md": "The bike, the red bike, my velo, 7.\n[[Bike]] and [a velo](x.md)\n",
    "b.md": "bikes, velocity, [[Velo]] 7\n",
    "c/d.md": "`bike`\n\nA Velo.\n", "e.md": "---\nwith: bike\n---\nbikeVelo\n",
  ]

  private func vault(noIndex: Bool, _ body: (OpenVault) throws -> Void) throws {
    let folder = try TemporaryFolder()
    for (path, text) in Self.notes { try folder.write(text, to: path) }
    try folder.write("On the bike\n", to: "data/text.txt")
    try folder.link("z.md", to: "data/text.txt")
    try body(VaultUnderTest(folder).vault(noIndex: noIndex))
  }

  @Test(arguments: [false, true]) func places(_ noIndex: Bool) throws {
    try vault(noIndex: noIndex) { vault in
      let (target, found) = try vault.read { try $0.mentions(of: "the red bike") }
      #expect(target.text == "Bike.md")
      let places = found.map {
        "\($0.source) \($0.mention.location.line):\($0.mention.location.column) \($0.mention.name)"
      }
      #expect(
        places == [
          "a.md 1:5 Bike", "a.md 1:11 The red bike", "a.md 1:28 Velo", "c/d.md 3:3 Velo", "z.md 1:8 Bike",
        ])
      try vault.read { reader in
        let snapshot = try reader.snapshot
        let id = try #require(try snapshot.note(at: target))
        let notes = try reader.notes(mentioning: target, id)
        #expect(try snapshot.heads(of: notes).map(\.path.text).sorted() == ["a.md", "c/d.md", "z.md"])
      }
      #expect(try vault.read { try $0.mentions(of: "b") }.mentions.isEmpty, "its names are too short")
      #expect(throws: NoteNameError.self) { try vault.read { try $0.mentions(of: "nobody") } }
    }
  }

  /// Patterns that nobody named beforehand are found by reading once more, each once.
  @Test func filesAreReadOnceMore() throws {
    try vault(noIndex: true) { vault in
      var scanner = WordScanner()
      let patterns = try ["bike", "velo", "the red bike", "zzz"].map {
        try #require(WordPattern(Query.TextMatch($0, .phrase), field: .body, scanner: &scanner))
      }
      let known = try FileSnapshot(scan: vault.scanner.scan(), pipeline: vault.pipeline, patterns: patterns)
      let learning = try FileSnapshot(scan: vault.scanner.scan(), pipeline: vault.pipeline, patterns: [patterns[1]])
      for pattern in patterns { #expect(try learning.notes(with: pattern) == known.notes(with: pattern)) }
      #expect(try learning.notes(withAny: patterns) == known.notes(withAny: patterns))
      #expect(try learning.notes(with: patterns[3]).isEmpty && !learning.notes(with: patterns[0]).isEmpty)
      #expect(learning.counts(of: patterns, in: learning.universe) == known.counts(of: patterns, in: known.universe))
    }
  }
}
