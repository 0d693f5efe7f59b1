import Testing
import VaultTestSupport

@testable import VaultCore

@Suite struct TitleHeadingTests {
  private func title(_ source: String) -> String { ReadNote(source).note.title }

  @Test(arguments: [
    "", "\n\n", "#tag\n\n", "#one #two/three\n#four\n", "_#tag_\n\n", "![[cover.png]]\n", "![x](cover.png) #tag\n\n",
    "---\n\n", "***\n", "%% note %%\n\n", "%%\nnote\n%%\n", "<!-- note -->\n", "<!--\nnote\n\n# no\n-->\n\n",
    "<!-- a --><!-- b -->\n\n", "---\nx: 1\n---\n\n#tag\n", "%% x\n\n# y\n%%\n",
  ])
  func whatSaysNothingMayComeFirst(_ before: String) {
    #expect(title(before + "# Head\n") == "Head", "\(before.debugDescription)")
    #expect(title(before.isEmpty ? "Head\n===\n" : before + "\nHead\n===\n") == "Head", "\(before.debugDescription)")
  }

  @Test(arguments: [
    "text\n", "#tag text\n", "[[link]]\n", "[x](y)\n", "[![x](y)](z)\n", "- item\n\n", "- [ ] task\n\n", "> quote\n\n",
    "`code`\n", "```\ncode\n```\n", "    code\n\n", "<div>\n</div>\n\n", "<!-- a --> <b>\n\n", "<!-- a --> x\n\n",
    "## Head\n", "#\n", "> # Quoted\n\n", "https://a.b\n", "| a |\n|---|\n\n", "!\n", "%% x %% y\n", "&amp;\n",
    "\\#a\n",
    "[x]: y\n\n",
  ])
  func whatIsReadMayNot(_ before: String) {
    #expect(title(before + "# Head\n") == "Note", "\(before.debugDescription)")
  }

  @Test(arguments: [
    ("An Introduction to [[Dataview]]", "An Introduction to Dataview"), ("A [[b|c]] d", "A c d"), ("[a](b.md)", "a"),
    ("**a** _b_ ~~c~~ ==d==", "a b c d"), ("`x` y", "x y"), ("A *b* [[c]] `d` #", "A b c d"), ("a \\* b", "a * b"),
    ("a &amp; b", "a & b"), ("a <b>c</b>", "a c"), ("a %%b%% c", "a  c"), ("a #tag", "a #tag"),
    ("snake_case_x", "snake_case_x"),
    ("[r]", "r"), ("<https://a.b>", "https://a.b"), ("C# and F#", "C# and F#"), ("a&#10;b", "a b"),
    ("<!-- a -->", "Note"),
    ("**a", "**a"), ("2 * 3 * 4", "2 * 3 * 4"),
  ])
  func marksAreLeftOut(_ heading: String, _ expected: String) {
    #expect(title("# \(heading)\n\n[r]: x.md\n") == expected)
    #expect(ReadNote("# \(heading)\n").note.headings.first?.text.isEmpty == false)
  }

  @Test func setextOverTwoLines() {
    #expect(title("An *old\nhead*\n===\n") == "An old head")
    #expect(title("text\n# Late\n") == "Note")
  }
}
