import Testing
import VaultTestSupport

@testable import VaultCore

/// What a notebook of zk has besides. The cases of tags are those of its documentation, as far as its tags are made of
/// what tags are made of here.
@Suite struct NotebookFormatTests {
  private func note(_ source: String, _ format: NotebookFormat?) -> Note {
    NoteParser(options: ParsingOptions(notebook: format)).structure(of: Array(source.utf8), path: NotePath("Note.md"))
  }

  private func tags(_ source: String, _ format: NotebookFormat?) -> [String] {
    note(source, format).tagOccurrences.map(\.tag)
  }

  @Test(
    arguments: [
      (":one:", ["one"]), ("a :one: b", ["one"]), (":one:two:three: x", ["one", "two", "three"]),
      (":one::two:", ["one"]),
      (":one: :two:", ["one", "two"]), (":one:,:two:", ["one", "two"]), (":one :two:", ["two"]), ("::one:", []),
      ("x:one:", []),
      (": one:", []), (":one :", []), (":", []), ("::", []), (":---:", []), (":123:", ["123"]), (":a/b:", ["a/b"]),
      (":libellé-français:日本語:", ["libellé-français", "日本語"]), ("`:a:`", []), ("https://a.b/:x:", []), ("12:30:00", []),
      ("| a |\n|:--:|\n| :b: |", ["b"]), (":a: #c", ["a", "c"]), ("[x](:a:)", []), ("$:a: x$", []),
    ] as [(String, [String])])
  func colonTags(_ source: String, _ tags: [String]) {
    #expect(self.tags(source, NotebookFormat(colonTags: true)) == tags)
    #expect(self.tags(source, NotebookFormat()) == tags.filter { source.contains("#" + $0) })
    #expect(self.tags(source, nil) == tags.filter { source.contains("#" + $0) })
  }

  @Test(
    arguments: [
      ("#two words#", ["two words"]), ("#one# end", ["one"]), ("#two words#end", ["two words"]),
      ("#two words #other", ["two", "other"]), ("#two words# #other", ["two words", "other"]),
      ("#two words##other", ["two words"]), ("a #two words#, and #b", ["two words", "b"]), ("#two, words#", ["two"]),
      ("#two words #", ["two"]), ("#two\nwords#", ["two"]), ("# no#", []), ("#1 2#", []), ("#1 a#", ["1 a"]),
      ("#a  b#", ["a"]), ("`#a b#`", []), ("#a b c", ["a"]),
    ] as [(String, [String])])
  func tagsOfSeveralWords(_ source: String, _ tags: [String]) {
    #expect(self.tags(source, NotebookFormat(multiwordTags: true)) == tags)
  }

  @Test func hashtagsMayBeOff() {
    #expect(tags("#a :b: #c d#", NotebookFormat(hashtags: false, colonTags: true, multiwordTags: true)) == ["b"])
    #expect(tags("#a :b: #c d#", NotebookFormat()) == ["a", "c"])
  }

  @Test func placesOfTags() {
    let found = note("x\n:one:two: #a b#", NotebookFormat(colonTags: true, multiwordTags: true)).tagOccurrences
    #expect(found.map(\.location.column) == [1, 5, 11] && found.map(\.location.line) == [2, 2, 2])
  }

  @Test func colonTagsAreRenamed() throws {
    let options = ParsingOptions(notebook: NotebookFormat(colonTags: true, multiwordTags: true))
    let bytes = Array(":one:two/x: #two#".utf8)
    let note = NoteParser(options: options).structure(of: bytes, path: NotePath("Note.md"))
    let edits = try TagRename.edits(in: note, bytes: bytes, from: "two", to: "three", options: options)
    #expect(String(decoding: try edits.applied(to: bytes), as: UTF8.self) == ":one:three/x: #three#")
  }

