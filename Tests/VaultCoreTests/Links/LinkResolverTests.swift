import Testing
import VaultCore

@Suite struct LinkResolverTests {
  static let paths = [
    "Note.md", "dir/Note.md", "dir/Other.md", "dir/sub/Deep.md", "other/sub/Deep.md", "a/b/c/Far.md", "a/Far.md",
    "b/Far.md",
    "v1.2.md", "img/Pic.png", "Pic.md", "Makefile", "dir/100%25.md", "dir/100%.md", "Café.md", "x y.md", "dir/data.csv",
    "Markdown.markdown", "CASE/Thing.md", "case/thing.md", "#hash.md", "dir/c# notes.md",
  ].map { NotePath($0) }

  private let resolver = LinkResolver(
    InMemoryLinkDirectory(
      paths: paths,
      aliases: [
        ("Nickname", NotePath("dir/Other.md")), ("Note", NotePath("a/Far.md")), ("Two", NotePath("a/Far.md")),
        ("two", NotePath("Note.md")),
      ]))

  private func path(_ target: String, _ kind: Link.Kind = .wiki, from: String = "dir/From.md") -> String? {
    resolver.resolve(target: target, kind: kind, from: NotePath(from)).path?.text
  }

  @Test(arguments: [
    ("Note", "Note.md"), ("note", "Note.md"), ("NOTE.MD", "Note.md"), ("Note.md", "Note.md"),
    ("dir/Note", "dir/Note.md"),
    ("./Note", "dir/Note.md"), ("../Note", "Note.md"), ("sub/Deep", "dir/sub/Deep.md"), ("/Note", "Note.md"),
    ("/sub/Deep", nil), ("Other", "dir/Other.md"), ("Deep", "dir/sub/Deep.md"), ("other/sub/deep", "other/sub/Deep.md"),
    ("Far", "a/Far.md"), ("c/Far", "a/b/c/Far.md"), ("b/Far", "b/Far.md"), ("b/c/Far", "a/b/c/Far.md"),
    ("/b/c/Far", nil),
    ("v1.2", "v1.2.md"), ("Pic", "Pic.md"), ("Pic.png", "img/Pic.png"), ("img/pic.PNG", "img/Pic.png"), ("data", nil),
    ("data.csv", "dir/data.csv"), ("Makefile", "Makefile"), ("Cafe\u{301}", "Café.md"), ("CAFÉ", "Café.md"),
    ("x\u{A0}y", "x y.md"), (" x y ", "x y.md"), ("Markdown", "Markdown.markdown"), ("nothing", nil), ("ote", nil),
    ("r/Note", nil), ("dir/", nil), ("..", nil), (".", nil), ("/", nil), ("", nil), ("#", nil),
    ("../../Note", nil), ("../../../etc/passwd", nil), ("dir/../Note", "Note.md"), ("dir/../../Note", "Note.md"),
    ("dir/../../../Note", nil),
    ("./x/../Note", "dir/Note.md"),
    ("Nickname", "dir/Other.md"), ("nickname#h", "dir/Other.md"), ("CASE/Thing", "CASE/Thing.md"),
    ("case/thing", "case/thing.md"),
  ])
  func wikilinks(target: String, expected: String?) {
    #expect(path(target) == expected)
    #expect(path(target, .property) == expected)
  }

  @Test(arguments: [
    ("x%20y.md", "x y.md"), ("x%20y", "x y.md"), ("<x y.md>", "x y.md"), ("caf%C3%A9", "Café.md"), ("caf%C3", nil),
    ("100%25.md", "dir/100%.md"), ("%23hash.md", "#hash.md"), ("c%23%20notes.md#h", "dir/c# notes.md"),
    ("..%2FNote.md", "Note.md"), ("x\\ y", nil), ("v1\\.2", "v1.2.md"), ("Note%", nil), ("..%2f..%2fNote.md", nil),
  ])
  func markdownLinks(target: String, expected: String?) {
    #expect(path(target, .markdown) == expected)
    #expect(path(target, .reference) == expected)
  }

  @Test func kindsDecodeAsTheyAreWritten() {
    #expect(path("x%20y", .wiki) == nil)
    #expect(path("100%25", .wiki) == "dir/100%25.md")
    #expect(path("100%25", .embed) == "dir/100%25.md")
    #expect(path("x%20y", .embed) == "x y.md")
    #expect(path("Note.md", .url) == nil)
    #expect(path("Note.md", .autolink) == nil)
  }

