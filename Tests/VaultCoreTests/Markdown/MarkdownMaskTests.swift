import Foundation
import Testing
import VaultTestSupport

@testable import VaultCore

/// Bodies that would nest more deeply than the parser bears.
@Suite("Masking of markers") struct MarkdownMaskTests {
  private static let long = String(repeating: "word ", count: 1_700) + "\n"

  /// Nothing is behind a file's last byte.
  @Test(arguments: [
    long + String(repeating: ".", count: 101), long + "3." + String(repeating: "1415926535", count: 30),
    String(repeating: "+", count: 8_001), String(repeating: ">", count: 8_001), String(repeating: "- ", count: 5_000),
    long + String(repeating: "1)", count: 200), long + String(repeating: "> ", count: 200) + "-",
  ])
  func endsWithAMarker(_ text: String) {
    let read = ReadNote(bytes: Array(text.utf8), path: "a.md")
    #expect(read.lines.map(\.text).joined().utf8.count <= text.utf8.count)
    #expect(read.lines.last?.range.upperBound == text.utf8.count)
  }

  // MARK: The same blocks

  private static func blocks(of text: String, isMasked: Bool) -> String {
    Array(text.utf8).withUnsafeBufferPointer { bytes in
      #expect((MarkdownMask.masked(bytes) != nil) == isMasked)
      let blocks = MarkdownBlocks(bytes, lines: LineTable(bytes, from: 0))
      return "\(blocks.leaves) \(blocks.containers) \(blocks.lists)"
    }
  }

  /// Compares the blocks of a text behind, or before, a line that has more marks than may stay with those by a line without.
  private static func keepsBlocks(_ text: String, isBefore: Bool = false) -> Bool {
    func blocks(_ mark: String) -> String {
      let line = String(repeating: "x", count: 4_000) + String(repeating: mark, count: 4_001)
      return Self.blocks(of: isBefore ? text + "\n\n" + line : line + "\n\n" + text, isMasked: mark == "*")
    }
    return blocks("*") == blocks("x")
  }

  @Test(arguments: [
    "<a b<c>", "<a b*>", "<a_>", "<script_>", "<![CDATA[\n[[>\nOne.", "<![CDATA[\n[]>\nOne.", "[a]: <b<c>",
    "[a]:\n<b<c>",
    "[a]: <", "[a]_ b", "[a[b]: c", "<\n<!-- One.", "<?a\n<?>\nOne.", "<!A\n![>\nOne.", "* * *", "_ _ _",
    "> <!-- a\n> b",
    "```a_b\n* c", "<pre>\n</script>\nOne.",
  ])
  func keepsTheBlocks(_ text: String) {
    #expect(Self.keepsBlocks(text))
  }

  @Test(arguments: ["***", "* a", "<!-- a\n\nb -->", "<![cdata[ a\n\nb ]]>"]) func passesOverAByteOrderMark(
    _ text: String
  ) {
    #expect(Self.keepsBlocks("\u{FEFF}" + text, isBefore: true))
  }

  /// What nests nothing may be as long as it is.
  @Test(arguments: [
    "<!--\n" + String(repeating: "-", count: 120) + ">\n\nOne.\n",
    "<!A\n" + String(repeating: ".", count: 100) + ">\n\nOne.\n",
    "[a]:\n" + String(repeating: "+", count: 100) + ") \n",
    "One.\n" + String(repeating: "-", count: 200) + "\n",
  ])
  func keepsLongLines(_ text: String) {
    let long = String(repeating: "x", count: 9_000) + "\n\n"
    _ = Self.blocks(of: long + text, isMasked: false)
    #expect(Self.keepsBlocks(text))
  }

  @Test func keepsTheBlocksOfRandomTexts() {
    let pieces = [
      "<", "a", " b", "<c>", ">", "=", "\"", "'", "/", "!", "?", "[", "]", ":", "\n", "\n\n", "*", "_", "`", "```",
      "<![CDATA[",
      "<!--", "-->", "[a]: ", "[a]:", " ", "(", ")", "- ", "> ", "1. ", "</script>", "<script", "<!A", "<?", "?>",
      "===", "---",
    ]
    let seed = TestSeed(fixed: 41)
    var random = SeededGenerator(seed: seed.value)
    for _ in 0..<(ProcessInfo.processInfo.environment["VAULT_SOAK"] == nil ? 2_000 : 200_000) {
      let text = (0...random.below(14)).map { _ in random.pick(pieces) }.joined()
      #expect(Self.keepsBlocks(text), "\(text.debugDescription), \(seed)")
    }
  }
}
