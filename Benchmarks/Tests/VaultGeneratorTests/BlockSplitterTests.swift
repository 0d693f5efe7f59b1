import Testing

@testable import VaultGenerator

@Suite struct BlockSplitterTests {
  private func blocks(_ text: String) -> [String] {
    BlockSplitter.blocks(of: Array(text.utf8)).map { String(decoding: $0, as: UTF8.self) }
  }

  @Test(arguments: [
    ("one\ntwo\n\nthree\n", ["one\ntwo", "three"]),
    ("---\na: b\n---\none\n", ["one"]),
    ("\u{FEFF}---\r\na: b\r\n---\r\none\r\n\r\ntwo\r\n", ["one", "two"]),
    ("one\n# Two\nthree\n", ["one", "# Two", "three"]),
    ("a\n```x\n\nb\n```\nc\n", ["a", "```x\n\nb\n```", "c"]),
    ("a\n\n~~~\nnever closed\n\nb\n", ["a"]),
    ("", []),
  ])
  func splits(_ text: String, _ expected: [String]) {
    #expect(blocks(text) == expected)
  }

  @Test func longListsAreTakenInParts() {
    let lines = (0..<400).map { "- item number \($0)" }
    let parts = blocks(lines.joined(separator: "\n"))
    #expect(parts.count > 1 && parts.allSatisfy { $0.utf8.count <= BlockSplitter.longest })
    #expect(parts.joined(separator: "\n") == lines.joined(separator: "\n"))
  }

  @Test func otherLongBlocksAreLeftOut() {
    #expect(blocks(String(repeating: "word ", count: 600)) == [])
  }

  @Test(arguments: [
    "  indented", "<div>", "a %% b", "see <!-- this", "- [ ] task", "> 1. [x] task", "+++", "---", "a\n  ```\n  b",
    "a\u{1}b",
  ])
  func unusable(_ text: String) {
    #expect(TextBlock(Array(text.utf8)) == nil)
  }

  @Test func wikilinksBecomeSlots() throws {
    let block = try #require(TextBlock(Array("See ![[A/B c#D]] and [[E|f]], [[]] too".utf8)))
    let pieces = block.pieces.map {
      switch $0 {
      case .text(let bytes): String(decoding: bytes, as: UTF8.self)
      case .slot(let bytes): "<" + String(decoding: bytes, as: UTF8.self) + ">"
      }
    }
    #expect(pieces.joined() == "See <B c> and <f>, [[]] too")
    #expect(block.isProse && !block.isTable)
  }
}
