import Testing
import VaultCore

@Suite struct TOMLFrontMatterTests {
  @Test func plainValuesAreRead() {
    let text = """
      +++
      # comment
      title = "A \\"b\\" \\u00e9" # c
      tags = [ "x", 'y', # z
        "w",
      ]
      date = 2026-01-03T10:00:00Z
      draft = false
      [extra]
      title = "not this"
      +++
      body
      """
    let found = frontMatter(text)
    #expect(found.format == .toml)
    #expect(found.properties.map(\.key) == ["title", "tags", "date"])
    #expect(found["title"]?.value == .text("A \"b\" é"))
    #expect(found["tags"]?.value == .list([.text("x"), .text("y"), .text("w")]))
    #expect(found["date"]?.value == .dateTime("2026-01-03T10:00:00Z"))
    #expect(found.properties.map(\.location.line) == [3, 4, 7])
    #expect(found.range.upperBound == text.utf8.count - 4)
    #expect(found.diagnostics.isEmpty)
  }

  @Test(arguments: [
    "title = 5", "title = \"\\u+041\"", "title = \"\"\"\ndate = 2026-01-03\n\"\"\"",
    "x = [\n\"a\", {b = 1},\ntitle = \"no\"\n]",
    "title.x = \"a\"", "title = \"open", "tags = [1, 2]", "title = \"a\" b", "[t]\ndate = 2026-01-03", "date = 2026",
    "title = '''\ntags = [\"x\"]'''",
  ])
  func othersArePassedOver(content: String) {
    let found = frontMatter("+++\n\(content)\n+++\n")
    #expect(found.format == .toml)
    #expect(found.properties.isEmpty)
  }

  @Test func crlfAndNoClosingFence() {
    #expect(frontMatter("+++\r\ndate = 2026-01-03\r\n+++\r\n")["date"]?.value.text == "2026-01-03")
    #expect(frontMatter("+++\ntitle = \"x\"\n").format == .none)
    #expect(frontMatter("+++\ntitle = \"x\"\n---\n").format == .none)
  }
}
