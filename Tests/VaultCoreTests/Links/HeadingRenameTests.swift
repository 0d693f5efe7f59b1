import Testing
import VaultTestSupport

@testable import VaultCore

@Suite struct HeadingRenameTests {
  private func renamed(
    _ text: String, line: Int, _ new: String, sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) throws -> String {
    let read = ReadNote(text, sourceLocation: sourceLocation)
    let edits = try HeadingRename.edit(ofHeadingAtLine: line, to: new, in: read.bytes, note: read.note)
    let bytes = try edits.applied(to: read.bytes)
    let after = ReadNote(bytes: bytes, sourceLocation: sourceLocation)
    #expect(after.note.headings.count == read.note.headings.count, sourceLocation: sourceLocation)
    #expect(after.note.headings.map(\.level) == read.note.headings.map(\.level), sourceLocation: sourceLocation)
    #expect(try edits.inverted(for: read.bytes).applied(to: bytes) == read.bytes, sourceLocation: sourceLocation)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(
    arguments: [
      ("# Old\r\ntext", 1, "New one", "# New one\r\ntext"), ("##  Old  ##  \nx", 1, "New", "##  New  ##  \nx"),
      ("---\na: 1\n---\n# Old", 4, " New ", "---\na: 1\n---\n# New"), ("\u{FEFF}# Old", 1, "New", "\u{FEFF}# New"),
      ("Old\n===\n", 1, "A longer one", "A longer one\n============\n"), ("Old\n=\n", 1, "New", "New\n=\n"),
      ("Old one\n-------\n", 1, "New", "New\n-------\n"), ("Old\nheading\n===\n", 1, "New", "New\n===\n"),
      ("> # Old\n> x", 1, "New", "> # New\n> x"), ("- # Old\n  x", 1, "New", "- # New\n  x"),
      ("> Old\n> ---\n", 1, "New", "> New\n> ---\n"),
      ("> [!note] x\n> ## Old ##\n", 2, "New", "> [!note] x\n> ## New ##\n"),
      ("# Old ^id-1\n", 1, "New", "# New ^id-1\n"), ("# Old ^id\n", 1, "New ^new", "# New ^new\n"),
      ("# Old", 1, "C #", "# C # #"), ("# Old #", 1, "C #", "# C # #"), ("# Old", 1, "C#", "# C#"),
      ("#\n", 1, "New", "# New\n"),
      ("## ##\n", 1, "New", "## New ##\n"), ("# Old", 1, "1. [[x]] `y`", "# 1. [[x]] `y`"),
    ] as [(String, Int, String, String)])
  func headings(text: String, line: Int, new: String, expected: String) throws {
    #expect(try renamed(text, line: line, new).utf8.elementsEqual(expected.utf8))
  }

  @Test(
    arguments: [
      ("text\n# Old", 1, "New", .noHeading(line: 1)), ("# Old", 1, " ", .emptyText), ("# Old", 1, "a\nb", .lineBreak),
      ("# Old", 1, "a\r", .lineBreak), ("# Old", 1, "#!?", .unnamable("#!?")),
      ("Old\n===", 1, "# New", .notAHeading("# New", line: 1)),
      ("Old\n===", 1, "- New", .notAHeading("- New", line: 1)),
      ("Old\n===", 1, "> New", .notAHeading("> New", line: 1)), ("Old\n===", 9, "New", .noHeading(line: 9)),
    ] as [(String, Int, String, HeadingRenameError)])
  func refusals(text: String, line: Int, new: String, error: HeadingRenameError) {
    #expect(throws: error) { try renamed(text, line: line, new) }
    #expect(!error.description.isEmpty)
  }

  struct Case: Sendable {
    var headings: String
    var line: Int
    var new: String
    var before: String
    var after: String

    init(_ headings: String, _ line: Int, _ new: String, _ before: String, _ after: String) {
      self.headings = headings
      self.line = line
      self.new = new
      self.before = before
      self.after = after
    }
  }

  /// Links from another note to `Note.md`.
  private static let links = [
    Case(
      "# Old", 1, "New one", "[[Note#Old]] [[note#old|x]] ![[Note#Old]] [[Note]] [[Note#Other]] [[Note#^old]]",
      "[[Note#New one]] [[note#New one|x]] ![[Note#New one]] [[Note]] [[Note#Other]] [[Note#^old]]"),
    Case(
      "# A\n## Old\n### B", 2, "New", "[[Note#A#Old]] [[Note#Old#B]] [[Note#A#Old#B|x]] [[Note#A#B]]",
      "[[Note#A#New]] [[Note#New#B]] [[Note#A#New#B|x]] [[Note#A#B]]"),
    Case(
      "# Old heading", 1, "New: one",
      "[x](Note.md#old-heading) [x](Note.md#Old%20heading 'T') [x](<Note.md#Old heading>)",
      "[x](Note.md#new-one) [x](Note.md#New%20one 'T') [x](<Note.md#New one>)"),
    Case(
      "# Title", 1, "New One", "[x](Note.md#title) [x](Note.md#Title) [[Note#title]]",
      "[x](Note.md#new-one) [x](Note.md#New%20One) [[Note#New One]]"),
    Case("# title", 1, "New One", "[x](Note.md#title)", "[x](Note.md#New%20One)"),
    Case("# Old\n# Old", 2, "New", "[[Note#Old]]", "[[Note#Old]]"),
    Case("# Old\n# Old", 1, "New", "[[Note#Old]]", "[[Note#New]]"),
    Case(
      "# A\n## Old\n# B\n## Old", 4, "New", "[[Note#B#Old]] [[Note#Old]] [[Note#A#Old]]",
      "[[Note#B#New]] [[Note#Old]] [[Note#A#Old]]"),
    Case("# Old ^id", 1, "New", "[[Note#Old]] [[Note#^id]]", "[[Note#New]] [[Note#^id]]"),
    Case("# Old", 1, "A [[b|c]] #d: 50%% e^f", "[[Note#Old]]", "[[Note#A b c d 50 e f]]"),
    Case("# Old", 1, "[x]", "[[Note#Old]] [x](Note.md#Old)", "[[Note#x]] [x](Note.md#x)"),
    Case(
      "# Old", 1, "it's", "---\na: '[[Note#Old]]'\nb: \"[[Note#Old|y]]\"\n---\n",
      "---\na: '[[Note#it''s]]'\nb: \"[[Note#it's|y]]\"\n---\n"),
    Case("# Old", 1, "New", "[r]\n\n[r]: Note.md#old 'T'", "[r]\n\n[r]: Note.md#new 'T'"),
    Case(
      "# Caf\u{E9} x", 1, "\u{DC}ber uns", "[x](Note.md#caf%C3%A9-x) [x](Note.md#caf\u{E9}-x)",
      "[x](Note.md#%C3%BCber-uns) [x](Note.md#\u{FC}ber-uns)"),
    Case("# A\n## Old", 2, "New", "[x](Note.md#A%23Old) [[Note#A# Old ]]", "[x](Note.md#A%23New) [[Note#A# New ]]"),
  ]

