import Foundation
import Testing
import VaultTestSupport

@testable import VaultCore

@Suite struct SectionInsertionTests {
  /// The note with the text in it; checks what holds of every insertion.
  private func inserted(
    _ text: String, _ place: SectionInsertion.Place, under heading: String? = nil, creating: Bool = false,
    in note: String
  ) throws -> String {
    let bytes = Array(note.utf8)
    let edits = try SectionInsertion.edits(
      inserting: Array(text.utf8), place, under: heading.map { SectionChoice($0, creates: creating) }, in: bytes)
    let result = try edits.applied(to: bytes)
    #expect(edits.allSatisfy { $0.range.isEmpty }, "something was taken away")
    #expect(try edits.inverted(for: bytes).applied(to: result) == bytes)
    return String(decoding: result, as: UTF8.self)
  }

  @Test(
    arguments: [
      ("", "x", "x\n"), ("a\n", "x", "a\n\nx\n"), ("a", "x", "a\n\nx"), ("a\n\n\n", "x", "a\n\nx\n\n\n"),
      ("a\r\n", "x\ny", "a\r\n\r\nx\r\ny\r\n"), ("- a\n", "- b", "- a\n- b\n"),
      ("- [ ] a\n- [x] b", "- [ ] c", "- [ ] a\n- [x] b\n- [ ] c"),
      ("- a\n", "x", "- a\n\nx\n"), ("a\n", "- b", "a\n\n- b\n"), ("1. a\n", "2. b", "1. a\n2. b\n"),
      ("- a\n  more\n", "* b\n", "- a\n  more\n* b\n"),
      ("| a |\n|---|\n| 1 |\n", "| 2 |", "| a |\n|---|\n| 1 |\n| 2 |\n"),
      ("---\na: b\n---\n", "x", "---\na: b\n---\nx\n"),
      ("---\na: b\n---", "x", "---\na: b\n---\nx"), ("---\na: b\n---\n\n", "x", "---\na: b\n---\n\nx\n"),
      ("\u{FEFF}", "x", "\u{FEFF}x\n"),
      ("```\ncode\n```\n", "x", "```\ncode\n```\n\nx\n"), ("# T\n", "x", "# T\nx\n"), ("> q\n", "> r", "> q\n\n> r\n"),
      ("a\n   ", "x", "a\n\nx\n   "), ("a\n", "\n\n  x  \n\n", "a\n\n  x  \n"),
      ("<!-- c -->\n", "x", "<!-- c -->\n\nx\n"),
      ("a\n", "---", "a\n\n---\n"), ("a\n", "    code", "a\n\n    code\n"),
      ("- a\n  - b\n", "- c", "- a\n  - b\n- c\n"),
      ("- a\n", "  - b", "- a\n  - b\n"), ("%%\nhidden\n%%\n", "x", "%%\nhidden\n%%\n\nx\n"),
      ("Title\n=====\n", "x", "Title\n=====\nx\n"),
    ])
  func appends(_ note: String, _ text: String, _ expected: String) throws {
    #expect(try inserted(text, .append, in: note) == expected)
  }

  @Test(
    arguments: [
      ("", "x", "x\n"), ("a\n", "x", "x\n\na\n"), ("a", "x", "x\n\na"), ("\n\na\n", "x", "\n\nx\n\na\n"),
      ("- a\n", "- b", "- b\n- a\n"),
      ("---\na: b\n---\n\ntext\n", "x", "---\na: b\n---\n\nx\n\ntext\n"),
      ("---\na: b\n---\ntext\n", "x", "---\na: b\n---\nx\n\ntext\n"),
      ("---\r\na: b\r\n---\r\n- a\r\n", "- x", "---\r\na: b\r\n---\r\n- x\r\n- a\r\n"), ("# T\n", "x", "x\n\n# T\n"),
      ("\u{FEFF}a\n", "x", "\u{FEFF}x\n\na\n"), ("T\n===\n", "x", "x\n\nT\n===\n"),
      ("---\na: b\n---", "x", "---\na: b\n---\nx"),
    ])
  func prepends(_ note: String, _ text: String, _ expected: String) throws {
    #expect(try inserted(text, .prepend, in: note) == expected)
  }

