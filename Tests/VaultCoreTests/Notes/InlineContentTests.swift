import Testing

@testable import VaultCore

/// `kind |target| |text|` of each link of a note; that the target's range holds just the target, `ReadNote` checks.
struct LinkCase: Sendable, CustomTestStringConvertible {
  var source: String
  var links: [String]

  init(_ source: String, _ links: String...) {
    self.source = source
    self.links = links
  }

  var testDescription: String { source.debugDescription }
}

@Suite struct InlineContentTests {
  private static let wikilinks = [
    LinkCase("[[Note]]", "wiki |Note| |Note|"),
    LinkCase("[[Note|alias]]", "wiki |Note| |alias|"),
    LinkCase("[[Note|a|b]]", "wiki |Note| |a|b|"),
    LinkCase("[[Note|]]", "wiki |Note| |Note|"),
    LinkCase("[[dir/Note]]", "wiki |dir/Note| |dir/Note|"),
    LinkCase("[[Note#Heading#Sub]]", "wiki |Note#Heading#Sub| |Note#Heading#Sub|"),
    LinkCase("[[Note#^block]]", "wiki |Note#^block| |Note#^block|"),
    LinkCase("[[#Heading]]", "wiki |#Heading| |#Heading|"),
    LinkCase("![[embed.png|300]]", "embed |embed.png| |300|"),
    LinkCase("[[ a b ]]", "wiki |a b| |a b|"),
    LinkCase("[[]]"), LinkCase("[[ ]]"), LinkCase("[[|a]]"), LinkCase("![[]]"),
    LinkCase("[[a\nb]]"), LinkCase("[[a]"), LinkCase("[[a"), LinkCase("[ [a]]"),
    LinkCase("\\[[a]]"), LinkCase("\\![[a]]", "wiki |a| |a|"),
    LinkCase("`[[a]]`"), LinkCase("``[[a]] ` [[b]]``"), LinkCase("`a` [[b]]", "wiki |b| |b|"),
    LinkCase("` [[b]]", "wiki |b| |b|"),
    LinkCase("    [[a]]"), LinkCase("```\n[[a]]\n```"), LinkCase("<div>\n[[a]]\n</div>"),
    LinkCase("x <!-- [[a]] --> [[b]]", "wiki |b| |b|"),
    LinkCase("<b x=\"[[a]]\">[[b]]</b>", "wiki |b| |b|"),
    LinkCase("[[a[b]]", "wiki |a[b| |a[b|"), LinkCase("[[[a]]]", "wiki |a| |a|"), LinkCase("[[a]]]", "wiki |a| |a|"),
    LinkCase("[[a [[b]]", "wiki |b| |b|"),
    LinkCase("[[a]][[b]]", "wiki |a| |a|", "wiki |b| |b|"),
    LinkCase("| [[a\\|b]] |\n|---|\n| [[c\\|d]] |", "wiki |a| |b|", "wiki |c| |d|"),
    LinkCase("%%[[a]]%%", "wiki |a| |a|"), LinkCase("%%\n[[a]]\n%%\n[[b]]", "wiki |b| |b|"),
    LinkCase("[[a]]\n%%\n[[b]]\n%%", "wiki |a| |a|"),
    LinkCase("# A [[b]] ##\n", "wiki |b| |b|"), LinkCase("- [ ] [[b]]\n", "wiki |b| |b|"),
    LinkCase("> [[a]]\n> [[b\n> c]]\n> [[d]]", "wiki |a| |a|", "wiki |d| |d|"),
    LinkCase("[[é|ü]]\r\n[[漢字]]\r\n", "wiki |é| |ü|", "wiki |漢字| |漢字|"),
  ]

