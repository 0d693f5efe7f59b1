import Foundation
import Testing
import VaultInterface
import VaultTestSupport

@testable import VaultCore
@testable import VaultTerminal

/// The index, the page and the terminal see the same links, tags, code and cells in a text.
struct InlineAgreementTests {
  @Test(arguments: [
    "[[a]] [[b|c]] ![[d#e]] [[]] ![[x.png|200]] [[ | ]] [[[f]]]", "[[Budget [2024] x]] and ``[[a`b`c]]``", "[[a`b`c]]",
    "`a [[b` c]]", "`` a` [[b]] `` [[c]]", "\\[[a]] [\\[b]](c) \\`[[d]]\\`",
    "[see [[x]]](y) [![i](j.png)](https://k.l)",
    "[a](b \"c\") [d](<e f.md>) [g]() [](h.md) [i][j] [j] [k]\n\n[j]: l.md \"m\"", "[a [b](c) d](e)",
    "*[a*](b)* **c [d** e](f)",
    "<https://a.b> https://c.d/e_f_g. (https://h.i/(j)) ==https://k.l== https://m.n?o== <p@q.r> #https://s.t",
    "<b title=\"[[e]]\">f</b> <!-- [[g]] --> [[h]]",
    "#tag” #tag— #tag… #été #1 #a/b x#c (#d) #e, `#f`",
    "| [[N|b]] | c |\n|--|--|\n| `x\\|y` | [[M\\|n]] |\n| ` | ` | z |", "| a | b |\n|--|: |\n| c | d |",
    "a|b\n-|-\nc|d|e\nf",
    "text [[a]]\n| h | #t |\n|:-:|-|\n| `a | b` |", "> | a |\n> |---|\n> | [[x|y]] |",
    "- [ ] | a | b |\n  |---|---|\n  | c | d |",
    "one `code\nspan` and [a\nlink](b.md) and [[c]]", "> quoted `code\n> span` [a\n> link](b)",
    "- item [a\n  b](c) #d\n  #e",
    "> [!note] A [[t]] `c`\n> and [[u]]", "&#91;[a]] &lt;[[b]]&gt; [c &amp; d](e&amp;f) &copy; &nosuch;",
    "~~[[a]]~~ ==`b` #c==",
    "***[[a]]* b** _c [[d_e]] f_", "# H [[a]] `b` #c ##", "H [[a]]\n===", "[[a\nb]] [[c]]",
    "`unclosed [[a]] ``b` [[c]]",
    "![[]()![[a]]", "[[a]][[b]][[c|d]]#e", "\\# [[a]]\\|b", "[a]: <b c> 'd'\n[[e]] [a]",
    "    [[code]]\n\n```\n[[b]] `c` #d\n```\n\n[[e]]", "* * *\n[[a]]", "<div>\n[[a]]\n</div>\n\n[[b]]",
    "[[a]]\\\n[[b]]  \n`c`",
  ])
  func hardLinesAreSeenAlike(_ body: String) throws {
    var known: Set<[UInt8]> = []
    try check(Array(body.utf8), "a hard line", &known)
  }

  @Test(.enabled(if: Corpus.folder != nil), arguments: ["obsidian-hub", "obsidian-tasks-demo", "kepano-obsidian"])
  func corpusIsSeenAlike(_ vault: String) throws {
    let folder = try #require(Corpus.folder).appendingPathComponent(vault)
    var known: Set<[UInt8]> = []
    for path in try Corpus.notes(in: folder) {
      let note = try Corpus.read(path, in: folder)
      try check(Array(String(decoding: note.bytes, as: UTF8.self).utf8), path, &known)
    }
    #expect(!known.isEmpty)
  }

  @Test func sampleVaultIsSeenAlike() throws {
    var known: Set<[UInt8]> = []
    for note in try Corpus.sampleNotes() {
      try check(Array(String(decoding: note.bytes, as: UTF8.self).utf8), note.path, &known)
    }
  }