  private func edits(_ note: String, at path: String, _ headings: String, _ line: Int, _ new: String) throws
    -> [TextEdit]
  {
    let read = ReadNote(note, path: path)
    let resolver = LinkResolver(InMemoryLinkDirectory(paths: [NotePath("Note.md"), NotePath("From.md")]))
    let rename = try #require(HeadingLinkRename(headings: ReadNote(headings).note.headings, line: line, newText: new))
    return try HeadingRename.linkEdits(
      for: read.note, in: read.bytes, target: NotePath("Note.md"), rename, resolver: resolver)
  }

  @Test(arguments: links) func linksToAHeading(_ example: Case) throws {
    let edits = try edits(example.before, at: "From.md", example.headings, example.line, example.new)
    let bytes = try edits.applied(to: Array(example.before.utf8))
    #expect(String(decoding: bytes, as: UTF8.self) == example.after)
    // Each names what it named.
    var headings = ReadNote(example.headings).note.headings
    let old = HeadingLinkTarget(headings)
    if let index = headings.firstIndex(where: { $0.line == example.line }) { headings[index].text = example.new }
    let new = HeadingLinkTarget(headings)
    let resolver = LinkResolver(InMemoryLinkDirectory(paths: [NotePath("Note.md"), NotePath("From.md")]))
    func named(_ text: String, _ target: HeadingLinkTarget) -> [Int?] {
      ReadNote(text, path: "From.md").note.links.map { link in
        let found = resolver.resolve(target: link.target, kind: link.kind, from: NotePath("From.md"))
        guard case .heading(let path) = found.anchor else { return nil }
        return target.headings(named: path)?.last
      }
    }
    #expect(named(example.before, old) == named(example.after, new))
  }

  @Test func linksInTheNoteItself() throws {
    let text = "# Old\n[[#Old]] [x](#old) [[Note#Old]]\n"
    let edits = try edits(text, at: "Note.md", text, 1, "New")
    #expect(
      String(decoding: try edits.applied(to: Array(text.utf8)), as: UTF8.self)
        == "# Old\n[[#New]] [x](#new) [[Note#New]]\n")
    let both =
      edits + (try HeadingRename.edit(ofHeadingAtLine: 1, to: "New", in: Array(text.utf8), note: ReadNote(text).note))
    #expect(
      String(decoding: try both.applied(to: Array(text.utf8)), as: UTF8.self)
        == "# New\n[[#New]] [x](#new) [[Note#New]]\n")
  }

  /// Looking the names up finds what comparing all headings does.
  @Test func headingsAreFoundByTheirNames() {
    let texts = [
      "A", "a", "A b", "a-b", "A [[b]]", "A ^id", "A b ^id-2", "-", "", "É x", "e\u{301} X", "C#", "C", "^id", "%%",
      "1.",
    ]
    var random = SeededGenerator(seed: 3)
    for _ in 0..<200 {
      let headings = (0..<Int.random(in: 1...12, using: &random)).map { line in
        Heading(level: Int.random(in: 1...4, using: &random), text: random.pick(texts), line: line + 1)
      }
      let target = HeadingLinkTarget(headings)
      for anchor in texts + ["a-b-id-2", "é-x", "A  B", "c", "nothing"] {
        let first = headings.firstIndex { HeadingLinkTarget.matches($0.text, anchor) }
        #expect(target.headings(named: [anchor]) == first.map { [$0] }, "\(anchor) in \(headings.map(\.text))")
        for above in ["A", "c"] {
          let found = target.headings(named: [above, anchor])
          let expected = headings.indices.first { index in
            guard HeadingLinkTarget.matches(headings[index].text, anchor) else { return false }
            var next = target.parents[index]
            while let parent = next {
              if HeadingLinkTarget.matches(headings[parent].text, above) { return true }
              next = target.parents[parent]
            }
            return false
          }
          #expect(found?.last == expected, "\(above)#\(anchor) in \(headings.map(\.text))")
        }
      }
    }
  }

  @Test(arguments: [("# New\n# Old", 2, "[[Note#Old]]"), ("# Old\n# New", 1, "[[Note#New]]")])
  func aTextThatIsTaken(headings: String, line: Int, link: String) throws {
    let error = #expect(throws: LinkRewriteError.self) { try edits("x\n" + link, at: "From.md", headings, line, "New") }
    #expect(error?.reason == .headingTaken && error?.line == 2)
    #expect(error?.description.contains("From.md:2") ?? false)
  }
}