  private static let markdown = [
    LinkCase("[t](Note%20x.md#h)", "markdown |Note%20x.md#h| |t|"),
    LinkCase("[t](<a b.md>)", "markdown |a b.md| |t|"),
    LinkCase("[t](a.md \"title\")", "markdown |a.md| |t|"), LinkCase("[t](a.md 'x')", "markdown |a.md| |t|"),
    LinkCase("[t](a.md (x))", "markdown |a.md| |t|"), LinkCase("[t]( a.md )", "markdown |a.md| |t|"),
    LinkCase("[t](a(b)c.md)", "markdown |a(b)c.md| |t|"), LinkCase("[t](a\\)b.md)", "markdown |a\\)b.md| |t|"),
    LinkCase("[t](#h)", "markdown |#h| |t|"), LinkCase("[t](/top.md)", "markdown |/top.md| |t|"),
    LinkCase("[](a.md)", "markdown |a.md| |a.md|"),
    LinkCase("[a]()"), LinkCase("[a](<>)"), LinkCase("[a] (b)"), LinkCase("[a](b c)"), LinkCase("[a](b"),
    LinkCase("\\[a](b)"), LinkCase("[a\\](b)"), LinkCase("`[a](b)`"), LinkCase("[a](b`c`)", "markdown |b`c`| |a|"),
    LinkCase("[a\nb](c)", "markdown |c| |a\nb|"), LinkCase("[a](\nc\n\"t\nu\")", "markdown |c| |a|"),
    LinkCase("[a\n\nb](c)"),
    LinkCase("[a [b] c](d)", "markdown |d| |a [b] c|"),
    LinkCase("[a [b](c) d](e)", "markdown |c| |b|"),
    LinkCase("![a](p.png)", "embed |p.png| |a|"),
    LinkCase("[![a](p.png)](o.md)", "markdown |o.md| |![a](p.png)|", "embed |p.png| |a|"),
    LinkCase("![a [b](c)](d)", "embed |d| |a [b](c)|", "markdown |c| |b|"),
    LinkCase("[a [[b]] c](d)", "markdown |d| |a [[b]] c|", "wiki |b| |b|"),
    LinkCase("[x](https://a.b/c)", "url |https://a.b/c| |x|"), LinkCase("[x](mailto:a@b)", "url |mailto:a@b| |x|"),
    LinkCase("![x](https://a.b/c.png)", "url |https://a.b/c.png| |x|"),
    LinkCase("[x](a:b)", "markdown |a:b| |x|"),
    LinkCase("[https://a.b](https://c.d)", "url |https://c.d| |https://a.b|"),
    LinkCase("> [a\n> b](c.md)", "markdown |c.md| |a\n  b|"),
    LinkCase("| [a](b.md) |\n|--|", "markdown |b.md| |a|"),
  ]

  private static let references = [
    LinkCase("[t][R]\n\n[r]: a.md", "reference |a.md| |t|"), LinkCase("[r][]\n\n[r]: a.md", "reference |a.md| |r|"),
    LinkCase("[r]\n\n[r]: <a b.md> 'x'", "reference |a b.md| |r|"),
    LinkCase("![r]\n\n[r]: a.png", "embed |a.png| |r|"),
    LinkCase("[r]\n\n[r]: https://a.b", "url |https://a.b| |r|"),
    LinkCase("[t][a  B]\n\n[A\tb]: c.md", "reference |c.md| |t|"),
    LinkCase("[t][no]\n\n[r]: a.md"), LinkCase("[r][no]\n\n[r]: a.md"),
    LinkCase("\\[r]\n\n[r]: a.md"), LinkCase("`[r]`\n\n[r]: a.md"),
    LinkCase("[r]\n\n[r]: a.md\n[r]: b.md", "reference |a.md| |r|"),
    LinkCase("> [r]: a.md\n\n[r]", "reference |a.md| |r|"), LinkCase("- [r]: a.md\n\n[r]", "reference |a.md| |r|"),
    LinkCase("[r] x\n[r]: a.md\n"), LinkCase("[ß]\n\n[SS]: a.md"),
    LinkCase("```\n[r]: a.md\n```\n[r]"),
    LinkCase("- [r]\n\n[r]: a.md"), LinkCase("- [rr] x\n\n[rr]: a.md", "reference |a.md| |rr|"),
    LinkCase("- [x] y\n\n[x]: a.md"),
    LinkCase("[rr]: a).md\n\n[rr]"), LinkCase("[rr]: a(b).md\n\n[rr]", "reference |a(b).md| |rr|"),
    LinkCase("[rr]: a.md\n\n> [rr]: b.md\n> x\n\n[rr]", "reference |a.md| |rr|"),
    LinkCase("> [rr]: b.md\n> x\n\n[rr]: a.md\n\n[rr]", "reference |b.md| |rr|"),
  ]