  private static let journal = """
    # Day

    Morning.

    ## Log

    - 9:00 up
    - 10:00 out

    ### Later

    - 20:00 in

    ## Empty
    ## Set
    last

    Setext
    ------
    end

    """

  @Test(
    arguments: [
      ("log", "- x", "- 20:00 in\n\n## Empty", "- 20:00 in\n- x\n\n## Empty"),
      ("Later", "- x", "- 20:00 in\n", "- 20:00 in\n- x\n"),
      ("Log#Later", "x", "- 20:00 in\n", "- 20:00 in\n\nx\n"),
      ("day#LATER", "- x", "- 20:00 in\n", "- 20:00 in\n- x\n"),
      ("Empty", "x", "## Empty\n", "## Empty\nx\n"), ("Set", "x", "last\n", "last\n\nx\n"),
      ("Setext", "x", "end\n", "end\n\nx\n"),
      ("Day", "x", "end\n", "end\n\nx\n"), ("## Log", "- x", "- 20:00 in\n", "- 20:00 in\n- x\n"),
    ])
  func appendsUnderAHeading(_ heading: String, _ text: String, _ was: String, _ becomes: String) throws {
    let place = try #require(Self.journal.range(of: was))
    let expected = Self.journal.replacingCharacters(in: place, with: becomes)
    #expect(try inserted(text, .append, under: heading, in: Self.journal) == expected)
  }

  @Test(
    arguments: [
      ("log", "- x", "- 9:00", "- x\n- 9:00"), ("log", "x", "- 9:00", "x\n\n- 9:00"),
      ("Later", "- x", "- 20:00", "- x\n- 20:00"),
      ("Empty", "x", "## Empty\n", "## Empty\nx\n"), ("Set", "x", "last\n", "x\n\nlast\n"),
      ("Setext", "x", "end", "x\n\nend"),
      ("day", "x", "Morning", "x\n\nMorning"),
    ])
  func prependsUnderAHeading(_ heading: String, _ text: String, _ was: String, _ becomes: String) throws {
    let place = try #require(Self.journal.range(of: was))
    let expected = Self.journal.replacingCharacters(in: place, with: becomes)
    #expect(try inserted(text, .prepend, under: heading, in: Self.journal) == expected)
  }

  @Test func aSetextHeadingBehindAnEmptySectionIsKeptApart() throws {
    #expect(try inserted("x", .append, under: "A", in: "## A\nB\n---\n") == "## A\nx\n\nB\n---\n")
    #expect(try inserted("x", .append, under: "A", in: "## A\n## B\n") == "## A\nx\n## B\n")
    #expect(try inserted("x", .append, under: "A", in: "## A") == "## A\nx")
  }

  @Test func anItemOfAnotherListFollowsDirectlyToo() throws {
    #expect(try inserted("2) b", .append, in: "- a\n") == "- a\n2) b\n")
  }

  @Test func headingsInCodeQuotesListsAndCommentsAreNone() throws {
    let note = "```\n## A\n```\n\n> ## A\n\n- ## A\n\n%%\n## A\n%%\n\n## A\ntext\n\n## B\n"
    #expect(try inserted("x", .append, under: "A", in: note) == note.replacing("text\n", with: "text\n\nx\n"))
  }

