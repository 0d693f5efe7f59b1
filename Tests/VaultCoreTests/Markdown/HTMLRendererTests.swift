import Testing
import VaultCore

struct HTMLRendererTests {
  private func html(_ body: String, address: ((String) -> String?)? = nil) -> String {
    Array(body.utf8).withUnsafeBufferPointer { HTMLRenderer.render(body: $0, address: address) }
  }

  @Test(arguments: [
    ("", ""),
    ("a *b* **c** `d<e`\n", "<p>a <em>b</em> <strong>c</strong> <code>d&lt;e</code></p>\n"),
    ("one\ntwo  \nthree\n", "<p>one\ntwo<br>\nthree</p>\n"),
    ("- a\n- b\n  1. c\n", "<ul>\n<li>a</li>\n<li>b\n<ol>\n<li>c</li>\n</ol>\n</li>\n</ul>\n"),
    ("3. a\n\n4. b\n", "<ol start=\"3\">\n<li>\n<p>a</p>\n</li>\n<li>\n<p>b</p>\n</li>\n</ol>\n"),
    ("> a\n", "<blockquote>\n<p>a</p>\n</blockquote>\n"),
    ("---\n", "<hr>\n"),
    (
      "```swift x\nlet a = \"1\" & 2\n```\n",
      "<pre><code class=\"language-swift\">let a = &quot;1&quot; &amp; 2\n</code></pre>\n"
    ),
    ("[a](b.md \"t\")\n", "<p><a href=\"b.md\" title=\"t\">a</a></p>\n"),
    ("~~x~~ ==y==\n", "<p><del>x</del> <mark>y</mark></p>\n"),
    ("==**b** c== == d ==\n", "<p><mark><strong>b</strong> c</mark> == d ==</p>\n"),
    ("Title\n=====\n", "<h1 id=\"title\">Title</h1>\n"),
  ])
  func commonMark(_ body: String, _ expected: String) {
    #expect(html(body) == expected)
  }

  @Test(arguments: [
    ("[[Note]]\n", "<p><a class=\"wikilink\" href=\"Note\">Note</a></p>\n"),
    ("[[dir/A b|shown *x*]]\n", "<p><a class=\"wikilink\" href=\"dir/A%20b\">shown *x*</a></p>\n"),
    ("[[Note#One Two#Three!]]\n", "<p><a class=\"wikilink\" href=\"Note#three\">Note#One Two#Three!</a></p>\n"),
    ("[[#^a1]]\n", "<p><a class=\"wikilink\" href=\"#%5Ea1\">#^a1</a></p>\n"),
    ("![[a.png|200]]\n", "<p><a class=\"wikilink embed\" href=\"a.png\">a.png</a></p>\n"),
    ("![[a.png|2x]]\n", "<p><a class=\"wikilink embed\" href=\"a.png\">2x</a></p>\n"),
    ("\\[[x]] `[[y]]` [[]]\n", "<p>[[x]] <code>[[y]]</code> [[]]</p>\n"),
    ("    [[code]]\n", "<pre><code>[[code]]\n</code></pre>\n"),
    (
      "[[javascript:alert(1)]]\n",
      "<p><a class=\"wikilink\" href=\"javascript%3Aalert%281%29\">javascript:alert(1)</a></p>\n"
    ),
    ("[see [[x]]](y)\n", "<p><a href=\"y\">see x</a></p>\n"),
    ("[t](a[[b]]c)\n", "<p><a href=\"a%5B%5Bb%5D%5Dc\">t</a></p>\n"),
    ("# A [[x|y]] `z`\n", "<h1 id=\"a-y-z\">A <a class=\"wikilink\" href=\"x\">y</a> <code>z</code></h1>\n"),
  ])
  func wikilinks(_ body: String, _ expected: String) {
    #expect(html(body) == expected)
  }

  @Test func resolvedLinksKeepTheirAnchors() {
    let body = "# A & _B_\n[[O#Plan one]] [[O#A & _B_]] [[O#^x-1]] [[O#One#Two]] [[#A & _B_]] [[O]]\n"
    let shown = html(body) { _ in "O.md" }
    #expect(shown.contains("<h1 id=\"a--b\">"))
    for address in ["O.md#plan-one", "O.md#a--b", "O.md#%5Ex-1", "O.md#two", "#a--b", "O.md"] {
      #expect(shown.contains("href=\"\(address)\""), "\(address) in \(shown)")
    }
  }