  /// A note with comments is taken line by line, without the lines that hold their marks: what a comment hides is in the
  /// index all the same, on purpose.
  private func check(_ note: [UInt8], _ name: String, _ known: inout Set<[UInt8]>) throws {
    let text = note.withUnsafeBufferPointer {
      String(decoding: $0[FrontMatterFence.find(in: $0).range.upperBound...], as: UTF8.self)
    }
    // The terminal draws these elements as it draws links and code, which they are not to the index.
    let body = Array(text.replacing(/<(\/?)(?:a|code|ins|kbd|samp|tt|u)(?=[\s>])/) { "<\($0.1)x" }.utf8)
    let mark = Array("%%".utf8)
    let parts = body.firstRange(of: mark) == nil ? [body[...]] : body.split(separator: 0x0A)
    for part in parts where part.firstRange(of: mark) == nil && known.insert(Array(part)).inserted {
      try checkBody(Array(part), name)
    }
  }

  private func checkBody(_ body: [UInt8], _ name: String) throws {
    let (index, html, terminal) = body.withUnsafeBufferPointer { (Seen(index: $0), Seen(html: $0), Seen(terminal: $0)) }
    let text = String(decoding: body.prefix(200), as: UTF8.self)
    #expect(index.links == html.links, "the page's links in \(name): \(text)")
    #expect(index.links == terminal.links, "the terminal's links in \(name): \(text)")
    #expect(index.code == html.code, "the page's code in \(name): \(text)")
    #expect(index.code == terminal.code, "the terminal's code in \(name): \(text)")
    #expect(index.tags == terminal.tags, "the terminal's tags in \(name): \(text)")
    #expect(index.cells == html.cells, "the page's cells in \(name): \(text)")
    #expect(index.cells == terminal.cells, "the terminal's cells in \(name): \(text)")
  }
}

/// What one consumer sees, as text without whitespace. Links and pieces of code that touch are one on a terminal, so all
/// of a kind are put together; what the page shows as plain text, its tags, is not looked at there.
private struct Seen {
  var links = ""
  var code = ""
  var tags = ""
  var cells: [[String]] = []

  private static func plain(_ text: some StringProtocol) -> String {
    let scalars = text.unicodeScalars.filter { !$0.properties.isWhitespace && $0 != "`" }
    // In a cell's code a bar is escaped.
    return String(String.UnicodeScalarView(scalars)).replacing("\\|", with: "|")
  }

  private static func withoutEmptyEnd(_ row: [String]) -> [String] {
    Array(row.reversed().drop { $0.isEmpty }.reversed())
  }

  // MARK: The index

  init(index bytes: UnsafeBufferPointer<UInt8>) {
    let document = MarkdownDocument(bytes, bodyStart: 0)
    let content = InlineContent(bytes, document: document)
    let definitions = document.definitionsByLabel
    var end = 0
    for (link, range) in zip(content.links, content.linkRanges).sorted(by: { $0.1.lowerBound < $1.1.lowerBound }) {
      // What stands in a link is its text.
      guard range.lowerBound >= end else { continue }
      end = range.upperBound
      let isWiki =
        bytes[range.lowerBound...].starts(with: "[[".utf8) || bytes[range.lowerBound...].starts(with: "![[".utf8)
      let isSize = link.kind == .embed && isWiki && LinkTarget.isSize(link.text.utf8)
      let shown = isSize || link.text == link.target ? link.target : link.text
      let isMarked = !isWiki && shown != link.target
      links += Self.plain(isMarked ? Self.text(shown, definitions) : shown)
    }
    for range in content.opaque where bytes[range.lowerBound] == 0x60 {
      // The markers of quotes are no code.
      code += Self.plain(bytes.text(range).replacing(/\n[> ]*/, with: ""))
    }
    tags = content.tagRanges.map { "#" + bytes.text($0) }.joined()
    for block in document.inlineBlocks {
      guard let first = block.tableLine else { continue }
      let columns = PipeTable.cells(bytes, document.lines[first].content).count
      for row in [first] + Array((first + 1...block.lastLine).dropFirst()) {
        cells.append(
          Self.withoutEmptyEnd(
            PipeTable.cells(bytes, document.lines[row].content).prefix(columns).map { cell in
              Self.plain(InlineTree(bytes, cell, definitions: definitions, isCell: true).plainText(bytes))
            }))
      }
    }
  }