  @Test func aliasesComeLastAndAreTold() {
    let byAlias = resolver.resolve(target: "Nickname", kind: .wiki, from: NotePath("Note.md"))
    #expect(byAlias.viaAlias)
    let byName = resolver.resolve(target: "Note", kind: .wiki, from: NotePath("Note.md"))
    #expect(!byName.viaAlias && byName.path?.text == "Note.md")
    let both = resolver.resolve(target: "two", kind: .wiki, from: NotePath("Note.md"))
    #expect(both.candidates.map(\.text) == ["Note.md", "a/Far.md"])
  }

  @Test func candidatesOfAnAmbiguousName() {
    let found = resolver.resolve(target: "Far", kind: .wiki, from: NotePath("Note.md"))
    #expect(found.candidates.map(\.text) == ["a/Far.md", "b/Far.md", "a/b/c/Far.md"])
  }

  /// Of several files of a name Obsidian takes the one whose path is shortest, however many folders are in it.
  @Test(arguments: [
    (["a/b/Note.md", "zzzz/Note.md"], "a/b/Note.md"), (["zzz/Note.md", "a/b/Note.md"], "zzz/Note.md"),
    (["b/Note.md", "a/Note.md"], "a/Note.md"), (["a/b/c/Note.md", "x/aaaaa/Note.md"], "a/b/c/Note.md"),
    (["aaa/Note.md", "b/c/note.md"], "aaa/Note.md"), (["aaa/note.md", "bbb/Note.md"], "bbb/Note.md"),
    (["äää/Note.md", "bbbb/Note.md"], "äää/Note.md"), (["👩/Note.md", "aaa/Note.md", "a/b/Note.md"], "👩/Note.md"),
    (["z/Note.md", "y/Note.markdown"], "z/Note.md"),
  ])
  func theShortestTextWins(paths: [String], expected: String) {
    let resolver = LinkResolver(InMemoryLinkDirectory(paths: paths.map { NotePath($0) }))
    let found = resolver.resolve(target: "Note", kind: .wiki, from: NotePath("far/away/From.md"))
    #expect(found.path?.text == expected)
  }

  @Test(arguments: [
    ("Note", LinkTarget.Anchor.none), ("Note#", .none), ("Note#A", .heading(["A"])),
    ("Note#A#B c", .heading(["A", "B c"])),
    ("Note#^id-1", .block("id-1")), ("Note#A#^id", .block("id")), ("Note#^", .heading(["^"])), ("#A", .heading(["A"])),
    ("#^x", .block("x")),
  ])
  func anchors(target: String, anchor: LinkTarget.Anchor) {
    let found = resolver.resolve(target: target, kind: .wiki, from: NotePath("Note.md"))
    #expect(found.anchor == anchor)
    #expect(found.path?.text == "Note.md")
  }

  @Test func anchorsOfMarkdownLinksAreDecoded() {
    let found = resolver.resolve(target: "Note.md#A%20b", kind: .markdown, from: NotePath("Note.md"))
    #expect(found.anchor == .heading(["A b"]))
  }

  @Test func theNoteItself() {
    #expect(path("#Heading", from: "a/b/Gone.md") == "a/b/Gone.md")
  }

  @Test func randomTargetsNeverTrap() {
    let pieces = [
      "a", "Note", ".", "..", "/", "//", "#", "^", "%", "%2", "%2F", "%00", "<", ">", "\\", " ", ".md", "é", "\u{301}",
      "\0",
    ]
    var random = SplitMix(seed: 7)
    for _ in 0..<20_000 {
      let target = (0..<Int.random(in: 0..<8, using: &random)).map { _ in
        pieces[Int.random(in: 0..<pieces.count, using: &random)]
      }
      .joined()
      for kind in Link.Kind.allCases {
        let found = resolver.resolve(target: target, kind: kind, from: NotePath("dir/sub/Deep.md"))
        #expect(found.path.map { $0.text == "dir/sub/Deep.md" || Self.paths.contains($0) } ?? found.candidates.isEmpty)
      }
    }
  }
}

@Suite struct HeadingAnchorTests {
  @Test(arguments: [
    ("A link in a [[x]]", "A link in a x"), ("Title", "title"), ("**Bold** and `code`", "Bold and code"),
    ("What's new?", "What's new"), ("a: b, c", "a b c"), ("a  b", "a b"), ("A & B", "a--b"),
    ("My Heading", "my-heading"),
    ("What's new?", "whats-new"), ("Café", "Cafe\u{301}"), ("日本語 版", "日本語-版"), ("2026-01-03", "2026-01-03"),
  ])
  func match(heading: String, anchor: String) {
    #expect(LinkResolver.anchorMatches(heading: heading, anchor: anchor))
  }

  @Test(arguments: [("Title", "Titles"), ("Title", ""), ("", ""), ("[[", "]]"), ("a b", "ab"), ("C++", "C#x")])
  func noMatch(heading: String, anchor: String) {
    #expect(!LinkResolver.anchorMatches(heading: heading, anchor: anchor))
  }
}
