import Testing
import VaultInterface

@testable import VaultCore
@testable import VaultTerminal

struct NoteRendererTests {
  private func line(_ number: Int, _ kind: BodyLine.Kind, _ text: String = "", depth: Int = 0) -> BodyLine {
    BodyLine(number: number, range: 0..<0, kind: kind, depth: depth, text: text, heading: [])
  }

  private func draw(
    _ lines: [BodyLine], width: Int = 40, unicode: Bool = true, styles: Bool = true, overdue: Set<Int> = []
  ) -> [StyledText] {
    NoteRenderer(
      theme: Theme(), glyphs: Glyphs(unicode: unicode), width: width, hasStyles: styles, overdueLines: overdue
    ).lines(lines)
  }

  private var note: [BodyLine] {
    [
      line(1, .blank),
      line(2, .heading(level: 1), "The *Title*"),
      line(3, .heading(level: 1)),
      line(4, .blank), line(5, .comment, "%% x"), line(6, .blank),
      line(7, .paragraph, "Some **bold** words and a [[Note|link]] that run past the edge."),
      line(8, .bullet, "one", depth: 1),
      line(9, .task(status: "x"), "done", depth: 2),
      line(10, .task(status: " "), "late", depth: 2),
      line(11, .task(status: "/"), "now, with words that run past the edge", depth: 2),
      line(12, .task(status: "-"), "not", depth: 1),
      line(13, .ordered(number: 12), "twelve", depth: 1),
      line(14, .paragraph, "more of it", depth: 1),
      line(15, .blank),
      line(16, .quote, "[!warning]- Take *care*", depth: 1),
      line(17, .quote, "of this", depth: 1),
      line(18, .bullet, "in it", depth: 2),
      line(19, .blank),
      line(20, .code(language: "swift")), line(21, .code(language: "swift"), "let\ta = \"[[x]] **y**\""),
      line(22, .code(language: "swift")),
      line(23, .rule, "---"),
      line(24, .linkDefinition, "[a]: https://b.c"),
      line(25, .html, "<div>"), line(26, .html, "at <b>the</b> end"),
      line(27, .blank), line(28, .blank),
    ]
  }