  private static func text(_ source: String, _ definitions: [String: LinkDefinition]) -> String {
    Array(source.utf8).withUnsafeBufferPointer {
      let tree = InlineTree($0, 0..<$0.count, definitions: definitions)
      let text = tree.plainText($0)
      // A picture without a text is shown by its address.
      guard text.isEmpty, case .link(let destination, _) = tree.nodes.first?.kind else { return text }
      return String(decoding: destination.address, as: UTF8.self)
    }
  }

  // MARK: The page

  init(html bytes: UnsafeBufferPointer<UInt8>) {
    let html = HTMLRenderer.render(body: bytes)
    var linkText: String?
    var address = ""
    var cell: String?
    var (isCode, isBlock) = (false, false)
    for part in html.split(separator: "<", omittingEmptySubsequences: false).dropFirst() {
      let end = part.firstIndex(of: ">") ?? part.endIndex
      let tag = part[..<end]
      var text = Self.unescaped(part[end...].dropFirst())
      switch tag.prefix(while: { $0 != " " }) {
      case "a":
        linkText = ""
        address = Self.attribute("href", tag)
      case "img":
        let alt = Self.attribute("alt", tag)
        let shown = alt.isEmpty ? Self.attribute("src", tag).removingPercentEncoding ?? "" : alt
        if linkText == nil { links += Self.plain(shown) }
        text = shown + text
      case "/a":
        let shown = linkText ?? ""
        links += Self.plain(shown.isEmpty ? address.removingPercentEncoding ?? "" : shown)
        linkText = nil
      case "pre": isBlock = true
      case "/pre": isBlock = false
      case "code": isCode = !isBlock
      case "/code": isCode = false
      case "tr": cells.append([])
      case "th", "td": cell = ""
      case "/th", "/td":
        cells[cells.count - 1].append(Self.plain(cell ?? ""))
        cell = nil
      case "/tr": cells[cells.count - 1] = Self.withoutEmptyEnd(cells[cells.count - 1])
      default: break
      }
      if isCode { code += Self.plain(text) }
      linkText = linkText.map { $0 + text }
      cell = cell.map { $0 + text }
    }
  }

  private static func attribute(_ name: String, _ tag: Substring) -> String {
    guard let start = tag.range(of: " \(name)=\"")?.upperBound else { return "" }
    return unescaped(tag[start...].prefix { $0 != "\"" })
  }

  private static func unescaped(_ text: Substring) -> String {
    String(text).replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&quot;", with: "\"")
      .replacing("&amp;", with: "&")
  }

  // MARK: The terminal

  init(terminal bytes: UnsafeBufferPointer<UInt8>) {
    let theme = Theme()
    let glyphs = Glyphs(unicode: true)
    let document = MarkdownDocument(bytes, bodyStart: 0)
    let body = document.bodyLines(bytes).map { line in
      var line = line
      // The highest headings are underlined as links are, and blocks of code look like code.
      if case .heading = line.kind { line.kind = .heading(level: 3) }
      if case .code = line.kind { line.kind = .blank }
      return line
    }
    let lines = NoteRenderer(theme: theme, glyphs: glyphs, width: 1_000_000).lines(body)
    for span in lines.flatMap(\.spans) {
      if span.style.underline { links += Self.plain(span.text) }
      if span.style.foreground == theme[.code].foreground { code += Self.plain(span.text) }
      if span.style.foreground == theme[.tag].foreground { tags += span.text }
    }
    let drawing = TableDrawing(
      theme: theme, glyphs: glyphs, styler: InlineStyler(theme: theme, definitions: LinkDefinition.table(of: body)))
    for block in document.inlineBlocks {
      guard let first = block.tableLine else { continue }
      let rows = (first...block.lastLine).map { bytes.text(document.lines[$0].content) }
      let drawn = drawing.lines(rows, width: 1_000_000).map(\.plain)
      for row in [drawn[0]] + drawn.dropFirst(2) {
        cells.append(Self.withoutEmptyEnd(row.split(separator: "│", omittingEmptySubsequences: false).map(Self.plain)))
      }
    }
  }
}
