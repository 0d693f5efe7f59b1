import Testing
import VaultTestSupport

@testable import VaultCore

@Suite struct TagRenameTests {
  /// Renames, and checks what must hold of every renaming.
  private func renamed(
    _ text: String, _ old: String, _ new: String, sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) throws -> String {
    let read = ReadNote(text, sourceLocation: sourceLocation)
    let edits = try TagRename.edits(in: read.note, bytes: read.bytes, from: old, to: new)
    let bytes = try edits.applied(to: read.bytes)
    let after = ReadNote(bytes: bytes, sourceLocation: sourceLocation)
    let expected = read.note.tagOccurrences.map { TagRename.renamed($0.tag, from: old, to: new) ?? $0.tag }
    #expect(after.note.tagOccurrences.map(\.tag) == expected, sourceLocation: sourceLocation)
    #expect(try edits.inverted(for: read.bytes).applied(to: bytes) == read.bytes, sourceLocation: sourceLocation)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(
    arguments: [
      ("#a b #a/c #ab", "a", "x", "#x b #x/c #ab"), ("#A #a/B/c", "a", "x", "#x #x/B/c"),
      ("#a/b #a/b/c #a", "a/b", "y", "#y #y/c #a"), ("#a #b", "a", "p/q", "#p/q #b"), ("#a/ x", "a", "b", "#b/ x"),
      ("\u{FEFF}#a\r\n#a", "a", "b", "\u{FEFF}#b\r\n#b"),
      ("---\ntags: [a]\n---\n#a\n", "a", "b", "---\ntags: [a]\n---\n#b\n"),
      ("`#a` #a <!-- #a --> [[x#a]] [t](u#a)\n", "a", "b", "`#a` #b <!-- #a --> [[x#a]] [t](u#a)\n"),
      ("> #a\r> #a\n- [ ] do #a 📅 2026-01-01", "a", "b", "> #b\r> #b\n- [ ] do #b 📅 2026-01-01"),
      ("#日本 #日本/語", "日本", "nihon", "#nihon #nihon/語"), ("#É", "e\u{301}", "e", "#e"), ("no tags", "a", "b", "no tags"),
      ("#a.b #a, #a", "a", "b", "#b.b #b, #b"),
      ("| #a | b |\n|--|--|\n| c | #a |", "a", "b", "| #b | b |\n|--|--|\n| c | #b |"),
      ("%%\n#a\n%%\n#a", "a", "b", "%%\n#b\n%%\n#b"), ("#tag ##a #a", "a", "b", "#tag ##a #b"),
      ("[x] #a\n\n[x]: y.md", "a", "b", "[x] #b\n\n[x]: y.md"),
    ])
  func tagsInTheText(text: String, old: String, new: String, expected: String) throws {
    #expect(try renamed(text, old, new).utf8.elementsEqual(expected.utf8))
  }

  @Test(
    arguments: [
      ("a", "a", "x", "x"), ("A/b", "a", "x", "x/b"), ("a/B/C", "A/b", "x/y", "x/y/C"), ("ab", "a", "x", nil),
      ("a", "a/b", "x", nil), ("b/a", "a", "x", nil), ("a/", "a", "x", "x/"), ("ÄB", "äb", "x", "x"),
    ] as [(String, String, String, String?)])
  func nameOfATag(tag: String, from: String, to: String, expected: String?) {
    #expect(TagRename.renamed(tag, from: from, to: to) == expected)
  }

  @Test(arguments: ["", "a b", "12", "a.b", "#a", "a\n", "x#y", "a\u{2003}b"]) func noTags(_ new: String) {
    #expect(throws: TagRenameError.invalidTag(new)) { try renamed("#a", "a", new) }
  }

  @Test(arguments: ["/a", "a/", "a//b", "/"]) func emptyLevels(_ new: String) {
    #expect(throws: TagRenameError.emptyLevel(new)) { try renamed("#a", "a", new) }
    #expect(TagRenameError.emptyLevel(new).description.contains("\"\(new)\""))
  }

  @Test func aLabelKeepsItsDefinition() {
    #expect(throws: TagRenameError.breaksLink(line: 1)) { try renamed("[ #a ]\n\n[ #a ]: x.md", "a", "b") }
  }

  @Test func everyTagOfRealNotes() throws {
    var parser = NoteParser()
    for note in try Corpus.sampleNotes() {
      #expect(TagRenameInvariants.violations(of: note.bytes, parser: &parser) == [], "\(note.path)")
    }
  }

  @Test(arguments: 1...4) func everyTagOfMadeUpNotes(_ seed: Int) {
    let pieces = [
      "#a", "#A", "#a/b", "#b", " ", " ", "\n", "\r\n", "> ", "- ", "`", "[", "]", "](", "[[", "]]", ": ", "<", ">",
      "%%", "/",
      "#", "\u{E9}", "://x", "x", "\n\n", "#1", "-- ", "#e\u{301}", "#\u{C9}", "    ", "|", "\\",
    ]
    var random = SeededGenerator(seed: UInt64(seed))
    var parser = NoteParser()
    for _ in 0..<1_000 {
      let text = (0..<random.below(30)).map { _ in random.pick(pieces) }.joined()
      let violations = TagRenameInvariants.violations(of: Array(text.utf8), parser: &parser)
      if !violations.isEmpty {
        Issue.record("\(violations) in \(text.debugDescription)")
        return
      }
    }
  }
}