  @Test func keywordsAreTags() {
    let source = "---\ntags: [a, '#two words']\nkeywords: b c\nkeyword: [d]\ntag: e\n---\n"
    #expect(note(source, NotebookFormat()).tags == ["a", "two words", "e", "b", "c", "d"])
    #expect(note(source, NotebookFormat()).diagnostics.isEmpty)
    #expect(note(source, nil).tags == ["a", "e"])
  }

  @Test func titlesBelowTags() {
    #expect(note(":a:b:\n\n# Head\n", NotebookFormat(colonTags: true)).title == "Head")
    #expect(note(":a:b:\n\n# Head\n", NotebookFormat()).title == "Note")
  }

  // MARK: The configuration

  @Test(arguments: [
    ("[format.markdown]\ncolon-tags = true\n", NotebookFormat(colonTags: true)),
    (
      "# c\n[note]\nx = \"[format.markdown]\"\n[ format . 'markdown' ] # c\r\nhashtags=false # c\r\nmultiword-tags = true",
      NotebookFormat(hashtags: false, multiwordTags: true)
    ),
    ("format.markdown.colon-tags = true", NotebookFormat(colonTags: true)),
    ("[format]\nmarkdown.\"colon-tags\" = true", NotebookFormat(colonTags: true)),
    ("colon-tags = true", NotebookFormat()), ("[[format.markdown]]\ncolon-tags = true", NotebookFormat()),
    ("[format.markdown]\n[x]\ncolon-tags = true", NotebookFormat()), ("", NotebookFormat()),
    ("[format.markdown]\nx = '''\ncolon-tags = true\n'''", NotebookFormat()),
    ("[format.markdown]\nx = [\n1,\n]\ncolon-tags = true", NotebookFormat(colonTags: true)),
    ("[format.markdown]\ncolon-tags = true\ncolon-tags = false", NotebookFormat(colonTags: true)),
  ])
  func configuration(_ text: String, _ format: NotebookFormat) {
    let read = NotebookFormat.read(Array(text.utf8))
    #expect(read.settings == format && read.diagnostics.isEmpty)
  }

  @Test(arguments: [
    "colon-tags = \"yes\"", "colon-tags = 1", "colon-tags = truely", "colon-tags = true x", "colon-tags =",
  ])
  func nonsenseIsTold(_ line: String) {
    let read = NotebookFormat.read(Array("[format.markdown]\n\(line)\n".utf8))
    #expect(read.settings == NotebookFormat())
    #expect(read.diagnostics.map(\.location) == [SourceLocation(line: 2, column: line.hasSuffix("=") ? 13 : 14)])
  }

  @Test(arguments: ["[", "]]]garbage = = =", "[[[broken", "words", "[a"])
  func whatIsNoTOMLIsTold(_ line: String) {
    let read = NotebookFormat.read(Array("[format.markdown]\ncolon-tags = true\n\(line)\n".utf8))
    #expect(read.settings == NotebookFormat(colonTags: true))
    #expect(read.diagnostics.map(\.location) == [SourceLocation(line: 3, column: 1)])
  }