  private static let addresses = [
    LinkCase("<https://a.b/c?d=e>", "autolink |https://a.b/c?d=e| |https://a.b/c?d=e|"),
    LinkCase("<a@b.c>", "autolink |a@b.c| |a@b.c|"), LinkCase("<a b>"),
    LinkCase("<https://a b>", "url |https://a| |https://a|"),
    LinkCase("https://a.b/c_(d)", "url |https://a.b/c_(d)| |https://a.b/c_(d)|"),
    LinkCase("(https://a.b)", "url |https://a.b| |https://a.b|"),
    LinkCase("https://a.b.", "url |https://a.b| |https://a.b|"),
    LinkCase("https://a.b, x", "url |https://a.b| |https://a.b|"),
    LinkCase("see http://a?!", "url |http://a| |http://a|"),
    LinkCase("\"https://a.b\"", "url |https://a.b| |https://a.b|"),
    LinkCase("**https://a.b**", "url |https://a.b| |https://a.b|"),
    LinkCase("xhttps://a.b"), LinkCase("https://"), LinkCase("https:/a"), LinkCase("`https://a.b`"),
    LinkCase("HTTPS://A.B", "url |HTTPS://A.B| |HTTPS://A.B|"),
    LinkCase("[https://a.b]", "url |https://a.b| |https://a.b|"),
    LinkCase("https://é.b/ü", "url |https://é.b/ü| |https://é.b/ü|"),
  ]

  private static let properties = [
    LinkCase("---\na: \"[[X]]\"\n---\n", "property |X| |X|"),
    LinkCase("---\na: ['[[X#h|y]]', \"s [[Z]] t\"]\n---\n", "property |X#h| |y|", "property |Z| |Z|"),
    LinkCase("---\na:\n  b: \"[[X]]\"\n---\n", "property |X| |X|"),
    LinkCase("---\na: text [[X]] more\n---\n", "property |X| |X|"),
    LinkCase("---\na: [[X]]\n---\n"), LinkCase("---\na: \"[t](x.md) https://a.b\"\n---\n"),
    LinkCase("---\na: \"[[X]]\"\nb: \"[[X]]\"\n---\n[[X]]", "property |X| |X|", "property |X| |X|", "wiki |X| |X|"),
  ]

  @Test(arguments: wikilinks + markdown) func links(_ example: LinkCase) { check(example) }

  @Test(arguments: references + addresses + properties) func otherLinks(_ example: LinkCase) { check(example) }

  private func check(_ example: LinkCase) {
    let found = ReadNote(example.source).note.links.map { "\($0.kind) |\($0.target)| |\($0.text)|" }
    #expect(found == example.links)
  }

