import Testing
import VaultTestSupport

@testable import VaultCore

@Suite struct NoteFileNameTests {
  @Test(
    arguments: [
      "a.md", "Folder/Sub folder/Note.md", "日本/漢字ノート.md", "Käse & Brot (2).md", "v1.2 notes.md", "📚.md", "it's.md",
      "a..b.md", "Condor.md", "COM0.md", "COM10.md", "CONs.md", "-a.md", String(repeating: "x", count: 252) + ".md",
    ])
  func goodNames(_ path: String) {
    #expect(NoteFileName.problems(inPath: path) == [])
  }

  @Test(
    arguments: [
      ("", .empty), ("/etc/x.md", .absolute), ("a/", .endsWithSlash), ("../x.md", .relativePart),
      ("a/../../x.md", .relativePart), ("a/./x.md", .relativePart), ("a//x.md", .relativePart),
      ("a\0b.md", .controlCharacter), ("a\nb.md", .controlCharacter), ("a\u{202E}b.md", .controlCharacter),
      ("a\u{9B}b.md", .controlCharacter), ("...", .onlyDots), (" .md", .onlyWhitespace), (" /x.md", .onlyWhitespace),
      ("\u{3000}.md", .onlyWhitespace), (".hidden.md", .hidden), (".git/x.md", .hidden),
      (".md", .hidden), ("node_modules/x.md", .leftOut), (String(repeating: "é", count: 150) + ".md", .longName(303)),
      ("12:30.md", .character(":")), ("a\\b.md", .character("\\")), ("a|b.md", .character("|")),
      ("C# notes.md", .breaksLinks("#")), ("a^b.md", .breaksLinks("^")), ("[[x]].md", .breaksLinks("[[")),
      ("CON.md", .reserved), ("aux", .reserved), ("Lpt9.tar.md", .reserved), ("nul .md", .reserved),
      ("com³.md", .reserved), ("con/x.md", .reserved),
    ] as [(String, NoteFileNameProblem.Cause)])
  func refusedNames(_ path: String, _ cause: NoteFileNameProblem.Cause) throws {
    let problem = try #require(NoteFileName.problem(inPath: path))
    #expect(problem.cause == cause)
    #expect(problem.severity == .refused)
  }

  @Test(
    arguments: [
      ("Why?.md", .character("?")), ("a*.md", .character("*")), ("\"a\".md", .character("\"")),
      ("<a>.md", .character("<")), ("a [b].md", .breaksLinks("[")), ("a .md", .endsWithWhitespace),
      ("a.", .endsWithDot),
      ("folder./a.md", .endsWithDot), ("folder /a.md", .endsWithWhitespace), (" a.md", .beginsWithWhitespace),
    ] as [(String, NoteFileNameProblem.Cause)])
  func doubtfulNames(_ path: String, _ cause: NoteFileNameProblem.Cause) throws {
    let problem = try #require(NoteFileName.problem(inPath: path))
    #expect(problem.cause == cause)
    #expect(problem.severity == .warning)
  }

  @Test func aPathMayBeTooLongAsAWhole() {
    let path = Array(repeating: String(repeating: "x", count: 200), count: 20).joined(separator: "/")
    #expect(NoteFileName.problem(inPath: path)?.cause == .longPath(path.utf8.count))
  }

  @Test func theRefusedComesBeforeTheDoubtful() {
    #expect(NoteFileName.problems(inPath: "a?/b:.md").map(\.severity) == [.warning, .refused])
    #expect(NoteFileName.problem(inPath: "a?/b:.md")?.name == "b:.md")
  }

  @Test func aMarkOnASlashHidesNothing() {
    #expect(NoteFileName.problem(inPath: "..\u{2F}\u{301}/../x.md")?.cause == .relativePart)
    #expect(NoteFileName.problem(inPath: "a#\u{301}.md")?.cause == .breaksLinks("#"))
  }

  @Test func messagesNameThePartAndShowNoControlCharacters() throws {
    let problem = try #require(NoteFileName.problem(inPath: "dir/a\u{1B}b.md"))
    #expect(problem.description == "\"a␛b.md\" has a control character; leave it out")
  }

  @Test func namesFromAnythingHaveNoProblems() {
    var random = SeededGenerator(seed: 5)
    let pieces =
      "/ \\ : | * ? \" < > # ^ [ ] [[ ]] . .. - CON nul com1 a é 漢 👨‍👩‍👧 e\u{301} node_modules".split(separator: " ")
      .map(String.init) + [" ", "\n", "\t", "\u{0}", "\u{7F}", "\u{202E}", "\u{A0}", "x ", " ."]
    var kept = 0
    for _ in 0..<3_000 {
      let title = (0..<random.below(9)).map { _ in random.pick(pieces) }.joined()
      let name = FittedTitle.name(of: title)
      if name.isEmpty { continue }
      kept += 1
      let problems = NoteFileName.problems(inPath: name + ".md").filter { $0.cause != .reserved }
      #expect(problems == [], "\(title.debugDescription) → \(name.debugDescription)")
      #expect(FittedTitle.name(of: name) == name)
      let slug = FittedTitle.slug(of: title)
      #expect(FittedTitle.slug(of: slug) == slug)
    }
    #expect(kept > 1_000)
  }

  @Test(
    arguments: [("x ", .endsWithWhitespace), ("x.", .endsWithDot), (" ", .onlyWhitespace), ("a:b", .character(":"))]
      as [(String, NoteFileNameProblem.Cause)])
  func newFolders(_ name: String, _ cause: NoteFileNameProblem.Cause) {
    #expect(NoteFileName.problem(inNewFolder: name)?.cause == cause)
    #expect(NoteFileName.problem(inNewFolder: "a b.c?") == nil)
  }
}
