import Testing
import VaultCore
import VaultTestSupport

@testable import VaultWeb

/// Whatever stands in a vault, no page has an element or an attribute of it.
@Suite(.serialized) struct HostileTextTests {
  private static let vectors = [
    "<script>alert(1)</script>", "\"><script>alert(1)</script>", "'><img src=x onerror=alert(1)>",
    "<svg/onload=alert(1)>",
    "javascript:alert(1)", "[x](javascript:alert(1))", "[x](JaVaScRiPt:alert(1))", "[x](\tjavascript:alert(1))",
    "[x](data:text/html,<script>alert(1)</script>)", "![x](javascript:alert(1))", "![[\"onerror=alert(1) x=\"]]",
    "[[x|<img src=x onerror=alert(1)>]]", "<javascript:alert(1)>", "<a href=javascript:alert(1)>x</a>",
    "<iframe srcdoc='<script>alert(1)</script>'>", "<math><mi//xlink:href=\"data:x,<script>alert(1)</script>\">",
    "- [ ] <b onclick=alert(1)>task</b> 📅 2026-03-01", "# <style>*{display:none}</style>",
    "`<script>alert(1)</script>`",
    "```<script>\n<script>alert(1)</script>\n```", "> [!<script>alert(1)</script>] <script>alert(1)</script>",
    "| <script> | b |\n|---|---|\n| <img onerror=alert(1)> | x |", "[^<script>]: x",
    "<!-- --><script>alert(1)</script>",
    "&lt;script&gt;", "%3Cscript%3E", "\u{202E}<script>", "\u{0}<scr\u{0}ipt>", "<scr<script>ipt>", "#tag<script>",
    "![[a.md#\"><script>]]", "[x](\"onmouseover=alert(1) )", "[x](x \"\"onmouseover=alert(1)\")",
    "<x\u{2028}onclick=alert(1)>",
  ]

  @Test func noElementAndNoHandler() async throws {
    let web = try WebUnderTest(["a.md": "alpha\n"])
    for (number, vector) in Self.vectors.enumerated() {
      let name = vector.replacing("/", with: "_").replacing("\u{0}", with: "_").replacing("\n", with: " ").prefix(60)
      let yaml = vector.replacing("\\", with: "").replacing("\"", with: "\\\"").replacing("\n", with: " ")
        .replacing("\u{0}", with: "").replacing("\t", with: " ")
      try web.folder.write(
        """
        ---
        title: "\(yaml)"
        tags: ["\(yaml)"]
        category: "\(yaml)"
        source: "\(yaml)"
        summary: "\(yaml)"
        "\(yaml)": "\(yaml)"
        ---
        \(vector)

        word \(vector) word [[\(number)]]
        """, to: "vault/\(number) \(name).md")
    }
    var targets = [
      "/", "/tasks", "/agenda", "/tags", "/folder", "/doctor", "/history", "/trash", "/stats", "/select",
      "/select?q=%22%3E%3Cscript%3E", "/select?folder=%22%3E%3Cscript%3E", "/graph",
      "/graph?note=1%20%22%3E%3Cscript%3Ealert(1)%3C_script%3E.md", "/search?q=word",
      "/search?q=%3Cscript%3E", "/search?q=%22%3E%3Cscript%3E", "/?q=%3Cscript%3E", "/nothing/%3Cscript%3E",
      "/note/%3Cscript%3E.md", "/tag/%3Cscript%3E", "/tasks?q=%22%3E%3Cscript%3E",
    ]
    targets += (await web.page("/?limit=200").text).matches(of: /class="title" href="([^"]*)"/).map { String($0.1) }
    targets += (await web.page("/tags").text).matches(of: /href="(\/tag\/[^"]*)"/).map { String($0.1) }
    #expect(targets.count > Self.vectors.count)
    for target in targets {
      let text = await web.page(target.replacing("&amp;", with: "&")).text
      Self.expectOwnMarkup(text, target)
    }
  }

  /// Every element and attribute must be one that pages are made of, and no address may run code.
  static func expectOwnMarkup(_ page: String, _ target: String) {
    let bytes = Array(page.utf8)
    var place = 0
    while let start = bytes[place...].firstIndex(of: UInt8(ascii: "<")) {
      // An attribute's value is in double quotes and holds neither `<` nor `>`.
      guard let end = bytes[start...].firstIndex(of: UInt8(ascii: ">")) else {
        Issue.record("\(target): an open tag at \(start)")
        return
      }
      let tag = String(decoding: bytes[start...end], as: UTF8.self)
      place = end + 1
      if tag == "<!doctype html>" || tag == "<!-- raw HTML omitted -->" { continue }
      guard let match = tag.wholeMatch(of: /<\/?([a-z0-9]+)((?: [a-zA-Z0-9-]+(?:="[^"<>]*")?)*) ?\/?>/) else {
        Issue.record("\(target): \(tag)")
        continue
      }
      #expect(elements.contains(String(match.1)), "\(target): \(tag)")
      #expect(match.1 != "script" || tag == "</script>" || tag.contains("src=\"/assets/"), "\(target): \(tag)")
      for attribute in match.2.matches(of: #/ ([a-zA-Z0-9-]+)(?:="([^"<>]*)")?/#) {
        #expect(!attribute.1.hasPrefix("on") && attribute.1 != "style", "\(target): \(tag)")
        guard ["href", "src", "action"].contains(attribute.1), let value = attribute.2 else { continue }
        #expect(
          value.wholeMatch(of: /(\/|#|https?:|mailto:|[A-Za-z0-9%._~!$()*+,;=@?&-]+(\/|#|\?|$)).*/) != nil
            && !value.lowercased().hasPrefix("javascript") && !value.lowercased().hasPrefix("data"), "\(target): \(tag)"
        )
      }
    }
  }

  private static let elements: Set<String> = [
    "html", "head", "meta", "title", "link", "script", "body", "a", "header", "form", "input", "details", "summary",
    "nav",
    "div", "main", "ul", "ol", "li", "span", "h1", "h2", "h3", "h4", "h5", "h6", "p", "time", "section", "article",
    "aside",
    "dl", "dt", "dd", "code", "pre", "mark", "u", "button", "label", "small", "select", "option", "table", "thead",
    "tbody",
    "tr", "th", "td", "em", "strong", "del", "br", "hr", "blockquote", "img", "figure", "figcaption", "dialog", "kbd",
    "textarea", "fieldset", "legend", "datalist", "svg", "g", "rect", "circle", "path", "text", "tfoot", "caption",
    "ins",
  ]

  /// An address of the server does things, also when a picture is asked for there.
  @Test func onlyPicturesOfTheVaultAreAskedFor() async throws {
    let web = try WebUnderTest([
      "a.md":
        "![one](/login?key=1) ![](/history) ![two](//example.org/x.png) ![three](pic.png) ![[gone.png]] ![four](b.md)\n",
      "b.md": "beta\n",
      "pic.png": "\u{0}PNG",
    ])
    let page = await web.page("/note/a.md").text
    let sources = page.matches(of: /<img[^>]*src="([^"]*)"/).map { String($0.1) }
    #expect(sources == ["/file/pic.png"])
    #expect(page.contains("<span class=\"missing image\">one</span>"))
    #expect(page.contains(">four</a>"))
  }
}