  @Test(arguments: [
    ("[[Budget [2024] x]]\n", "<p><a class=\"wikilink\" href=\"Budget%20%5B2024%5D%20x\">Budget [2024] x</a></p>\n"),
    ("[[a`b`c]]\n", "<p><a class=\"wikilink\" href=\"a%60b%60c\">a`b`c</a></p>\n"),
    ("`a [[b` c]]\n", "<p><code>a [[b</code> c]]</p>\n"),
    ("[a]() b\n", "<p>[a]() b</p>\n"),
    ("==https://a.b==\n", "<p><mark><a class=\"external\" href=\"https://a.b\">https://a.b</a></mark></p>\n"),
    ("| a | b |\n|--|: |\n", "<p>| a | b |\n|--|: |</p>\n"),
    ("**a *b** c*\n", "<p><em><em>a <em>b</em></em> c</em></p>\n"),
    ("***a** b* foo_bar_ __c__\n", "<p><em><strong>a</strong> b</em> foo_bar_ <strong>c</strong></p>\n"),
    ("-\t\tcode\n", "<ul>\n<li>\n<pre><code>  code\n</code></pre>\n</li>\n</ul>\n"),
  ])
  func inlinesAreThoseOfTheIndex(_ body: String, _ expected: String) {
    #expect(html(body) == expected)
  }

  @Test func resolvedAddresses() {
    let shown = html("[[Note]] [[bad]] [[none]]\n") { ["Note": "/n/Note.md", "bad": "javascript:x"][$0] }
    #expect(shown.contains("href=\"/n/Note.md\""))
    #expect(shown.contains("href=\"bad\""))
    #expect(shown.contains("href=\"none\""))
  }

  @Test(arguments: [
    (
      "- [ ] a\n- [x] b\n- [/] *c*\n",
      """
      <ul>
      <li class="task" data-task=" "><input type="checkbox" disabled> a</li>
      <li class="task" data-task="x"><input type="checkbox" disabled checked> b</li>
      <li class="task" data-task="/"><input type="checkbox" disabled> <em>c</em></li>
      </ul>

      """
    ),
    ("1) [\"] q\n", "<ol>\n<li class=\"task\" data-task=\"&quot;\"><input type=\"checkbox\" disabled> q</li>\n</ol>\n"),
    (
      "> - [ ]\n",
      "<blockquote>\n<ul>\n<li class=\"task\" data-task=\" \"><input type=\"checkbox\" disabled> </li>\n</ul>\n</blockquote>\n"
    ),
    ("- [x](y)\n", "<ul>\n<li><a href=\"y\">x</a></li>\n</ul>\n"),
    ("```\n- [ ] no\n```\n", "<pre><code>- [ ] no\n</code></pre>\n"),
    ("[ ] no\n", "<p>[ ] no</p>\n"),
    (
      "para\n1. x\n2. [ ] y\n",
      "<p>para</p>\n<ol>\n<li>x</li>\n<li class=\"task\" data-task=\" \"><input type=\"checkbox\" disabled> y</li>\n</ol>\n"
    ),
  ])
  func tasks(_ body: String, _ expected: String) {
    #expect(html(body) == expected)
  }

  @Test(arguments: [
    (
      "| a | *b* |\n|:--|--:|\n| [[x|y]] | `1\\|2` |\n| only |\n",
      """
      <table>
      <thead>
      <tr><th align="left">a</th><th align="right"><em>b</em></th></tr>
      </thead>
      <tbody>
      <tr><td align="left"><a class="wikilink" href="x">y</a></td><td align="right"><code>1|2</code></td></tr>
      <tr><td align="left">only</td></tr>
      </tbody>
      </table>

      """
    ),
    ("text\na|b\n-|-\n", "<p>text</p>\n<table>\n<thead>\n<tr><th>a</th><th>b</th></tr>\n</thead>\n</table>\n"),
    ("a|b\n|-|\n", "<p>a|b\n|-|</p>\n"),
    (
      "> - | [r] |\n>   |---|\n>   | # x |\n\n[r]: /u\n",
      """
      <blockquote>
      <ul>
      <li>
      <table>
      <thead>
      <tr><th><a href="/u">r</a></th></tr>
      </thead>
      <tbody>
      <tr><td># x</td></tr>
      </tbody>
      </table>
      </li>
      </ul>
      </blockquote>

      """
    ),
    ("```\n| a |\n|---|\n```\n", "<pre><code>| a |\n|---|\n</code></pre>\n"),
  ])
  func tables(_ body: String, _ expected: String) {
    #expect(html(body) == expected)
  }

