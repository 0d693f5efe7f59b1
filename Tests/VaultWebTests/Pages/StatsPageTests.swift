import Testing
import VaultCore

@testable import VaultWeb

@Suite(.serialized) struct StatsPageTests {
  @Test func figuresAreDrawnAndTold() async throws {
    let web = try WebUnderTest([
      "a.md": "---\ncreated: 2026-02-03\nupdated: 2026-03-01\ntags: [\"b&c\", work]\ncategory: idea\n---\none two\n",
      "b.md": "---\ncreated: 2026-03-02\nupdated: 2026-03-02\n---\n#work\n- [x] t ✅ 2026-03-10\n",
    ])
    let page = await web.page("/stats").text
    #expect(page.matches(of: /<svg class="drawing"/).count == 6)
    for label in ["Notes over time: 1 in Feb 2026, 2 in Mar 2026", "Tags: work 2", "Categories: "] {
      #expect(page.contains("aria-label=\"\(label)"), "\(label)")
    }
    for row in [
      "<tr><th scope=\"row\">March 2026</th><td>2</td>",
      "<tr><th scope=\"row\">2026-03-10</th><td>0</td><td>1</td></tr>",
      "<tr><th scope=\"row\">2026-03-01</th><td>1</td><td>0</td></tr>",
      "<tr><th scope=\"row\">work</th><td>2</td></tr>",
    ] {
      #expect(page.contains(row), "\(row)")
    }
    #expect(!page.contains("style="))
  }

  @Test func anEmptyVaultHasFigures() async throws {
    let web = try WebUnderTest(["a.txt": "x\n"])
    let page = await web.page("/stats")
    #expect(page.status == 200 && page.text.contains("Nothing yet"))
  }
}
