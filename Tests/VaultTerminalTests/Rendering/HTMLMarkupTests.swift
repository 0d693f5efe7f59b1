import Testing
import VaultCore
import VaultInterface

@testable import VaultTerminal

@Suite struct HTMLMarkupTests {
  private let theme = Theme()

  private func spans(_ text: String) -> [StyledText.Span] {
    InlineStyler(theme: theme, definitions: [:], breaksLines: true).styled(text).spans
  }

  private func lines(_ block: String...) -> [String] { HTMLMarkup.lines(of: block, theme: theme).map(\.plain) }

  // MARK: In text

  @Test func tagsAreDrawn() {
    #expect(spans("<b>x</b>y") == [.init("x", Style(bold: true)), .init("y")])
    #expect(spans("<STRONG>x</STRONG>") == [.init("x", Style(bold: true))])
    #expect(spans("<em>a <b>b</b></em>").last == .init("b", Style(bold: true, italic: true)))
    #expect(spans("press <kbd>Ctrl</kbd>").last == .init("Ctrl", theme[.code]))
    #expect(spans("<u>a</u> <s>b</s>").map(\.style) == [Style(underline: true), .plain, Style(strikethrough: true)])
    #expect(spans("<mark>*a*</mark>") == [.init("a", theme[.match].with(Style(italic: true)))])
    #expect(
      spans("<a href=\"https://a.b/?x&amp;y\">c</a>d")
        == [.init("c", theme[.link], link: "https://a.b/?x&y"), .init("d")])
    #expect(spans("<img src=x.png alt='a &lt; b'>") == [.init("a < b")])
  }

  @Test func othersAreDropped() {
    #expect(spans("<span class=\"x\">a</span><sup>b</sup>") == [.init("ab")])
    #expect(spans("</b>a<b>b") == [.init("a"), .init("b", Style(bold: true))])
    #expect(spans("<a href='javascript:x'>a</a>").map(\.link) == [nil])
    #expect(spans("a <!-- b --> c") == [.init("a  c")])
    #expect(spans("<img src=x.png>").isEmpty)
  }

  @Test func breaksEndLines() {
    #expect(spans("a<br>b<br/>c<BR />d") == [.init("a\nb\nc\nd")])
    let rows = ["| a | b |", "|---|---|", "| x<br>y | z |"]
    let table = TableDrawing(
      theme: theme, glyphs: Glyphs(unicode: true),
      styler: InlineStyler(theme: theme, definitions: [:], breaksLines: true))
    #expect(table.lines(rows, width: 40).map(\.plain) == ["a │ b", "──┼──", "x │ z", "y │ "])
  }

  // MARK: Blocks

  @Test func blocksAreTheirText() {
    #expect(lines("<div align=\"center\">", "  <h1>A &amp; B</h1>", "</div>") == ["A & B"])
    #expect(lines("<!-- a", "b --> c", "<!-- d") == ["c"])
    #expect(lines("<script>", "if (a < b) x()", "</SCRIPT> y", "<style>p > q {}</style>") == ["y"])
    #expect(lines("<p>one<br>two", "three</p>") == ["one", "two", "three"])
    #expect(lines("a < b > c", "<3 &#27; &nope;", "x <") == ["a < b > c", "<3 &#27; &nope;", "x <"])
    #expect(lines("<td><b>x</b></td>") == ["x"])
    #expect(lines("").isEmpty)
  }

  /// In time that grows with the text.
  @Test(arguments: ["<b>", "<!--", "<a href=\"", "<script>", "<", "&", "<img alt='", "</b", "<b ", "-->"])
  func repetitionIsHarmless(_ piece: String) {
    let text = String(repeating: piece, count: 60_000)
    #expect(lines(text).reduce(0) { $0 + $1.utf8.count } <= text.utf8.count)
    #expect(lines(text + ">").reduce(0) { $0 + $1.utf8.count } <= text.utf8.count + 1)
    #expect(spans(text + "<b>x</b>").reduce(0) { $0 + $1.text.utf8.count } <= text.utf8.count + 8)
  }

  // MARK: Addresses

  @Test(arguments: [
    ("[x](https://a.b) c", "x (https://a.b) c"), ("[*x* y](n.md)", "x y (n.md)"), ("[[N|a]] [[N]]", "a (N) N"),
    ("[](v)", "v"), ("[https://a.b](https://a.b)", "https://a.b"), ("<https://a.b>", "https://a.b"),
    ("[![i](p.png)](https://a.b)", "i (p.png) (https://a.b)"), ("[x](u", "[x](u"),
  ])
  func addressesStandBehindTheText(_ text: String, _ expected: String) {
    let styler = InlineStyler(theme: theme, definitions: [:], showsAddresses: true)
    #expect(styler.styled(text).plain == expected)
  }

  @Test func linksIntoTheVaultAreOpenedByAClick() {
    let addresses = ["N#h": "file:///v/N.md", "b%20c.md": "file:///v/b%20c.md"]
    let styler = InlineStyler(theme: theme, definitions: [:], addresses: addresses)
    #expect(
      styler.styled("[[N#h|a]] [x](b%20c.md) [[M]]").spans.map(\.link)
        == ["file:///v/N.md", nil, "file:///v/b%20c.md", nil, nil])
  }
}
