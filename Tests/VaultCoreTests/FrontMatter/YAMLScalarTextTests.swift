import Testing
import VaultCore

/// How texts are written: seen through whole blocks, since that is how they come about.
@Suite struct YAMLScalarTextTests {
  static func written(_ value: PropertyValue) -> String {
    let block = String(decoding: FrontMatterEditor.block([("k", value)]), as: UTF8.self)
    let value = block.dropFirst("---\nk:".count).dropLast("\n---\n".count)
    return String(value.first == " " ? value.dropFirst() : value)
  }

  @Test(arguments: [
    "word", "two words", "a, b", "it's", "say \"hi\"", "a:b", "http://x.y/z?q#f", "12 apples", "2026-01-01 Monday",
    "1.2.3", "v1", "-x", "café 😀", "a#b", "yes please", "0x", "a [b]", "x {y}", "Ünï", "=x", "2026-W03", "a!",
    "<b>", "(c)", "a/b-c_d", "1st", "e5", "+ one", "$5",
  ])
  func plainWhereThatIsSafe(text: String) {
    #expect(Self.written(.text(text)) == text)
  }

  @Test(arguments: [
    "", " x", "x ", "yes", "No", "ON", "off", "y", "N", "true", "False", "null", "NULL", "~", "=", "<<", "1", "-1",
    "1.5", "1e5", "1_000", "0777", "0o17", "0x1F", "0b101", "12:30", "1:30:05", "+12", ".5", ".inf", "-.INF", ".NaN",
    "2026-01-01", "2026-1-1", "2026-01-01T10:00", "2026-01-01 10:00:00", "a: b", "a #b", "a:", "- x", "-", "? x",
    ": x", "[[Note]]", "{{date}}", "#tag", "&a", "*a", "!a", "|", ">", "'a'", "\"a\"", "%a", "@a", "`a`", ",a",
    "---", "...", "--- a", "\ta", "a\tb", "\u{A0}a", "a\u{7}b", "a\rb", "a\u{2028}b", "a\n  \nb",
    "\n", "a\n\n", "a\r\nb", " a\nb", "\na",
  ])
  func quotedWhereItMustBe(text: String) {
    let written = Self.written(.text(text))
    #expect(written.first == "\"" && written.last == "\"" && !written.contains("\n"))
    let block = FrontMatterEditor.block([("k", .text(text))])
    #expect(frontMatter(block)["k"]?.value.text.map { Array($0.utf8) } == Array(text.utf8))
  }

  /// Readers differ on what begins a key between brackets.
  @Test(arguments: ["who? me", "Qui vient ?", "a?", "?x", ":a", ":😀", "a, b", "[x]"])
  func quotedInALine(text: String) {
    let written = Self.written(.list([.text(text), .text("plain")]))
    #expect(written == "[\"\(text)\", plain]" || written == "['\(text)', plain]")
    let block = FrontMatterEditor.block([("k", .list([.text(text)]))])
    #expect(frontMatter(block)["k"]?.value == .list([.text(text)]))
  }

  @Test(arguments: [
    ("a\nb", "|-\n  a\n  b"), ("a\nb\n", "|\n  a\n  b"), ("a\n\n b: c\n", "|\n  a\n\n   b: c"),
    ("# no\n---", "|-\n  # no\n  ---"),
  ])
  func severalLinesStandBelow(text: String, written: String) {
    #expect(Self.written(.text(text)) == written)
    #expect(frontMatter(FrontMatterEditor.block([("k", .text(text))]))["k"]?.value == .text(text))
  }

  @Test(arguments: [
    (["a, b", "c]", "d"], "[\"a, b\", \"c]\", d]"), (["2026", "x: y", "a\nb"], "[\"2026\", \"x: y\", \"a\\nb\"]"),
    ([], "[]"), (["", "?", "a{"], "[\"\", \"?\", \"a{\"]"),
  ])
  func insideBracketsMoreMustBeQuoted(texts: [String], written: String) {
    let list = PropertyValue.list(texts.map { .text($0) })
    #expect(Self.written(list) == written)
    #expect(frontMatter(FrontMatterEditor.block([("k", list)]))["k"]?.value == list)
  }

  @Test(arguments: ["yes", "a: b", "-", "12", "", "a\nb", "---", "<<x", "ключ", "a#b", "a #b"])
  func keysReadBack(key: String) {
    #expect(frontMatter(FrontMatterEditor.block([(key, .text("v"))])).properties.map(\.key) == [key])
  }
}