  @Test func unicode() {
    #expect(
      draw(note, overdue: [10]).map(\.plain) == [
        "The Title",
        "",
        "Some bold words and a link that run past",
        "the edge.",
        "• one",
        "  ✓ done",
        "  ! late",
        "  ▶ now, with words that run past the",
        "    edge",
        "✗ not",
        "12. twelve",
        "  more of it",
        "",
        "│ Take care",
        "│ of this",
        "│ • in it",
        "",
        "    swift",
        "    let a = \"[[x]] **y**\"",
        String(repeating: "─", count: 39),
        "at the end",
      ])
  }

  @Test func ascii() {
    let shown = draw(note, unicode: false, styles: false).map(\.plain)
    #expect(shown.first == "# The Title")
    #expect(shown.contains("  x done"))
    #expect(shown.contains("  o late"))
    #expect(shown.contains("  > now, with words that run past the"))
    #expect(shown.contains("* one"))
    #expect(shown.contains("| Take care"))
    #expect(shown.allSatisfy { $0.utf8.allSatisfy { $0 < 0x80 } })
  }

  @Test(arguments: [20, 33, 80, 140])
  func nothingIsWiderThanTheTerminal(_ width: Int) {
    let wide =
      note + [
        line(30, .paragraph, String(repeating: "日本語のメモ", count: 30)),
        line(31, .paragraph, String(repeating: "x", count: 300)),
        line(32, .code(language: nil), String(repeating: "y 👍", count: 100)),
        line(33, .bullet, "deep " + String(repeating: "word ", count: 50), depth: 60),
        line(34, .quote, String(repeating: "q ", count: 100), depth: 9),
      ]
    for line in draw(wide, width: width) { #expect(line.width <= width, "\(line.plain)") }
  }

  /// By the page's rule.
  @Test(arguments: [
    ("[!TODO]", "Todo"), ("[!note]+ \tA *b* ", "A b"), ("[!a.b] c", "[!a.b] c"), ("[!]", "[!]"), ("[!", "[!"),
    ("[", "["),
  ])
  func calloutsHaveTitles(_ text: String, _ expected: String) {
    #expect(draw([line(1, .quote, text, depth: 1)]).map(\.plain) == ["│ " + expected])
  }

  @Test func tablesAreAligned() {
    let rows = ["| Name | n |", "|:--|--:|", "| [[a|Ä]] | 1 |", "| b \\| c |", "| d | 234 | lost |"]
    let shown = draw(rows.enumerated().map { line($0 + 1, .tableRow, $1) })
    #expect(
      shown.map(\.plain) == [
        "Name  │   n", "──────┼────", "Ä     │   1", "b | c │    ", "d     │ 234",
      ])
  }

  @Test func whatEndsOnAnotherLineIsStyledOnBoth() {
    let theme = Theme()
    let shown = draw([
      line(1, .task(status: " "), "see *a", depth: 1), line(2, .paragraph, "b* [c", depth: 1),
      line(3, .paragraph, "d](https://e.f) `g", depth: 1), line(4, .paragraph, "h`", depth: 1),
    ])
    #expect(shown.map(\.plain) == ["○ see a", "  b c", "  d g", "  h"])
    #expect(shown[0].spans.last == .init("a", Style(italic: true)))
    #expect(shown[1].spans.last == .init("c", theme[.link], link: "https://e.f"))
    #expect(shown[2].spans.contains(.init("d", theme[.link], link: "https://e.f")))
  }

  @Test func wideTablesAreWrappedInsideTheirColumns() {
    let rows = ["| a | b |", "|---|---|", "| \(String(repeating: "word ", count: 20)) | short |"]
    let shown = draw(rows.enumerated().map { line($0 + 1, .tableRow, $1) }, width: 30)
    #expect(shown.count > 5)
    #expect(shown.allSatisfy { $0.width <= 30 })
    #expect(shown.reduce(0) { $0 + $1.plain.split(separator: " ").count { $0 == "word" } } == 20)
    let many = "|" + String(repeating: " x |", count: 40)
    let delimiter = "|" + String(repeating: "---|", count: 40)
    let asWritten = draw([line(1, .tableRow, many), line(2, .tableRow, delimiter)], width: 30)
    #expect(asWritten.allSatisfy { $0.width <= 30 })
  }

  // MARK: Spans

  @Test func linesThatDrawAsNothingLeaveNoBlankLine() {
    let drawn = draw([
      line(1, .paragraph, "a"), line(2, .blank), line(3, .paragraph, "%% x %%"), line(4, .blank),
      line(5, .paragraph, "<!-- y -->"), line(6, .blank), line(7, .paragraph, "b"),
    ])
    #expect(drawn.map(\.plain) == ["a", "", "b"])
    let code = draw([
      line(1, .code(language: nil), "a"), line(2, .code(language: nil), ""), line(3, .code(language: nil), "b"),
    ])
    #expect(code.count >= 3)
  }

  private func spans(_ text: String) -> [StyledText.Span] {
    let definitions = LinkDefinition.table(of: [line(1, .linkDefinition, "[ref]: https://r.s")])
    return InlineStyler(theme: Theme(), definitions: definitions).styled(text).spans
  }

  @Test(arguments: [
    ("plain", "plain"), ("a *b* _c_ **d** __e__ ***f***", "a b c d e f"),
    ("snake_case_name 2*3*4", "snake_case_name 234"),
    ("a * b * c", "a * b * c"), ("\\*a\\* \\[[b]]", "*a* [[b]]"), ("`**x**` `` a`b ``", "**x** a`b"),
    ("[[a]] [[b|c]] ![[d#e]] [[]]", "a c d#e [[]]"),
    ("![[x.png|200]] ![[x.png|20x10]] ![[y.png|2 x]] [[z|5]]", "x.png x.png 2 x 5"),
    ("[t](u.md) [](v) [r][ref] [ref] [no]", "t v r ref [no]"),
    ("[a *b*](<c d>) ![alt](i.png)", "a b alt"), ("~~x~~ ==y== a == b", "x y a == b"),
    ("a %%hid *x*%% b %%", "a  b %%"),
    ("a <!-- c --> <b>x</b> <https://x.y>", "a  x https://x.y"), ("a<br>b <x-y z='1'>c</x-y>", "a b c"),
    ("**a *b** c*", "a b c"),
    ("#tag #1 a#b", "#tag #1 a#b"), ("a &amp; b &copy; &no; &#27; &#x41;", "a & b © &no; &#27; A"),
    ("[[Budget [2024] x]] [[a`b`c]]", "Budget [2024] x a`b`c"),
    ("unclosed `x **y [z](w", "unclosed `x **y [z](w"), ("", ""),
  ])
  func marksVanish(_ text: String, _ expected: String) {
    #expect(spans(text).reduce("") { $0 + $1.text } == expected)
  }

  @Test func spansHaveStylesAndLinks() {
    let theme = Theme()
    #expect(spans("a **b *c***").map(\.style).last?.bold == true)
    #expect(spans("**b**") == [.init("b", Style(bold: true))])
    #expect(spans("*b*") == [.init("b", Style(italic: true))])
    #expect(spans("`c`") == [.init("c", theme[.code])])
    #expect(spans("#t/x") == [.init("#t/x", theme[.tag])])
    for mark in ["”", "—", "…"] { #expect(spans("#t\(mark)") == [.init("#t", theme[.tag]), .init(mark)]) }
    #expect(spans("[x](https://a.b)") == [.init("x", theme[.link], link: "https://a.b")])
    #expect(spans("[x][Ref]") == [.init("x", theme[.link], link: "https://r.s")])
    #expect(spans("[x](n.md)") == [.init("x", theme[.link])])
    #expect(spans("[x](javascript:y)").allSatisfy { $0.link == nil })
    #expect(spans("see https://a.b/c.").map(\.link) == [nil, "https://a.b/c", nil])
  }

  @Test(arguments: [
    "*a ", "**a ", "[", "[a](", "[[", "`", "`` ` ", "~~a ", "==", "%%", "<a ", "<!--", "_a_ ", "![", "***a** ", "\\",
  ])
  func repetitionIsHarmless(_ piece: String) {
    let text = String(repeating: piece, count: 30_000)
    #expect(spans(text).reduce(0) { $0 + $1.text.utf8.count } <= text.utf8.count)
    let nested = "**" + text + "**"
    #expect(spans(nested).reduce(0) { $0 + $1.text.utf8.count } <= nested.utf8.count)
  }

  @Test func wrappingKeepsEveryWord() {
    let text =
      StyledText("  indented text with ") + StyledText("styled words", Style(bold: true)) + StyledText(" and 日本語 too")
    for width in 2...50 {
      let lines = text.wrapped(to: width)
      #expect(lines.allSatisfy { $0.width <= max(width, 2) })
      #expect(lines.map(\.plain).joined().filter { $0 != " " } == text.plain.filter { $0 != " " })
    }
  }
}