  @Test(arguments: [
    ("a %%hidden *x* [[y]]%% b\n", "<p>a  b</p>\n"),
    ("a\n\n%%\nsecret\n\n- x\n%%\n\nb\n", "<p>a</p>\n<p>b</p>\n"),
    ("`%%a%%` 100%% sure\n", "<p><code>%%a%%</code> 100%% sure</p>\n"),
    ("```\n%%\n```\nb\n", "<pre><code>%%\n</code></pre>\n<p>b</p>\n"),
    ("a <!-- c --> b\n", "<p>a  b</p>\n"),
  ])
  func comments(_ body: String, _ expected: String) {
    #expect(html(body) == expected)
  }

  @Test(arguments: [
    (
      "> [!Note] A *title*\n> body ==x==\n",
      "<div class=\"callout\" data-callout=\"note\">\n<p class=\"callout-title\">A <em>title</em></p>\n<p>body <mark>x</mark></p>\n</div>\n"
    ),
    (
      "> [!tip]-\n> body\n",
      "<div class=\"callout\" data-callout=\"tip\">\n<p class=\"callout-title\">Tip</p>\n<p>body</p>\n</div>\n"
    ),
    (
      "> [!a\"b] x\n", "<blockquote>\n<p>[!a&quot;b] x</p>\n</blockquote>\n"
    ),
    (
      "> [!x] ==a\n> b==\n",
      "<div class=\"callout\" data-callout=\"x\">\n<p class=\"callout-title\">==a</p>\n<p>b==</p>\n</div>\n"
    ),
  ])
  func callouts(_ body: String, _ expected: String) {
    #expect(html(body) == expected)
  }