  @Test func anythingIsRead() {
    let pieces = [
      "[", "]", ".", "=", "\"", "'", "\\", "\n", "\r\n", "#", "format", "markdown", "colon-tags", "true", " ", "{",
    ]
    var random = SplitMix(seed: 5)
    for _ in 0..<20_000 {
      let text = (0..<Int.random(in: 0..<14, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }
        .joined()
      _ = NotebookFormat.read(Array(text.utf8))
    }
    _ = NotebookFormat.read(Array(String(repeating: "[a.", count: 100_000).utf8))
    _ = NotebookFormat.read([0xFF, 0x5B, 0xFE])
  }

  // MARK: Links

  private static let paths = [
    "202102241246-my-note.md", "202102241246-my-note-that-is-long.md", "sub/202103010000-other.md", "sub/deep/Exact.md",
    "exact-not.md", "projects/plan/index.md", "image-202103010000.png", "deep.md",
  ].map { NotePath($0) }

  @Test(
    arguments: [
      ("202102241246", "202102241246-my-note.md", nil, nil), ("my-note", "202102241246-my-note.md", nil, nil),
      ("that-is", "202102241246-my-note-that-is-long.md", nil, nil), ("OTHER", "sub/202103010000-other.md", nil, nil),
      ("Exact", "sub/deep/Exact.md", "sub/deep/Exact.md", nil), ("plan", "projects/plan/index.md", nil, nil),
      ("plan/ind", "projects/plan/index.md", nil, nil), ("ub/2021", "sub/202103010000-other.md", nil, nil),
      ("202103010000", "sub/202103010000-other.md", nil, "sub"), ("exact-n", "exact-not.md", "exact-not.md", nil),
      ("2021022412", "202102241246-my-note.md", "202102241246-my-note.md", nil), ("nothing", nil, nil, nil),
      ("sub/2021", "sub/202103010000-other.md", "sub/202103010000-other.md", nil),
      (
        "projects", "projects/plan/index.md",
        "projects/plan/index.md", nil
      ), ("proj", "projects/plan/index.md", nil, nil), ("nick", "deep.md", "deep.md", nil),
      ("..", nil, nil, nil), ("/", nil, nil, nil), ("", nil, nil, nil), ("a\0b", nil, nil, nil),
    ] as [(String, String?, String?, String?)])
  func partsOfPaths(_ target: String, _ wiki: String?, _ markdown: String?, _ folder: String?) {
    let aliases = [(alias: "nick", path: NotePath("deep.md")), (alias: "my-note", path: NotePath("deep.md"))]
    let parts = LinkResolver(InMemoryLinkDirectory(paths: Self.paths, aliases: aliases, findsParts: true))
    let from = NotePath((folder.map { $0 + "/" } ?? "") + "From.md")
    #expect(parts.resolve(target: target, kind: .wiki, from: from).path?.text == wiki)
    if folder == nil, target != "202102241246", target != "my-note" {
      #expect(parts.resolve(target: target, kind: .markdown, from: from).path?.text == markdown)
    }
    let whole = LinkResolver(InMemoryLinkDirectory(paths: Self.paths, aliases: aliases))
    let exact = whole.resolve(target: target, kind: .wiki, from: from).path?.text
    #expect(exact == nil || ["Exact", "nick", "my-note"].contains(target))
  }

  @Test func beginningsOfPaths() {
    let resolver = LinkResolver(InMemoryLinkDirectory(paths: Self.paths, findsParts: true))
    func path(_ target: String, from: String) -> String? {
      resolver.resolve(target: target, kind: .markdown, from: NotePath(from)).path?.text
    }
    #expect(path("202103010000", from: "sub/From.md") == "sub/202103010000-other.md")
    #expect(path("202103010000", from: "From.md") == nil)
    #expect(path("../2021022412", from: "sub/From.md") == "202102241246-my-note.md")
    #expect(path("my-note", from: "From.md") == nil)
    #expect(path("plan", from: "projects/From.md") == "projects/plan/index.md")
  }

  @Test func aNoteThatMovesKeepsItsLinks() throws {
    let old = NotePath("202103010000-other.md")
    let before = InMemoryLinkDirectory(paths: [old, NotePath("From.md")], findsParts: true)
    let bytes = Array("[[202103010000]] [[other|x]] [y](2021030)".utf8)
    for (new, expected) in [
      ("202103010000-new.md", "[[202103010000]] [[202103010000-new|x]] [y](2021030)"),
      ("else.md", "[[else]] [[else|x]] [y](else.md)"),
    ] {
      let moves = [old: NotePath(new)]
      let note = NoteParser().structure(of: bytes, path: NotePath("From.md"))
      let rewriter = LinkRewriter(before: before, after: MovedLinkDirectory(before: before, moves: moves), moves: moves)
      let after = try rewriter.edits(for: note, in: bytes).applied(to: bytes)
      #expect(String(decoding: after, as: UTF8.self) == expected)
    }
  }
}
