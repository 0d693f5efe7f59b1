import Testing
import VaultCore

@testable import VaultWeb

@Suite(.serialized) struct GraphPageTests {
  @Test func theNotesAroundOne() async throws {
    let web = try WebUnderTest([
      "Home.md": "[[Sub/One]] [[Two]]\n", "Sub/One.md": "[[Far]]\n", "Two.md": "x\n", "Far.md": "[[Farther]]\n",
      "Farther.md": "x\n", "Alone.md": "x\n",
    ])
    let page = await web.page("/graph?note=Home.md").text
    #expect(page.contains("<h1>Around <a href=\"/note/Home.md\">Home</a></h1>"))
    #expect(page.contains("<span class=\"count\">4 notes, 3 links</span>"))
    #expect(page.contains("role=\"group\" aria-label=\"The notes around Home: 4 notes, 3 links\""))
    for path in ["Home.md", "Sub/One.md", "Two.md", "Far.md"] {
      // In the drawing, and as text.
      #expect(page.contains("<a href=\"/note/\(path)\"><rect class=\"target\""), "\(path)")
      #expect(page.matches(of: try Regex("href=\"/note/\(path)\"")).count >= 2, "\(path)")
    }
    #expect(!page.contains("Farther") && !page.contains("Alone"))
    #expect(page.contains("One step away <span class=\"count\">2</span>"))
    #expect(page.contains("<a href=\"/graph?note=Home.md&amp;steps=2\" aria-current=\"true\">2 steps</a>"))
    #expect(await web.page("/graph?note=Home.md&steps=3").text.contains("Farther"))
    #expect(await !web.page("/graph?note=Home.md&steps=1").text.contains("Far.md"))
    #expect(await web.page("/note/Home.md").text.contains("href=\"/graph?note=Home.md\""))
  }

  @Test func theWholeVault() async throws {
    let web = try WebUnderTest()
    let page = await web.page("/graph").text
    #expect(page.contains("<h1>Graph</h1>") && page.contains("<svg class=\"drawing\""))
    #expect(page.contains("aria-label=\"All notes: "))
    #expect(page.contains("<a href=\"/graph\" aria-current=\"page\">"))
  }

  @Test func targetsAreLargeEnough() async throws {
    let web = try WebUnderTest()
    let page = await web.page("/graph").text
    let targets = page.matches(of: /class="target" x="[0-9.]+" y="([0-9.]+)" width="([0-9.]+)" height="([0-9.]+)"/)
    #expect(targets.count > 20)
    for target in targets {
      #expect((Double(target.2) ?? 0) >= 24 && (Double(target.3) ?? 0) >= 24)
    }
  }

  @Test func withoutLinksItSaysHowToMakeOne() async throws {
    let web = try WebUnderTest(["a.md": "x\n", "b.md": "x\n"])
    for target in ["/graph", "/graph?note=a.md"] {
      let page = await web.page(target).text
      #expect(page.contains("[[Name]]") && !page.contains("<svg"), "\(target)")
    }
    #expect(await web.page("/graph?note=c.md").status == 404)
    #expect(await web.page("/graph?note=../c.md").status == 404)
    #expect(await web.page("/graph?steps=9").status == 404)
  }

  /// Signs stand for control characters, in the drawing and in the list.
  @Test func controlCharactersAreShown() async throws {
    let web = try WebUnderTest([
      "a.md": "---\ntitle: \"x\\e\\x7f\\x85\\u202E<b>y\"\n---\n[[b]]\n", "b.md": "x\n",
    ])
    let page = await web.page("/graph?note=a.md").text
    #expect(page.contains("x␛␡"))
    #expect(!page.utf8.contains(0x1B) && !page.utf8.contains(0x7F) && !page.unicodeScalars.contains("\u{85}"))
    #expect(!page.contains("<b>"))
  }
}