  @Test func headingAnchorsAreUnique() {
    #expect(
      html("# Über uns: *wir*!\n## Über uns wir\n# !\n")
        == "<h1 id=\"über-uns-wir\">Über uns: <em>wir</em>!</h1>\n<h2 id=\"über-uns-wir-1\">Über uns wir</h2>\n"
        + "<h1 id=\"section\">!</h1>\n")
  }

  @Test func blockIDsBecomeAnchors() {
    #expect(html("A fact. ^f-1\n") == "<p>A fact.<span id=\"^f-1\"></span></p>\n")
  }

  @Test(arguments: [
    ("![alt](https://x.org/a.png)\n", "<p><a class=\"external image\" href=\"https://x.org/a.png\">alt</a></p>\n"),
    ("![alt](//x.org/a.png)\n", "<p><a class=\"external image\" href=\"//x.org/a.png\">alt</a></p>\n"),
    ("![alt](/\\x.org/a.png)\n", "<p><a class=\"external image\" href=\"/%5Cx.org/a.png\">alt</a></p>\n"),
    ("![a *b*](img/a%20b.png)\n", "<p><img src=\"img/a%20b.png\" alt=\"a b\"></p>\n"),
    ("![a](data:image/svg+xml;base64,AAAA)\n", "<p>a</p>\n"),
    ("[a](javascript:alert(1)) [b](JaVa&#x0A;script:x) [c](&#1;javascript:x)\n", "<p>a b c</p>\n"),
    ("<javascript:alert(1)>\n", "<p>javascript:alert(1)</p>\n"),
    ("[a](java%0Ascript:x)\n", "<p><a href=\"java%0Ascript:x\">a</a></p>\n"),
    ("<script>alert(1)</script>\n", "<!-- raw HTML omitted -->\n"),
    ("a <img src=x onerror=y> b\n", "<p>a <!-- raw HTML omitted --> b</p>\n"),
    ("[a](<x\" onclick=\"y>)\n", "<p><a href=\"x%22%20onclick=%22y\">a</a></p>\n"),
    (
      "see https://a.b/c?d=e&f. Or\n",
      "<p>see <a class=\"external\" href=\"https://a.b/c?d=e&amp;f\">https://a.b/c?d=e&amp;f</a>. Or</p>\n"
    ),
  ])
  func nothingRunsAndNothingIsLoaded(_ body: String, _ expected: String) {
    #expect(html(body) == expected)
  }

  /// U+FDD0 and U+FDD1, which no literal may hold.
  private static let marks = [0x90, 0x91].map { String(decoding: [0xEF, 0xB7, UInt8($0)], as: UTF8.self) }

  @Test func controlCharactersAreNoneAnyMore() {
    let html = html(
      "a\u{1B}[31m `\u{7}` \u{9B}1m\u{7F} é\u{C0} [[x\u{1B}|\u{8}]] [l](u \"\u{1B}\")\n\n```\u{1B}\n\u{85}\n```\n")
    #expect(html.unicodeScalars.allSatisfy { $0 == "\n" || $0.properties.generalCategory != .control }, "\(html)")
    #expect(html.hasPrefix("<p>a␛[31m <code>␇</code> \u{FFFD}1m␡ é\u{C0} "))
  }

  @Test func invalidBytesAreReplaced() {
    let bytes: [UInt8] = [0x61, 0xFF, 0xC3, 0x0A, 0x00, 0x62]
    let shown = bytes.withUnsafeBufferPointer { HTMLRenderer.render(body: $0) }
    #expect(shown == "<p>a\u{FFFD}\u{FFFD}\n\u{FFFD}b</p>\n")
  }

  @Test func pageEscapesItsTitle() {
    let page = Array("x".utf8).withUnsafeBufferPointer { HTMLRenderer.page(title: "</title><script>", body: $0) }
    #expect(page.contains("<title>&lt;/title&gt;&lt;script&gt;</title>"))
    #expect(page.contains("<p>x</p>\n</body>"))
    #expect(!page.contains("<script"))
  }

  @Test(arguments: [
    "![[]()", "![a [b](c) ", "- ", "> ", "[[", "==a ", "%%", "*a ", "| a ", "[!x](", "\\[", "1. ", "~~a== ",
  ])
  func repetitionIsHarmless(_ piece: String) throws {
    let once = String(repeating: piece, count: 20_000)
    try HTMLCheck.check(html(once))
    try HTMLCheck.check(html(String(repeating: piece + "\n", count: 3_000)))
  }

  /// Seeded pieces of Markdown and HTML strung together: whatever comes out has only our own tags and attributes, well
  /// nested, and no address that could run.
  @Test func anythingIsSafe() throws {
    let pieces = [
      "[[", "]]", "![[", "|", "#", "^", "a", "b c", "\n", "\n\n", "- ", "- [ ] ", "1. [x] ", "> ", "> [!note] ", "    ",
      "```\n",
      "`", "``", "*", "**", "_", "~~", "==", "%%", "\n%%\n", "|---|---|\n", "| a | b |\n", "\\", "\\|", "<", ">", "\"",
      "'", "&",
      "<script>", "</script>", "<img src=x onerror=alert(1)>", "<a href='javascript:x'>", "<!--", "-->", "<?", "?>",
      "<![CDATA[", "]]>", "[a](", "![a](", ")", "(", "javascript:", "JAVASCRIPT:", "java\tscript:", "data:text/html,",
      "vbscript:x",
      "&#106;avascript:", "https://", "http://x.y/z", "//evil.org", "[x]: ", "[x]", " onclick=", " ^id\n",
      "\" onload=\"",
      Self.marks[0], Self.marks[1], "0", "\u{0}", "\r", "\r\n", "\t", "é", "日", "\u{202E}", "===\n", "---\n", "# ",
      "<div>\n", "</div>",
      "\u{FEFF}", "<svg/onload=x>", "style=", "<style>", "{{", "](",
    ]
    var seed: UInt64 = 0x9E37_79B9_7F4A_7C15
    func random(_ bound: Int) -> Int {
      seed ^= seed << 13
      seed ^= seed >> 7
      seed ^= seed << 17
      return Int(seed % UInt64(bound))
    }
    for _ in 0..<5_000 {
      var body = ""
      for _ in 0..<(1 + random(40)) { body += pieces[random(pieces.count)] }
      let shown = html(body)
      do {
        try HTMLCheck.check(shown)
      } catch {
        Issue.record("\(error) for \(body.debugDescription) which gave \(shown)")
        return
      }
    }
  }
}