  @Test func headingsAreFoundAsLinksFindThem() throws {
    #expect(try inserted("x", .append, under: "c notes", in: "## C# *notes*!\n") == "## C# *notes*!\nx\n")
    #expect(try inserted("x", .append, under: "C# notes", in: "## C# notes\n") == "## C# notes\nx\n")
    let twice = "# A\n## Log\n# B\n## Log\n"
    #expect(throws: SectionInsertionError.heading(.ambiguous("Log", lines: [2, 4]))) {
      try inserted("x", .append, under: "Log", in: twice)
    }
    #expect(try inserted("x", .append, under: "B#Log", in: twice) == "# A\n## Log\n# B\n## Log\nx\n")
  }

  @Test func aMissingHeadingIsAnErrorThatHelps() throws {
    let error = try #require(throws: SectionInsertionError.self) {
      try inserted("x", .append, under: "Lag", in: Self.journal)
    }
    #expect(error.description == "has no heading \"Lag\"; did you mean \"Log\"?")
    #expect(throws: SectionInsertionError.heading(.notFound("x", headings: []))) {
      try inserted("x", .append, under: "x", in: "text\n")
    }
    for heading in ["", "#", " ## "] {
      #expect(throws: SectionInsertionError.self) {
        try inserted("x", .append, under: heading, creating: true, in: "# T\n")
      }
    }
  }

  @Test(
    arguments: [
      ("", "Log", "## Log\n\n- x\n"), ("a\n", "Log", "a\n\n## Log\n\n- x\n"), ("a", "Log", "a\n\n## Log\n\n- x"),
      ("# T\r\n", "T#Log", "# T\r\n\r\n## Log\r\n\r\n- x\r\n"),
      ("## A\na\n\n## B\n", "A#Log#Deep", "## A\na\n\n### Log\n\n#### Deep\n\n- x\n\n## B\n"),
      ("a\n", "## New\nline", "a\n\n## New line\n\n- x\n"), ("###### S\n", "S#T", "###### S\n\n###### T\n\n- x\n"),
    ])
  func aMissingHeadingIsCreatedWhereAsked(_ note: String, _ heading: String, _ expected: String) throws {
    #expect(try inserted("- x", .append, under: heading, creating: true, in: note) == expected)
    #expect(try inserted("- x", .prepend, under: heading, creating: true, in: note) == expected)
  }

  @Test(
    arguments: [
      ("```\nopen\n", "x", .append, .wouldJoin(kind: "code block", line: 2)),
      ("<!--\nopen\n", "x", .append, .wouldJoin(kind: "HTML", line: 2)),
      ("a\n", "```\nopen", .prepend, .wouldChange(line: 1)),
      ("a\n\n- b\n", "<!-- open", .prepend, .wouldChange(line: 1)),
      ("a\n---\n", "---\nb: c", .prepend, .wouldChange(line: 1)), ("a\n", " \n\t\n", .append, .emptyText),
    ] as [(String, String, SectionInsertion.Place, SectionInsertionError)])
  func whatWouldLandElsewhereIsRefused(
    _ note: String, _ text: String, _ place: SectionInsertion.Place, _ expected: SectionInsertionError
  ) {
    #expect(throws: expected) { try inserted(text, place, in: note) }
  }

  @Test func anywhereInTheSampleVaultTheTextLandsUnderItsHeading() throws {
    try check(try Corpus.sampleNotes(), most: .max)
  }

  @Test(.enabled(if: RepositoryPlaces.corpusVault("obsidian-hub") != nil, "the corpus is not there"))
  func anywhereInRealNotesTheTextLandsUnderItsHeading() throws {
    let folder = try #require(Corpus.folder).appendingPathComponent("obsidian-hub")
    let paths = try Corpus.notes(in: folder)
    try check(try stride(from: 0, to: paths.count, by: 23).map { try Corpus.read(paths[$0], in: folder) }, most: 12)
  }

  private func check(_ files: [Corpus.File], most: Int) throws {
    var (done, refused) = (0, 0)
    for file in files {
      let document = file.bytes.withUnsafeBufferPointer { MarkdownDocument($0) }
      let headings = document.headings.map(\.text).prefix(most)
      for (heading, place, text) in headings.flatMap({ heading in
        [SectionInsertion.Place.append, .prepend].flatMap { place in ["qqq", "- qqq"].map { (heading, place, $0) } }
      }) {
        let edits: [TextEdit]
        do throws(SectionInsertionError) {
          edits = try SectionInsertion.edits(
            inserting: Array(text.utf8), place, under: SectionChoice(heading), in: file.bytes)
        } catch {
          if case .heading = error { continue }
          refused += 1
          continue
        }
        let new = try edits.applied(to: file.bytes)
        #expect(try edits.inverted(for: file.bytes).applied(to: new) == file.bytes)
        let after = new.withUnsafeBufferPointer { bytes in MarkdownDocument(bytes).bodyLines(bytes) }
        let line = after.first { $0.text == "qqq" }
        #expect(line?.kind == (text == "qqq" ? .paragraph : .bullet))
        let isUnder = line?.heading.contains { LinkResolver.anchorMatches(heading: $0, anchor: heading) } == true
        #expect(isUnder, "\(file.path) \(heading) \(place)")
        done += 1
      }
    }
    #expect(done > 100 && refused * 20 < done, "\(done) done, \(refused) refused")
  }
}
