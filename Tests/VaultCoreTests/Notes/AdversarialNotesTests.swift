import Foundation
import Testing
import VaultTestSupport

@testable import VaultCore

/// Large notes made to take long: each is read in time that grows with its length, or this suite does not end.
/// `VAULT_SOAK=1` makes them 500 KB.
@Suite struct AdversarialNotesTests {
  private static let isLong = ProcessInfo.processInfo.environment["VAULT_SOAK"] != nil
  private static let size = isLong ? 500_000 : 40_000

  private static func repeated(_ piece: String, _ end: String = "") -> [UInt8] {
    let piece = Array(piece.utf8)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(size + piece.count)
    while bytes.count < size { bytes += piece }
    return bytes + Array(end.utf8)
  }

  private static let pieces = [
    "![[](", "[[[[", "((((", "> ", "- ", "<a ", "*_", "%%", "[a](b", "[a](b ", "[", "![", "]", "[]", "[[a]]", "[[a",
    "[[a|", "#a ", "#",
    "<!--", "<?", "<!A", "<![CDATA[", "<a b='", "&", "&a", "\\", "`a", "[a]: ", "[a]:b\n", "[a]: b\n\"", "- [ ] ",
    "- [ ] a\n", "- \n",
    "-\n", "1. ", "> - ", "> > a\n", "\n", "\r", "\t", "\0", "|", "|-", "a|b\n-|-\n", "# ", "# a\n", "a\n=\n", "---\n",
    "```\n", "~~~\n\n",
    "[x](", "[a][", "[a][b]", "http://", "https://a.b ", "[https://a.b](c)", "<https://a", "<a@", "(", "[a](((((",
    "[a](<", "[a](b '",
    "![a](b)", "^a\n", " ^a\n", "<div>\n", "</", "<a>", "漢", "🎉", "é", "e\u{301}", "aB", "_a", "📅 2026-01-01 ",
    "[due:: ", "[k:: v] ", "🔁 ",
    "🔁 every ", "⛔ a,", "due:", "(A) ", "@a ", "\u{200B}- [ ] a\n", "* * ", "- - a\n", "    - [ ] a\n", "  - a\n",
    "%%\n", "%% a\n", "a %%\n",
  ]

  @Test(arguments: pieces) func repetition(_ piece: String) {
    check(Self.repeated(piece))
    check(Array("- [ ] ".utf8) + Self.repeated(piece))
  }

  @Test(arguments: ["> ", "- ", "1. ", "  ", "> > > "]) func underAPrefix(_ prefix: String) {
    for piece in ["![[](", "[a](b) ", "#a ", "`", "a\n", "[a]: b\n", "- [ ] x\n"] {
      check(Self.repeated(prefix + piece))
    }
  }

  @Test func backticksOfGrowingLength() {
    var bytes: [UInt8] = []
    var length = 1
    while bytes.count < Self.size {
      bytes += [UInt8](repeating: 0x60, count: length) + [0x61]
      length += 1
    }
    check(bytes)
  }

  @Test func nestingByIndentation() {
    var text = ""
    for depth in 0..<(Self.isLong ? 700 : 280) { text += String(repeating: "  ", count: depth) + "- [ ] a\n" }
    check(Array((text + String(repeating: "lazy\n", count: Self.size / 16)).utf8))
    var numbered = ""
    for depth in 0..<200 { numbered += String(repeating: "   ", count: depth) + "1. a\n" }
    check(Array(numbered.utf8))
  }

  /// Each line may nest a hundred lists more, and an empty line goes through all of them.
  @Test func nestingByMarkersAndIndentation() {
    var text = ""
    var depth = 0
    while text.utf8.count < Self.size / 2 {
      text += String(repeating: "\t", count: 50 * depth) + String(repeating: "- ", count: 100) + "a\n"
      depth += 1
    }
    check(Array((text + String(repeating: "\n", count: Self.size / 2)).utf8))
    let line = "\u{FEFF}" + String(repeating: "- ", count: Self.size / 4) + "a\n"
    check(Array((line + String(repeating: "\n", count: Self.size / 2)).utf8))
  }

  @Test func imagesAtTheBeginningsOfLines() {
    for line in ["<![\n", "*<![\n", "![\n"] {
      let lines = String(repeating: line, count: Self.size / 2 / line.utf8.count)
      check(Array(("a\n" + lines + String(repeating: "[](u)", count: Self.size / 10)).utf8))
    }
  }

  @Test func deepQuotesWithLazyLines() {
    let quote = String(repeating: "> ", count: 100)
    check(Array((quote + "a\n" + String(repeating: ">a\n", count: Self.size / 5)).utf8))
    check(Array(String(repeating: quote + "a\n", count: Self.size / 200).utf8))
  }

  @Test func oneLine() {
    for piece in ["a", "a ", "a#b ", "日本", "word wordAnd_more "] {
      check(Array(String(repeating: piece, count: 2 * Self.size / piece.utf8.count).utf8))
    }
  }

  @Test func items() {
    check(Array(String(repeating: "-\n", count: Self.size / 5).utf8))
    check(Array(String(repeating: "- [ ]\n", count: Self.size / 5).utf8))
    check(
      Array((String(repeating: "![", count: Self.size / 5) + String(repeating: "[a](b)", count: Self.size / 10)).utf8))
    check(
      Array((String(repeating: "[", count: Self.size / 5) + String(repeating: "[a](b)]", count: Self.size / 10)).utf8))
    check(Array(((0..<Self.size / 8).map { "#t\($0)" }.joined(separator: " ")).utf8))
    check(Array(("- [ ] " + (0..<Self.size / 8).map { "#t\($0)" }.joined(separator: " ")).utf8))
    check(Array(("[a]: b\n\n" + String(repeating: "[a]", count: Self.size / 10)).utf8))
    check(
      Array(
        ("[a]: b\n\n" + String(repeating: "[", count: Self.size / 2) + String(repeating: "]", count: Self.size / 2))
          .utf8))
    check(Array((0..<Self.size / 12).map { "[a\($0)]: b\($0)\n" }.joined().utf8))
  }

  @Test func largeFrontMatter() {
    for piece in ["a: 1\n", "- a\n", "a: \"[[b]]\"\n", "[", "{", "&a [*a, ", "a:\n ", "? ", "| \n", "- - "] {
      check(Array("---\n".utf8) + Self.repeated(piece) + Array("\n---\n# a\n".utf8))
    }
    check(Array(("---\nk:\n" + String(repeating: "- \"[[\\x41]]\"\n", count: 4_000) + "---\n").utf8))
  }

  @Test func manyMatchesOnALine() {
    let bytes = Array(String(repeating: "foo fooBar ", count: 60_000).utf8)
    var scanner = WordScanner()
    let patterns = ["foo", "bar"].compactMap { WordPattern(Query.TextMatch($0), field: nil, scanner: &scanner) }
    var matcher = LineMatcher(targets: patterns.map { LineTarget(.words($0)) })
    let found = bytes.withUnsafeBufferPointer { matcher.matches(in: $0, document: MarkdownDocument($0), limit: 1) }
    #expect(found.first?.ranges.count == 120_000)
  }

  private func check(_ bytes: [UInt8]) {
    var parser = NoteParser()
    let violations = bytes.withUnsafeBufferPointer { NoteInvariants.violations(of: $0, parser: &parser) }
    #expect(violations.isEmpty, "\(violations.prefix(3))")
  }
}