  @Test func placesOfLinks() {
    let read = ReadNote("---\nup: \"[[Home]]\"\n---\né [[a]]\n> x\n> ![[b]]\n\n[r]\n\n[r]: c.md\n")
    #expect(
      read.note.links.map(\.location) == [
        SourceLocation(line: 2, column: 6), SourceLocation(line: 4, column: 4), SourceLocation(line: 6, column: 3),
        SourceLocation(line: 8, column: 1),
      ])
    #expect(read.note.links.map { read.source($0.targetRange) } == ["Home", "a", "b", "c.md"])
    let lists = ReadNote(
      "---\r\nup:\r\n  - \"[[A]]\"\r\n  - deep: [x, \"![[B]]\"]\r\nesc: [y, \"[\\x5BC]]\"]\r\nlong: >\r\n  some\r\n  [[D]]\r\n---\r\n"
    )
    #expect(
      lists.note.links.map { "\($0.target) \($0.location.line):\($0.location.column)" } == [
        "A 3:6", "B 4:17", "C 5:10", "D 8:3",
      ])
    let twice = ReadNote("---\na: \"[[X]]\"\nb: \"[[X]]\"\n---\n").note.links.map(\.targetRange)
    #expect(twice == [10..<11, 21..<22])
  }

  @Test(
    arguments: [
      ("#a #b/c #D", ["a", "b/c", "D"]), ("x#a #1 #1a #-", ["1a", "-"]), ("#a.b #c, #d)", ["a", "c", "d"]),
      ("(#a) [#b] \"#c\"", []), ("#日本語 #é_x #ÄÖ", ["日本語", "é_x", "ÄÖ"]),
      ("#a\u{2003}#b\u{A0}#c\u{3000}#d", ["a", "b", "c", "d"]),
      ("#a\u{2014}b #x\u{2E3A}", ["a", "x"]), ("#🎉 #a🎉b", ["🎉", "a🎉b"]), ("##a #", []), ("# heading #t", ["t"]),
      ("`#a` \\#b <!-- #c --> <i #d>", []), ("https://a.b/#c [x](#d) [[e#f]] <https://x.y/#z>", []),
      ("```\n#a\n```\n    #b\n", []), ("<div>\n#a\n</div>", []), ("%%#a%% %% #b %%", ["b"]), ("%%\n#a\n%%", ["a"]),
      ("- [ ] #a b\n> #c\n", ["a", "c"]), ("| #a | x |\n|--|--|\n| #b |#c |", ["a", "b", "c"]),
      ("#a\r\n#b\r#c", ["a", "b", "c"]),
      ("_#a_ *#b* #c_", ["a", "c_"]), ("text\n#a", ["a"]), ("#a#b", ["a", "b"]), ("#a/ #/b", ["a/", "/b"]),
    ] as [(String, [String])])
  func tags(_ source: String, _ tags: [String]) {
    #expect(ReadNote(source).note.tagOccurrences.map(\.tag) == tags)
  }

  @Test(
    arguments: [
      ("text ^a-1\n", ["1 a-1"]), ("text^a\n", []), ("text ^a b\n", []), ("text ^a_b\n", []), ("text ^é\n", []),
      ("text ^\n", []),
      ("text ^a  \n", ["1 a"]), ("text\t^a", ["1 a"]), ("# h ^a\n", ["1 a"]), ("- x ^a\n  - y ^b\n", ["1 a", "2 b"]),
      ("- x\n\n  ^a\n", ["3 a"]), ("- x\n  ^a\n", ["2 a"]), ("> x\n\n^a\n", ["3 a"]), ("> x\n\n^a\n\ny", ["3 a"]),
      ("> x\n\n^a\ny", []), ("```\nx ^a\n```\n\n^b\n", ["5 b"]), ("| a |\n|--|\n\n^t", ["4 t"]), ("text\n^a\n", []),
      ("^a\n\ntext", []), ("- [ ] t ^a\n", ["1 a"]), ("    code ^a\n", []), ("%%\nx ^a\n%%\n", []),
      ("a ^x\nb ^y\r\n", ["1 x", "2 y"]),
    ] as [(String, [String])])
  func blockIDs(_ source: String, _ ids: [String]) {
    #expect(ReadNote(source).note.blockIDs.map { "\($0.line) \($0.id)" } == ids)
  }

  @Test(
    arguments: [
      ("a `b` c", ["`b`"]), ("`` a ` b ``", ["`` a ` b ``"]), ("x <!-- x --> <b>", ["<!-- x -->", "<b>"]),
      ("a < b > c", []),
      ("[t](u.md) [[w]]", ["(u.md)", "[[w]]"]), ("![[e]]", ["![[e]]"]), ("https://a.b c", ["https://a.b"]),
      ("<https://a.b>", ["<https://a.b>"]), ("x <?x?> <!A b> <![CDATA[c]]>", ["<?x?>", "<!A b>", "<![CDATA[c]]>"]),
      ("</b x> <1> <a\nb>", ["</b x>", "<a\nb>"]), ("[r]\n\n[r]: u.md", ["]"]),
    ] as [(String, [String])])
  func placesWithoutFields(_ source: String, _ ranges: [String]) {
    let read = ReadNote(source)
    #expect(read.opaque.map(read.source) == ranges)
  }

  @Test func fieldsAreNotReadInCodeLinksOrComments() {
    let task = ReadNote("- [ ] a `due:2026-01-01` [[x due:2026-01-02|y]] <!-- 📅 2026-01-03 --> 📅 2026-01-04\n").note
      .tasks[0]
    #expect(task.due?.date == CivilDate(year: 2026, month: 1, day: 4))
    #expect(ReadNote("- [ ] a [b](📅2026-01-01)\n- [ ] `📅 2026-01-01`").note.tasks.allSatisfy { $0.due == nil })
  }

  @Test func anUnclosedCommentIsReported() {
    let read = ReadNote("---\na: 1\n---\nx\n%%\n- [ ] y\n")
    #expect(read.note.tasks.isEmpty)
    #expect(read.note.diagnostics.map(\.location) == [SourceLocation(line: 5, column: 1)])
    #expect(read.codes == ["comment-unclosed"])
  }
}
