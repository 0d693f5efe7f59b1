import Testing
import VaultTestSupport

@testable import VaultCore

@Suite struct SectionExtractionTests {
  /// The new note and what stays of the old one.
  private func extracted(
    _ text: String, _ part: SectionExtraction.Part, from old: String = "Old.md", to new: String = "New.md",
    leaving rest: SectionExtraction.Rest = .link, _ others: [String] = [],
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) throws -> [String] {
    let read = ReadNote(text, path: old, sourceLocation: sourceLocation)
    let directory = InMemoryLinkDirectory(paths: ([old] + others).map { NotePath($0) })
    let extraction = try SectionExtraction(
      part, of: read.note, in: read.bytes, to: NotePath(new), directory: directory)
    let made = try extraction.text()
    let edits = try extraction.edits(leaving: rest)
    let left = try edits.applied(to: read.bytes)
    #expect(try edits.inverted(for: read.bytes).applied(to: left) == read.bytes, sourceLocation: sourceLocation)
    _ = ReadNote(bytes: made, path: new, sourceLocation: sourceLocation)
    _ = ReadNote(bytes: left, path: old, sourceLocation: sourceLocation)
    return [String(decoding: made, as: UTF8.self), String(decoding: left, as: UTF8.self)]
  }

  @Test func aSectionBecomesANote() throws {
    #expect(
      try extracted("# A\r\nintro\r\n### B ##\r\ntext\r\n\r\n#### C\r\n\r\n## D\r\nend", .section(line: 3)) == [
        "# B ##\r\ntext\r\n\r\n## C\r\n", "# A\r\nintro\r\n\r\n[[New]]\r\n\r\n## D\r\nend",
      ])
    #expect(
      try extracted("# A\n\n B\n---\n\nb\n\n> # C\n\n# D\n", .section(line: 3), leaving: .embed) == [
        " B\n===\n\nb\n\n> # C\n", "# A\n\n![[New]]\n\n# D\n",
      ])
    #expect(try extracted("\u{FEFF}# A", .section(line: 1)) == ["# A\n", "\u{FEFF}[[New]]"])
    #expect(
      try extracted("---\na: 1\n---\n# A\n- x\n", .section(line: 4)) == ["# A\n- x\n", "---\na: 1\n---\n[[New]]\n"])
  }

  @Test func linesBecomeANote() throws {
    #expect(
      try extracted("# A\na\n\n- b\n- c\n\n## D\nd\n## E", .lines(3...8)) == [
        "- b\n- c\n\n## D\nd\n", "# A\na\n\n[[New]]\n\n## E",
      ])
    #expect(try extracted("a\n\n***\nb\n\n***\n", .lines(2...6)) == ["***\nb\n\n***\n", "a\n\n[[New]]\n"])
    #expect(throws: SectionExtractionError.changesText(line: 3)) {
      try extracted("a\n\n---\nb\n\n---\n", .lines(2...6))
    }
    #expect(try extracted("a\n\n## B\nb\n### C\n", .lines(2...5)) == ["# B\nb\n## C\n", "a\n\n[[New]]\n"])
  }

  @Test func linksFollowAHeadingThatHoldsAHash() throws {
    #expect(
      try extracted("# A\n\n[[#C# notes]] [[#A]]\n\n## C# notes\nc\n", .section(line: 5)) == [
        "# C# notes\nc\n", "# A\n\n[[New#C# notes]] [[#A]]\n\n[[New]]\n",
      ])
  }

  @Test(
    arguments: [
      ("# A\n> ## B\n", .section(line: 2), .noSection(line: 2)), ("a", .section(line: 1), .noSection(line: 1)),
      ("a\n\nb", .lines(2...2), .noText), ("a", .lines(4...9), .noText),
      ("---\na: 1\n---\nb", .lines(1...4), .noText), ("- a\n- b\n", .lines(1...1), .cuts(line: 1)),
      ("a\nb\n", .lines(1...1), .cuts(line: 1)), ("# A\na\n\n# B", .lines(1...1), .cuts(line: 1)),
      ("a[^1]\n\n# B\n> [^1]: c d\n", .lines(1...1), .definitionInside("1", line: 4)),
    ] as [(String, SectionExtraction.Part, SectionExtractionError)])
  func refusals(text: String, part: SectionExtraction.Part, error: SectionExtractionError) {
    #expect(throws: error) { try extracted(text, part) }
    #expect(!error.description.isEmpty)
  }

  @Test func aNameThatNoLinkHoldsIsRefused() {
    #expect(throws: SectionExtractionError.unwritableName("a^b.md")) {
      try extracted("a", .lines(1...1), to: "a^b.md")
    }
  }

  @Test func linksOfTheTextLeadWhereTheyLed() throws {
    let text = """
      # A
      [[#B]] [[Old#B#C|c]] [x](#c) [[#D]] [[#^b]]
      ## B
      [[#A]] [[#C]] [[#B#C]] [[#A#B#C]] [[Old]] [x](#d) [x](Other.md#y 'T') ![](<img 1.png>) [[Other]] [[#^a]] [[None]]
      ### C
      text ^b

      ## D
      text ^a

      """
    #expect(
      try extracted(text, .section(line: 3), from: "x/Old.md", to: "y/New.md", ["x/Other.md", "x/img 1.png"]) == [
        """
        # B
        [[Old#A]] [[#C]] [[#B#C]] [[#B#C]] [[Old]] [x](../x/Old.md#d) [x](../x/Other.md#y 'T') ![](<../x/img 1.png>) \
        [[Other]] [[Old#^a]] [[None]]
        ## C
        text ^b

        """,
        """
        # A
        [[New#B]] [[New#B#C|c]] [x](../y/New.md#c) [[#D]] [[New#^b]]

        [[New]]

        ## D
        text ^a

        """,
      ])
  }

  @Test func aNoteOfThatNameElsewhereIsToldApart() throws {
    #expect(
      try extracted("# A\n\n# B\n[[New]]\n", .section(line: 3), to: "y/New.md", ["x/New.md"])
        == ["# B\n[[x/New]]\n", "# A\n\n[[y/New]]\n"])
    #expect(
      try extracted("[[New]]\n\n# B\nb\n", .section(line: 3), to: "New.md", ["x/New.md"])
        == ["# B\nb\n", "[[x/New]]\n\n[[New]]\n"])
  }

  @Test func definitionsGoAlong() throws {
    #expect(
      try extracted(
        "a[^2] [r]\n\n# B\nb[^1] [r] [^2]\n\n[^2]: in B\n\n# C\n[^1]: one [^3]\n[^3]: three\n    more\n\n"
          + "[r]: img.png 'T'\n",
        .section(line: 3), to: "y/New.md", ["img.png"]) == [
          "# B\nb[^1] [r] [^2]\n\n[^2]: in B\n\n[^1]: one [^3]\n[^3]: three\n    more\n\n[r]: ../img.png 'T'\n",
          "a[^2] [r]\n\n[[New]]\n\n[^2]: in B\n\n# C\n[^1]: one [^3]\n[^3]: three\n    more\n\n[r]: img.png 'T'\n",
        ])
  }

  @Test func linksFromOtherNotesFollow() throws {
    let old = ReadNote("# A\n## B\nb ^b\n## C\n", path: "Old.md")
    let directory = InMemoryLinkDirectory(paths: ["Old.md", "x/Other.md"].map { NotePath($0) })
    let extraction = try SectionExtraction(
      .section(line: 2), of: old.note, in: old.bytes, to: NotePath("y/New.md"), directory: directory)
    let text =
      "---\na: '[[Old#A#B]]'\n---\n[[Old]] [[Old#A]] [[Old#A#B|x]] ![[old#^B]] [[Old#C]] "
      + "[x](../Old.md#b) [x](../Old.md#A%23B)\n"
    let other = ReadNote(text, path: "x/Other.md")
    let edits = try extraction.linkEdits(for: other.note, in: other.bytes)
    #expect(
      String(decoding: try edits.applied(to: other.bytes), as: UTF8.self)
        == "---\na: '[[New#B]]'\n---\n[[Old]] [[Old#A]] [[New#B|x]] ![[New#^B]] [[Old#C]] "
        + "[x](../y/New.md#b) [x](../y/New.md#B)\n"
    )
  }

  /// Every section of every note: what is refused changes nothing, and of all else each link leads where it led.
  @Test func anySection() throws {
    var texts = try Corpus.sampleNotes().map(\.bytes)
    var notes = MadeUpNotes(seed: 7)
    var random = SeededGenerator(seed: 7)
    for _ in 0..<600 {
      let lines = notes.note().split(separator: 0x0A, omittingEmptySubsequences: false)
      texts.append(
        Array(
          lines.map { $0 + (random.below(3) == 0 ? Array(random.pick(Self.links).utf8) : []) }.joined(separator: [0x0A])
        ))
    }
    var made = 0
    for bytes in texts where String(validating: bytes, as: UTF8.self) != nil {
      let read = ReadNote(bytes: bytes, path: "x/Old.md")
      for heading in read.note.headings {
        guard let (extraction, text, edits) = try? section(line: heading.line, of: read) else { continue }
        made += 1
        let left = try edits.applied(to: bytes)
        #expect(try edits.inverted(for: bytes).applied(to: left) == bytes)
        let new = ReadNote(bytes: text, path: "y/New.md")
        #expect(new.note.headings.first?.level == 1)
        let old = ReadNote(bytes: left, path: "x/Old.md")
        let before = meanings(of: read, in: [read.note])
        let after = meanings(of: old, in: [old.note, new.note])
        let stayed = zip(read.note.links, before).filter { !extraction.lines.contains($0.0.location.line) }.map(\.1)
        // But for the embed; definitions may have been copied behind it.
        let name = String(decoding: bytes, as: UTF8.self).debugDescription
        #expect(stayed.allSatisfy(after.contains), "\(heading.line): \(name)")
        let moved = zip(read.note.links, before).filter { extraction.lines.contains($0.0.location.line) }.map(\.1)
        #expect(
          Array(meanings(of: new, in: [old.note, new.note]).prefix(moved.count)) == moved, "\(heading.line): \(name)")
      }
    }
    #expect(made > 300)
  }

  private func section(line: Int, of read: ReadNote) throws -> (SectionExtraction, [UInt8], [TextEdit]) {
    let directory = InMemoryLinkDirectory(paths: Self.paths.filter { $0.text != "y/New.md" })
    let extraction = try SectionExtraction(
      .section(line: line), of: read.note, in: read.bytes, to: NotePath("y/New.md"), directory: directory)
    return (extraction, try extraction.text(), try extraction.edits(leaving: .embed))
  }

  private static let links = [
    " [[#One]]", " [[Old#Two]]", " [[#One#Two|t]]", " [x](#three)", " [y](Old.md#one)", " [l] [m]", " ![[Other]]",
    " [z](<Other.md>)", " [[New]]", " [^1]", "\n\n[^1]: note [[#Two]] here\n",
  ]
  private static let paths = ["x/Old.md", "x/Other.md", "z/New.md", "y/New.md"].map { NotePath($0) }

  /// What each link leads to: a file, or the text of a heading, wherever that stands.
  private func meanings(of read: ReadNote, in notes: [Note]) -> [String] {
    let directory = InMemoryLinkDirectory(paths: Self.paths.filter { notes.count > 1 || $0.text != "y/New.md" })
    let resolver = LinkResolver(directory)
    return read.note.links.map { link in
      let found = resolver.resolve(target: link.target, kind: link.kind, from: read.note.path)
      guard let path = found.path, let note = notes.first(where: { $0.path == path }) else {
        return "\(link.kind) \(found.path?.text ?? "")"
      }
      guard case .heading(let names) = found.anchor else { return "\(link.kind) \(path)" }
      let heading = HeadingLinkTarget(note.headings).headings(named: names)?.last.map { note.headings[$0].text }
      return "\(link.kind) \(heading ?? path.text)"
    }
  }
}