/// Reads HTML as a browser's tokenizer would, and throws at anything that the renderer has no business to write.
private enum HTMLCheck {
  struct Unsafe: Error, CustomStringConvertible {
    var description: String
  }

  static let attributes: [String: Set<String>] = [
    "p": ["class"], "div": ["class", "data-callout"], "a": ["class", "href", "title"], "img": ["src", "alt"],
    "li": ["class", "data-task"], "input": ["type", "disabled", "checked"], "code": ["class"], "ol": ["start"],
    "h1": ["id"], "h2": ["id"], "h3": ["id"], "h4": ["id"], "h5": ["id"], "h6": ["id"], "th": ["align"],
    "td": ["align"],
    "span": ["id"], "ul": [], "em": [], "strong": [], "mark": [], "del": [], "blockquote": [], "hr": [], "br": [],
    "pre": [], "table": [], "thead": [], "tbody": [], "tr": [],
  ]
  static let empty: Set<String> = ["img", "input", "hr", "br"]

  static func check(_ html: String) throws {
    let bytes = Array(html.utf8)
    var stack: [String] = []
    var i = 0
    while i < bytes.count {
      if bytes[i] == 0x3E { throw Unsafe(description: "a bare >") }
      guard bytes[i] == 0x3C else {
        i += 1
        continue
      }
      let omitted = Array("<!-- raw HTML omitted -->".utf8)
      if bytes[i...].starts(with: omitted) {
        i += omitted.count
        continue
      }
      guard let close = bytes[i...].firstIndex(of: 0x3E) else { throw Unsafe(description: "an open tag") }
      let tag = String(decoding: bytes[(i + 1)..<close], as: UTF8.self)
      i = close + 1
      if tag.hasPrefix("/") {
        guard stack.popLast() == String(tag.dropFirst()) else { throw Unsafe(description: "</\(tag)> does not nest") }
        continue
      }
      let name = String(tag.prefix { $0 != " " })
      guard let allowed = attributes[name] else { throw Unsafe(description: "<\(name)>") }
      if name == "a", stack.contains("a") { throw Unsafe(description: "a link in a link") }
      if !empty.contains(name) { stack.append(name) }
      try check(attributes: String(tag.dropFirst(name.count)), of: name, allowed)
    }
    guard stack.isEmpty else { throw Unsafe(description: "not closed: \(stack)") }
  }

  private static func check(attributes text: String, of name: String, _ allowed: Set<String>) throws {
    var rest = text[...]
    while !rest.isEmpty {
      guard rest.first == " " else { throw Unsafe(description: "attributes of <\(name)\(text)>") }
      rest = rest.dropFirst()
      let key = rest.prefix { $0 != "=" && $0 != " " }
      rest = rest.dropFirst(key.count)
      guard allowed.contains(String(key)) else { throw Unsafe(description: "attribute \(key) of <\(name)>") }
      guard rest.first == "=" else { continue }
      guard rest.dropFirst().first == "\"", let end = rest.dropFirst(2).firstIndex(of: "\"") else {
        throw Unsafe(description: "value of \(key)")
      }
      let value = rest.dropFirst(2)[..<end].lowercased()
      rest = rest[rest.index(after: end)...]
      if key == "href" || key == "src" {
        for scheme in ["javascript:", "data:", "vbscript:", "file:"] where value.hasPrefix(scheme) {
          throw Unsafe(description: "\(key)=\(value)")
        }
        if value.utf8.contains(where: { $0 <= 0x20 || $0 >= 0x7F }) { throw Unsafe(description: "\(key)=\(value)") }
      }
      let beforeColon = value.prefix { $0 != ":" }
      let hasScheme =
        beforeColon.count < value.count && beforeColon.utf8.allSatisfy { ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7A }
      if key == "src", hasScheme || value.hasPrefix("//") { throw Unsafe(description: "loads \(value)") }
    }
  }
}
